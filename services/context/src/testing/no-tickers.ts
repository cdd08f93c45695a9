import type { TickerSource } from '@platform/venues/market-data';

/** The tickers of a venue without prices. */
export const NO_TICKERS: TickerSource = {
  groupOf: () => ({ name: 'all', maxAgeMs: 5_000 }),
  groupsMax: 1,
  read: async () => new Map(),
};
