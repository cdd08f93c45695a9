export {
  isTradingFamily,
  type OrderWire,
  type ParsedAction,
  parseTradingAction,
  type TradingAction,
  type TradingActions,
  type TradingFamily,
  tradingFamilies,
} from './actions.js';
export {
  BRIDGE_ADDRESS,
  BUILDER_FEE_TENTHS_OF_BASIS_POINT,
  NONCE_AGE_MS_MAX,
  WITHDRAWAL_FEE_MICRO_USDC,
} from './facts.js';
export { FEES } from './fees.js';
export {
  builderDexNames,
  candleSnapshot,
  dexNames,
  fundingHistory,
  type ListedPerpetual,
  leverageOf,
  metaAndAssetContexts,
  midPrices,
  universe,
} from './payloads.js';
export { MINIMUM_ORDER_USD, tickSize } from './prices.js';
export { isRefusal } from './refusals.js';
export { type SignedAction, signAction, signerOf } from './signatures/signing.js';
export { streamMessage } from './stream-messages.js';
export {
  canonicalCandidate,
  canonicalOfNautilus,
  canonicalSymbol,
  isCanonicalSymbol,
  nautilusSymbol,
} from './symbols.js';
export { orderSize, orderValue, signedSize, signedUsd, sizeOf, sizeText, usd, valuedOrder } from './valuation.js';
export { exchangeWeight, infoWeight, WEIGHT_PER_MINUTE } from './weights.js';
