// Original file: trading/wallet/v1/wallet.proto

import type { OperationError__Input as _trading_wallet_v1_OperationError__Input, OperationError as _trading_wallet_v1_OperationError } from '../../../trading/wallet/v1/OperationError.js';
import type { Long } from '@grpc/proto-loader';

/**
 * USDC that a wallet received from outside the platform.
 */
export interface Deposit__Input {
  /**
   * `dep_` and a ULID.
   */
  'id'?: (string);
  /**
   * `observed`, `confirmed` or `failed`.
   */
  'status'?: (string);
  /**
   * `USDC`.
   */
  'asset'?: (string);
  /**
   * `arbitrum`.
   */
  'chain'?: (string);
  /**
   * Decimal string of USD.
   */
  'amountUsd'?: (string);
  /**
   * Transaction that brought it; absent until it is recorded.
   */
  'txHash'?: (string);
  /**
   * When it was first seen, in milliseconds since the Unix epoch.
   */
  'createdAtMs'?: (number | string | Long);
  /**
   * When it was final on its chain, in milliseconds since the Unix epoch; absent until then.
   */
  'confirmedAtMs'?: (number | string | Long);
  /**
   * Why it failed; absent unless it did.
   */
  'error'?: (_trading_wallet_v1_OperationError__Input | null);
  '_txHash'?: "txHash";
  '_confirmedAtMs'?: "confirmedAtMs";
  '_error'?: "error";
}

/**
 * USDC that a wallet received from outside the platform.
 */
export interface Deposit {
  /**
   * `dep_` and a ULID.
   */
  'id': (string);
  /**
   * `observed`, `confirmed` or `failed`.
   */
  'status': (string);
  /**
   * `USDC`.
   */
  'asset': (string);
  /**
   * `arbitrum`.
   */
  'chain': (string);
  /**
   * Decimal string of USD.
   */
  'amountUsd': (string);
  /**
   * Transaction that brought it; absent until it is recorded.
   */
  'txHash'?: (string);
  /**
   * When it was first seen, in milliseconds since the Unix epoch.
   */
  'createdAtMs': (number);
  /**
   * When it was final on its chain, in milliseconds since the Unix epoch; absent until then.
   */
  'confirmedAtMs'?: (number);
  /**
   * Why it failed; absent unless it did.
   */
  'error'?: (_trading_wallet_v1_OperationError | null);
}
