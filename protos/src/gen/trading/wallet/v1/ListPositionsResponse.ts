// Original file: trading/wallet/v1/holdings.proto

import type { Position__Input as _trading_wallet_v1_Position__Input, Position as _trading_wallet_v1_Position } from '../../../trading/wallet/v1/Position.js';

export interface ListPositionsResponse__Input {
  /**
   * As the venue lists them; empty where the wallet holds none there.
   */
  'positions'?: (_trading_wallet_v1_Position__Input)[];
}

export interface ListPositionsResponse {
  /**
   * As the venue lists them; empty where the wallet holds none there.
   */
  'positions': (_trading_wallet_v1_Position)[];
}
