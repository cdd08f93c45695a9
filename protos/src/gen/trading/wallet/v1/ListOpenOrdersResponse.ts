// Original file: trading/wallet/v1/holdings.proto

import type { OpenOrder__Input as _trading_wallet_v1_OpenOrder__Input, OpenOrder as _trading_wallet_v1_OpenOrder } from '../../../trading/wallet/v1/OpenOrder.js';

export interface ListOpenOrdersResponse__Input {
  /**
   * As the venue lists them; empty where the wallet has none there.
   */
  'openOrders'?: (_trading_wallet_v1_OpenOrder__Input)[];
}

export interface ListOpenOrdersResponse {
  /**
   * As the venue lists them; empty where the wallet has none there.
   */
  'openOrders': (_trading_wallet_v1_OpenOrder)[];
}
