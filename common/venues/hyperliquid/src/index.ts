export {
  isTradingFamily,
  type OrderWire,
  type ParsedAction,
  parseTradingAction,
  type TradingAction,
  type TradingActions,
  type TradingFamily,
} from './actions.js';
export { FEES } from './fees.js';
export { candleSnapshot, fundingHistory, type ListedPerpetual, metaAndAssetContexts } from './payloads.js';
export { MINIMUM_ORDER_USD, tickSize } from './prices.js';
export { type SignedAction, signerOf } from './signing.js';
export {
  canonicalCandidate,
  canonicalOfNautilus,
  canonicalSymbol,
  isCanonicalSymbol,
  nautilusSymbol,
} from './symbols.js';
