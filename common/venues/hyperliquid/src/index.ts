export {
  isTradingActionType,
  type OrderWire,
  type TradingAction,
  type TradingActionType,
  tradingActions,
} from './actions.js';
export { FEES, TAKER_ORDER_FEE_RATE } from './fees.js';
export { candleSnapshot, fundingHistory, type ListedPerpetual, metaAndAssetContexts } from './payloads.js';
export { MINIMUM_ORDER_USD, tickSize } from './prices.js';
export {
  canonicalCandidate,
  canonicalOfNautilus,
  canonicalSymbol,
  isCanonicalSymbol,
  nautilusSymbol,
} from './symbols.js';
