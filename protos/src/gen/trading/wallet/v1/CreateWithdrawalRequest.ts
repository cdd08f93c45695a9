// Original file: trading/wallet/v1/wallet.proto

import type { WithdrawalProof__Input as _trading_wallet_v1_WithdrawalProof__Input, WithdrawalProof as _trading_wallet_v1_WithdrawalProof } from '../../../trading/wallet/v1/WithdrawalProof.js';

export interface CreateWithdrawalRequest__Input {
  /**
   * UUID, in any usual spelling; any key while withdrawal authorization is off.
   */
  'idempotencyKey'?: (string);
  /**
   * `arbitrum`; other sources are planned. Absent, as are the next fields, while withdrawal authorization is off.
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
  /**
   * The proof; not looked at once the withdrawal was accepted.
   */
  'authorization'?: (_trading_wallet_v1_WithdrawalProof__Input | null);
  /**
   * Only looks for an earlier withdrawal under the key; never authorizes, creates or moves anything.
   */
  'replayOnly'?: (boolean);
  '_source'?: "source";
  '_destinationWallet'?: "destinationWallet";
  '_chain'?: "chain";
  '_assetAddress'?: "assetAddress";
  '_authorization'?: "authorization";
}

export interface CreateWithdrawalRequest {
  /**
   * UUID, in any usual spelling; any key while withdrawal authorization is off.
   */
  'idempotencyKey': (string);
  /**
   * `arbitrum`; other sources are planned. Absent, as are the next fields, while withdrawal authorization is off.
   */
  'source'?: (string);
  /**
   * Decimal string of USD.
   */
  'amountUsd': (string);
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
  /**
   * The proof; not looked at once the withdrawal was accepted.
   */
  'authorization'?: (_trading_wallet_v1_WithdrawalProof | null);
  /**
   * Only looks for an earlier withdrawal under the key; never authorizes, creates or moves anything.
   */
  'replayOnly': (boolean);
}
