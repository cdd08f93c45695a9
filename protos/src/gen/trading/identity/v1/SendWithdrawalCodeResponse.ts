// Original file: trading/identity/v1/identity.proto


export interface SendWithdrawalCodeResponse__Input {
}

export interface SendWithdrawalCodeResponse {
}
