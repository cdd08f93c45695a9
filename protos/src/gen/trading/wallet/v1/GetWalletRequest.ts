// Original file: trading/wallet/v1/wallet.proto


export interface GetWalletRequest__Input {
}

export interface GetWalletRequest {
}
