// Original file: trading/wallet/v1/wallet.proto


export interface GetWithdrawalPolicyRequest__Input {
}

export interface GetWithdrawalPolicyRequest {
}
