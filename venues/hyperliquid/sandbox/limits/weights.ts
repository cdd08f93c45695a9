/**
 * The venue's weights of requests over HTTP, by address. Source:
 * hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/rate-limits-and-user-limits.
 */

/** "REST requests share an aggregated weight limit of 1200 per minute." */
export const PUBLISHED_WEIGHT_PER_MINUTE = 1_200;

/** "The following info requests have weight 2"; `userRole` has 60, "all other documented info requests have weight 20". */
const LIGHT: ReadonlySet<string> = new Set([
  'l2Book',
  'allMids',
  'clearinghouseState',
  'orderStatus',
  'spotClearinghouseState',
  'exchangeStatus',
]);
const LIGHT_WEIGHT = 2;
const ROLE_WEIGHT = 60;
const OTHER_WEIGHT = 20;

/** "An additional rate limit weight per 20 items returned in the response"; `candleSnapshot` has one per 60. */
const BY_ITEMS: ReadonlySet<string> = new Set([
  'recentTrades',
  'historicalOrders',
  'userFills',
  'userFillsByTime',
  'fundingHistory',
  'userFunding',
  'userNonFundingLedgerUpdates',
  'twapHistory',
  'userTwapSliceFills',
  'userTwapSliceFillsByTime',
]);
const ITEMS_A_UNIT = 20;
const CANDLES_A_UNIT = 60;

/** "Exchange API requests have weight 1 + floor(batch_length / 40)." */
const BATCH_A_UNIT = 40;

/** Returns a request's weight before its answer; a body that names no type weighs as any other. */
export function requestWeight(path: '/info' | '/exchange', body: unknown): number {
  if (path === '/exchange') return 1 + Math.floor(batchLength(field(body, 'action')) / BATCH_A_UNIT);
  const type = field(body, 'type');
  if (type === 'userRole') return ROLE_WEIGHT;
  return typeof type === 'string' && LIGHT.has(type) ? LIGHT_WEIGHT : OTHER_WEIGHT;
}

/** Returns the additional weight of the items in an answer of `POST /info`. */
export function itemsWeight(body: unknown, answer: unknown): number {
  const type = field(body, 'type');
  if (!Array.isArray(answer) || typeof type !== 'string') return 0;
  if (type === 'candleSnapshot') return Math.ceil(answer.length / CANDLES_A_UNIT);
  return BY_ITEMS.has(type) ? Math.ceil(answer.length / ITEMS_A_UNIT) : 0;
}

function batchLength(action: unknown): number {
  const lists = ['orders', 'cancels', 'modifies'].map((name) => field(action, name));
  return Math.max(...lists.map((list) => (Array.isArray(list) ? list.length : 0)));
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
