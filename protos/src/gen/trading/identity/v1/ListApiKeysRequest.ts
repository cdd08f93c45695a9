// Original file: trading/identity/v1/identity.proto


export interface ListApiKeysRequest__Input {
}

export interface ListApiKeysRequest {
}
