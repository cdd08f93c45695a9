// Original file: trading/context/v1/venues.proto

import type { Venue__Input as _trading_context_v1_Venue__Input, Venue as _trading_context_v1_Venue } from '../../../trading/context/v1/Venue.js';

export interface ListVenuesResponse__Input {
  /**
   * Available ones first.
   */
  'venues'?: (_trading_context_v1_Venue__Input)[];
}

export interface ListVenuesResponse {
  /**
   * Available ones first.
   */
  'venues': (_trading_context_v1_Venue)[];
}
