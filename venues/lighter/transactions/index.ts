export type { Attributes } from './attributes.js';
export { isTokenSignedBy, readAuthToken } from './auth-tokens.js';
export { cancelTimings, groupings, marginDirections, marginModes, orderTypes, timesInForce } from './fields.js';
export { CHAIN_IDS, isSignedBy, transactionHash } from './hash.js';
export { transactionTypes } from './kinds.js';
export { ownerMessage } from './owner-messages.js';
export { publicKeyOf } from './signing/schnorr.js';
export {
  type Order,
  type ReadTransaction,
  readTransaction,
  type SignedTransaction,
  type Transaction,
} from './transactions.js';
