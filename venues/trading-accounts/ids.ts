import { isVenue, type VenueId } from '../registry/index.js';

const FORM = /^tac_([a-z]+)_(0x[0-9a-f]{40})$/;

/** A trading account: a managed wallet, by its address, at a venue. */
export interface TradingAccountPlace {
  readonly venue: VenueId;
  /** In lower case. */
  readonly address: string;
}

/** Returns the id of the trading account of a wallet at a venue; `address` in any case. */
export function tradingAccountId({ venue, address }: { readonly venue: string; readonly address: string }): string {
  return `tac_${venue}_${address.toLowerCase()}`;
}

/** Returns the trading account that an id names; undefined for text that is not such an id. */
export function parseTradingAccountId(id: string): TradingAccountPlace | undefined {
  const [, venue = '', address = ''] = FORM.exec(id) ?? [];
  return isVenue(venue) ? { venue, address } : undefined;
}
