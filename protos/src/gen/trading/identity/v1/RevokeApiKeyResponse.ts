// Original file: trading/identity/v1/identity.proto


export interface RevokeApiKeyResponse__Input {
}

export interface RevokeApiKeyResponse {
}
