// Original file: trading/context/v1/tickers.proto

import type { Long } from '@grpc/proto-loader';

/**
 * A market's prices as its venue shows them now. Absent is what the venue does not show; nothing is made up in its place.
 */
export interface Ticker__Input {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue'?: (string);
  /**
   * Canonical symbol.
   */
  'symbol'?: (string);
  /**
   * The price that positions are valued at, in the quote asset; of a prediction the outcome's price.
   */
  'mark'?: (number | string);
  /**
   * The middle between the best bid and the best ask.
   */
  'mid'?: (number | string);
  /**
   * The best bid.
   */
  'bid'?: (number | string);
  /**
   * The best ask.
   */
  'ask'?: (number | string);
  /**
   * Turnover of the last 24 hours in USD; of a prediction that of all outcomes of its market.
   */
  'volume24h'?: (number | string);
  /**
   * Units of the base asset that are held.
   */
  'openInterest'?: (number | string);
  /**
   * The share of a position's value that longs will pay to shorts for the present hour; negative when shorts will pay.
   */
  'fundingRate'?: (number | string);
  /**
   * When the venue answered, in milliseconds since the epoch.
   */
  'atMs'?: (number | string | Long);
  '_mark'?: "mark";
  '_mid'?: "mid";
  '_bid'?: "bid";
  '_ask'?: "ask";
  '_volume24h'?: "volume24h";
  '_openInterest'?: "openInterest";
  '_fundingRate'?: "fundingRate";
}

/**
 * A market's prices as its venue shows them now. Absent is what the venue does not show; nothing is made up in its place.
 */
export interface Ticker {
  /**
   * Id of the venue, as ListVenues gives it.
   */
  'venue': (string);
  /**
   * Canonical symbol.
   */
  'symbol': (string);
  /**
   * The price that positions are valued at, in the quote asset; of a prediction the outcome's price.
   */
  'mark'?: (number);
  /**
   * The middle between the best bid and the best ask.
   */
  'mid'?: (number);
  /**
   * The best bid.
   */
  'bid'?: (number);
  /**
   * The best ask.
   */
  'ask'?: (number);
  /**
   * Turnover of the last 24 hours in USD; of a prediction that of all outcomes of its market.
   */
  'volume24h'?: (number);
  /**
   * Units of the base asset that are held.
   */
  'openInterest'?: (number);
  /**
   * The share of a position's value that longs will pay to shorts for the present hour; negative when shorts will pay.
   */
  'fundingRate'?: (number);
  /**
   * When the venue answered, in milliseconds since the epoch.
   */
  'atMs': (number);
}
