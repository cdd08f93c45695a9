// Original file: trading/wallet/v1/wallet.proto

import type { OperationError__Input as _trading_wallet_v1_OperationError__Input, OperationError as _trading_wallet_v1_OperationError } from '../../../trading/wallet/v1/OperationError.js';
import type { Long } from '@grpc/proto-loader';

/**
 * USDC that leaves a wallet for an address outside the platform.
 */
export interface Withdrawal__Input {
  /**
   * `wd_` and a ULID.
   */
  'id'?: (string);
  /**
   * `processing`, `broadcast`, `confirmed` or `failed`.
   */
  'status'?: (string);
  /**
   * Decimal string of USD.
   */
  'amountUsd'?: (string);
  /**
   * `USDC`.
   */
  'asset'?: (string);
  /**
   * `arbitrum`.
   */
  'chain'?: (string);
  /**
   * Checksummed EVM address.
   */
  'destinationWallet'?: (string);
  /**
   * Transaction that pays it; absent until it is broadcast.
   */
  'txHash'?: (string);
  /**
   * When it was accepted, in milliseconds since the Unix epoch.
   */
  'createdAtMs'?: (number | string | Long);
  /**
   * When it changed last, in milliseconds since the Unix epoch.
   */
  'updatedAtMs'?: (number | string | Long);
  /**
   * Why it failed; absent unless it did.
   */
  'error'?: (_trading_wallet_v1_OperationError__Input | null);
  '_txHash'?: "txHash";
  '_error'?: "error";
}

/**
 * USDC that leaves a wallet for an address outside the platform.
 */
export interface Withdrawal {
  /**
   * `wd_` and a ULID.
   */
  'id': (string);
  /**
   * `processing`, `broadcast`, `confirmed` or `failed`.
   */
  'status': (string);
  /**
   * Decimal string of USD.
   */
  'amountUsd': (string);
  /**
   * `USDC`.
   */
  'asset': (string);
  /**
   * `arbitrum`.
   */
  'chain': (string);
  /**
   * Checksummed EVM address.
   */
  'destinationWallet': (string);
  /**
   * Transaction that pays it; absent until it is broadcast.
   */
  'txHash'?: (string);
  /**
   * When it was accepted, in milliseconds since the Unix epoch.
   */
  'createdAtMs': (number);
  /**
   * When it changed last, in milliseconds since the Unix epoch.
   */
  'updatedAtMs': (number);
  /**
   * Why it failed; absent unless it did.
   */
  'error'?: (_trading_wallet_v1_OperationError | null);
}
