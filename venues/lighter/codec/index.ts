export { FEES, REQUESTS_PER_MINUTE } from './facts.js';
export {
  CANDLES_MAX,
  candles,
  FUNDINGS_MAX,
  fundings,
  type ListedPerpetual,
  orderBookDetails,
} from './payloads.js';
export { type StreamMessage, streamMessage } from './stream-messages.js';
export { canonicalCandidate, canonicalSymbol, isCanonicalSymbol } from './symbols.js';
