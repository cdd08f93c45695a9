// Original file: trading/wallet/v1/wallet.proto

import type { OperationError__Input as _trading_wallet_v1_OperationError__Input, OperationError as _trading_wallet_v1_OperationError } from '../../../trading/wallet/v1/OperationError.js';
import type { Long } from '@grpc/proto-loader';

/**
 * A setup of a venue.
 */
export interface SetupOperation__Input {
  /**
   * `set_` and a ULID.
   */
  'id'?: (string);
  /**
   * `processing`, `completed`, `failed` or `reconciliation_required`.
   */
  'status'?: (string);
  /**
   * `reserve`, `transfer`, `credit`, `register` or `done`.
   */
  'step'?: (string);
  /**
   * In milliseconds since the Unix epoch.
   */
  'updatedAtMs'?: (number | string | Long);
  /**
   * Why it failed; absent unless it did.
   */
  'error'?: (_trading_wallet_v1_OperationError__Input | null);
  '_error'?: "error";
}

/**
 * A setup of a venue.
 */
export interface SetupOperation {
  /**
   * `set_` and a ULID.
   */
  'id': (string);
  /**
   * `processing`, `completed`, `failed` or `reconciliation_required`.
   */
  'status': (string);
  /**
   * `reserve`, `transfer`, `credit`, `register` or `done`.
   */
  'step': (string);
  /**
   * In milliseconds since the Unix epoch.
   */
  'updatedAtMs': (number);
  /**
   * Why it failed; absent unless it did.
   */
  'error'?: (_trading_wallet_v1_OperationError | null);
}
