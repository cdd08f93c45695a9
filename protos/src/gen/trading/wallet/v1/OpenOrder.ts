// Original file: trading/wallet/v1/holdings.proto

import type { Long } from '@grpc/proto-loader';

/**
 * An order of a wallet that rests in a book, or waits for its trigger, as the venue shows it.
 */
export interface OpenOrder__Input {
  /**
   * The venue's id of it.
   */
  'id'?: (string);
  /**
   * The id that the client gave it; absent where it gave none.
   */
  'clientOrderId'?: (string);
  /**
   * Canonical symbol of the market; the venue's own name of one that has none, such as a spot market.
   */
  'symbol'?: (string);
  /**
   * `buy` or `sell`.
   */
  'side'?: (string);
  /**
   * In the venue's words, for example `Limit` or `Stop Market`.
   */
  'type'?: (string);
  /**
   * A decimal string, as the venue writes it.
   */
  'limitPrice'?: (string);
  /**
   * The price that sets it off: a decimal string; absent where it waits for none.
   */
  'triggerPrice'?: (string);
  /**
   * Units of the base asset that are not filled yet: a decimal string.
   */
  'size'?: (string);
  /**
   * Units of the base asset that were ordered: a decimal string.
   */
  'originalSize'?: (string);
  /**
   * Whether it can only make a position smaller.
   */
  'reduceOnly'?: (boolean);
  /**
   * When the venue took it, in milliseconds since the Unix epoch.
   */
  'createdAtMs'?: (number | string | Long);
  '_clientOrderId'?: "clientOrderId";
  '_triggerPrice'?: "triggerPrice";
}

/**
 * An order of a wallet that rests in a book, or waits for its trigger, as the venue shows it.
 */
export interface OpenOrder {
  /**
   * The venue's id of it.
   */
  'id': (string);
  /**
   * The id that the client gave it; absent where it gave none.
   */
  'clientOrderId'?: (string);
  /**
   * Canonical symbol of the market; the venue's own name of one that has none, such as a spot market.
   */
  'symbol': (string);
  /**
   * `buy` or `sell`.
   */
  'side': (string);
  /**
   * In the venue's words, for example `Limit` or `Stop Market`.
   */
  'type': (string);
  /**
   * A decimal string, as the venue writes it.
   */
  'limitPrice': (string);
  /**
   * The price that sets it off: a decimal string; absent where it waits for none.
   */
  'triggerPrice'?: (string);
  /**
   * Units of the base asset that are not filled yet: a decimal string.
   */
  'size': (string);
  /**
   * Units of the base asset that were ordered: a decimal string.
   */
  'originalSize': (string);
  /**
   * Whether it can only make a position smaller.
   */
  'reduceOnly': (boolean);
  /**
   * When the venue took it, in milliseconds since the Unix epoch.
   */
  'createdAtMs': (number);
}
