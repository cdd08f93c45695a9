/**
 * What requests cost of the weight per minute that the venue allows per address. Source:
 * hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/rate-limits-and-user-limits.
 */

/** The weight over HTTP that the venue allows per address in any minute. */
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
/** Items of an answer per additional unit of weight. */
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

/** Returns the weight of a request of `POST /info` whose answer has so many items. */
export function infoWeight(type: string, items = 0): number {
  const itemsAUnit = ITEMS_A_UNIT[type];
  return (INFO_WEIGHTS[type] ?? INFO_WEIGHT) + (itemsAUnit === undefined ? 0 : Math.ceil(items / itemsAUnit));
}

/** Returns the weight of a request of `POST /exchange`: a long batch weighs more. */
export function exchangeWeight(action: Readonly<Record<string, unknown>>): number {
  const lengths = [action['orders'], action['cancels'], action['modifies']].map((list) =>
    Array.isArray(list) ? list.length : 0,
  );
  return 1 + Math.floor(Math.max(...lengths) / ACTIONS_A_UNIT);
}
