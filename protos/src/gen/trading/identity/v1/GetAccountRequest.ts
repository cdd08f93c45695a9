// Original file: trading/identity/v1/identity.proto


export interface GetAccountRequest__Input {
}

export interface GetAccountRequest {
}
