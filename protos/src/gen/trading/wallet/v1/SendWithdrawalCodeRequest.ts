// Original file: trading/wallet/v1/wallet.proto


export interface SendWithdrawalCodeRequest__Input {
  /**
   * UUID, in any usual spelling: the key of the withdrawal that the code is for.
   */
  'idempotencyKey'?: (string);
  /**
   * `arbitrum`, which is meant where it is absent.
   */
  'source'?: (string);
  /**
   * Decimal string of USD.
   */
  'amountUsd'?: (string);
  /**
   * EVM address outside the platform.
   */
  'destinationWallet'?: (string);
  /**
   * `arbitrum`.
   */
  'chain'?: (string);
  /**
   * Contract of native USDC on Arbitrum.
   */
  'assetAddress'?: (string);
  '_source'?: "source";
}

export interface SendWithdrawalCodeRequest {
  /**
   * UUID, in any usual spelling: the key of the withdrawal that the code is for.
   */
  'idempotencyKey': (string);
  /**
   * `arbitrum`, which is meant where it is absent.
   */
  'source'?: (string);
  /**
   * Decimal string of USD.
   */
  'amountUsd': (string);
  /**
   * EVM address outside the platform.
   */
  'destinationWallet': (string);
  /**
   * `arbitrum`.
   */
  'chain': (string);
  /**
   * Contract of native USDC on Arbitrum.
   */
  'assetAddress': (string);
}
