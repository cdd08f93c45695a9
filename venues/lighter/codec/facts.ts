/** Facts from the venue's documents. */

/** Percent of the value traded: standard accounts pay none (docs.lighter.xyz, fees). The platform adds no fee. */
export const FEES = { takerPct: 0, makerPct: 0, builderPct: 0 } as const;

/** The margin of a leverage of one, in the venue's unit: all of a position's value. */
export const MARGIN_WHOLE = 10_000;

/** "Standard accounts: 60 requests per rolling minute", by address too (apidocs.lighter.xyz/docs/rate-limits). */
export const REQUESTS_PER_MINUTE = 60;

/** "sendTx and sendTxBatch" have a limit of their own, of the same size, by address and by account (the same page). */
export const TRANSACTIONS_PER_MINUTE = 60;
