import type { TickerSource } from '@platform/venues/market-data';

/** Of a venue that shows no prices. */
export const NO_TICKERS: TickerSource = {
  groupOf: () => ({ name: 'all', maxAgeMs: 5_000 }),
  groupsMax: 1,
  read: async () => new Map(),
};
