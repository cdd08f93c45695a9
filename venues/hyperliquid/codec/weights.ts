/**
 * What requests cost of the weight that the venue allows an address per minute.
 * Source: hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/rate-limits-and-user-limits.
 */

/** The weight that the venue allows an address in any minute, over HTTP. */
export const WEIGHT_PER_MINUTE = 1_200;

const INFO_WEIGHT = 20;
const INFO_WEIGHTS: Readonly<Record<string, number>> = {
  l2Book: 2,
  allMids: 2,
  clearinghouseState: 2,
  orderStatus: 2,
  spotClearinghouseState: 2,
  exchangeStatus: 2,
  userRole: 60,
};
/** How many items of an answer cost one more unit. */
const ITEMS_A_UNIT: Readonly<Record<string, number>> = {
  candleSnapshot: 60,
  recentTrades: 20,
  historicalOrders: 20,
  userFills: 20,
  userFillsByTime: 20,
  fundingHistory: 20,
  userFunding: 20,
  userNonFundingLedgerUpdates: 20,
  twapHistory: 20,
  userTwapSliceFills: 20,
  userTwapSliceFillsByTime: 20,
};
const ACTIONS_A_UNIT = 40;

/** What a request of `POST /info` costs that is answered with so many items. */
export function infoWeight(type: string, items = 0): number {
  const itemsAUnit = ITEMS_A_UNIT[type];
  return (INFO_WEIGHTS[type] ?? INFO_WEIGHT) + (itemsAUnit === undefined ? 0 : Math.ceil(items / itemsAUnit));
}

/** What a request of `POST /exchange` costs: more for a long batch. */
export function exchangeWeight(action: Readonly<Record<string, unknown>>): number {
  const lengths = [action['orders'], action['cancels'], action['modifies']].map((list) =>
    Array.isArray(list) ? list.length : 0,
  );
  return 1 + Math.floor(Math.max(...lengths) / ACTIONS_A_UNIT);
}
