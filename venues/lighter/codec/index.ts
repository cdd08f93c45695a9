export { FEES, REQUESTS_PER_MINUTE } from './facts.js';
export {
  CANDLES_MAX,
  candles,
  FUNDINGS_MAX,
  fundings,
  type ListedPerpetual,
  orderBookDetails,
} from './payloads.js';
export { publicKeyOf } from './signing/schnorr.js';
export { type StreamMessage, streamMessage } from './stream-messages.js';
export { canonicalCandidate, canonicalSymbol, isCanonicalSymbol } from './symbols.js';
export type { Attributes } from './transactions/attributes.js';
export { CHAIN_IDS, isSignedBy, transactionHash } from './transactions/hash.js';
export { ownerMessage } from './transactions/owner-messages.js';
export {
  type Order,
  type ReadTransaction,
  readTransaction,
  type SignedTransaction,
  type Transaction,
} from './transactions/transactions.js';
