// Original file: trading/wallet/v1/wallet.proto

import type { SetupOperation__Input as _trading_wallet_v1_SetupOperation__Input, SetupOperation as _trading_wallet_v1_SetupOperation } from '../../../trading/wallet/v1/SetupOperation.js';

export interface SetUpVenueResponse__Input {
  /**
   * The setup in its present state.
   */
  'operation'?: (_trading_wallet_v1_SetupOperation__Input | null);
  /**
   * Whether the key had been used for it before.
   */
  'replayed'?: (boolean);
}

export interface SetUpVenueResponse {
  /**
   * The setup in its present state.
   */
  'operation': (_trading_wallet_v1_SetupOperation | null);
  /**
   * Whether the key had been used for it before.
   */
  'replayed': (boolean);
}
