/** The venue's weights of requests over HTTP, by address. Source: apidocs.lighter.xyz/docs/rate-limits. */

/** "24,000 weighted requests per rolling minute" for premium accounts. */
export const PREMIUM_WEIGHT_PER_MINUTE = 24_000;
/** "60 requests per rolling minute" for standard accounts and for addresses without one. */
const STANDARD_REQUESTS_PER_MINUTE = 60;
/** "The sendTx and sendTxBatch channels" have an allowance of their own; a batch counts as one. */
const TRANSACTION_PATHS: readonly string[] = ['/api/v1/sendTx', '/api/v1/sendTxBatch'];
/** Those that weigh something else than the others. */
const WEIGHTS: Readonly<Record<string, number>> = {
  nextNonce: 6,
  accountInactiveOrders: 100,
  'deposit/latest': 100,
  apikeys: 150,
  trades: 600,
  recentTrades: 600,
  createIntentAddress: 3_000,
};
/** "Other endpoints: 300." */
const OTHER_WEIGHT = 300;

/** Returns a request's weight for an address that is counted by weight. */
export function requestWeight(path: string): number {
  return WEIGHTS[path.replace('/api/v1/', '')] ?? OTHER_WEIGHT;
}

/**
 * Returns a request's weight for a standard address: the part of the premium allowance that makes sixty requests per minute, or fewer where
 * the weight alone allows no more.
 */
export function standardWeight(path: string): number {
  return Math.max(PREMIUM_WEIGHT_PER_MINUTE / STANDARD_REQUESTS_PER_MINUTE, requestWeight(path));
}

/** Returns whether a request sends transactions. */
export function sendsTransactions(path: string): boolean {
  return TRANSACTION_PATHS.includes(path);
}

/** Returns how many requests with transactions go with a weight per minute: sixty with the published one. */
export function transactionsOf(weightPerMinute: number): number {
  return Math.floor((weightPerMinute * STANDARD_REQUESTS_PER_MINUTE) / PREMIUM_WEIGHT_PER_MINUTE);
}
