// Original file: trading/context/v1/venues.proto

import type { VenueCapabilities__Input as _trading_context_v1_VenueCapabilities__Input, VenueCapabilities as _trading_context_v1_VenueCapabilities } from '../../../trading/context/v1/VenueCapabilities.js';
import type { VenueFees__Input as _trading_context_v1_VenueFees__Input, VenueFees as _trading_context_v1_VenueFees } from '../../../trading/context/v1/VenueFees.js';

/**
 * A venue and what the platform can do there.
 */
export interface Venue__Input {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'id'?: (string);
  /**
   * `available` or `planned`.
   */
  'status'?: (string);
  /**
   * Kinds of markets.
   */
  'kinds'?: (string)[];
  /**
   * Frameworks that run there.
   */
  'frameworks'?: (string)[];
  /**
   * What can be done there now.
   */
  'capabilities'?: (_trading_context_v1_VenueCapabilities__Input | null);
  /**
   * What it and the platform charge.
   */
  'fees'?: (_trading_context_v1_VenueFees__Input | null);
  /**
   * Smallest amount that a venue setup moves there, a decimal string of USD; absent where none is planned.
   */
  'minimumDepositUsd'?: (string);
  /**
   * Regions of deployments, best first.
   */
  'regions'?: (string)[];
  '_minimumDepositUsd'?: "minimumDepositUsd";
}

/**
 * A venue and what the platform can do there.
 */
export interface Venue {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'id': (string);
  /**
   * `available` or `planned`.
   */
  'status': (string);
  /**
   * Kinds of markets.
   */
  'kinds': (string)[];
  /**
   * Frameworks that run there.
   */
  'frameworks': (string)[];
  /**
   * What can be done there now.
   */
  'capabilities': (_trading_context_v1_VenueCapabilities | null);
  /**
   * What it and the platform charge.
   */
  'fees': (_trading_context_v1_VenueFees | null);
  /**
   * Smallest amount that a venue setup moves there, a decimal string of USD; absent where none is planned.
   */
  'minimumDepositUsd'?: (string);
  /**
   * Regions of deployments, best first.
   */
  'regions': (string)[];
}
