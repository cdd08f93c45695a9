export { type AccountMessage, accountChannels } from './account-messages.js';
export {
  API_KEY_NOT_FOUND,
  type HeldAccount,
  type HeldMarket,
  heldAccount,
  INVALID_PARAMETER,
  intentAddress,
  type LatestDeposit,
  type ListedOrder,
  latestDeposit,
  listedOrders,
  type RegisteredKey,
  registeredKeys,
} from './accounts.js';
export { FEES, MARGIN_WHOLE, REQUESTS_PER_MINUTE, TRANSACTIONS_PER_MINUTE } from './facts.js';
export {
  FAST_WITHDRAWAL_LEAST_MICRO_USDC,
  type FastWithdrawalTerms,
  fastWithdrawalTerms,
  TOO_MANY_REQUESTS,
  TRANSFER_FEE_MICRO_USDC_MAX,
  takenWithdrawal,
  transferFee,
  USDC_ASSET_INDEX,
} from './fast-withdrawals.js';
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
export {
  isTradingFamily,
  ordersOf,
  parseTradingAction,
  type TradingAction,
  tradingFamilies,
} from './trading/actions.js';
export {
  ACCOUNT_NOT_FOUND,
  accountLeverages,
  hasFilled,
  hashOf,
  isVenuesEnd,
  mainAccount,
  nextNonce,
  resultCode,
  type ShownOrder,
  type ShownTransaction,
  sentTransaction,
  shownOrders,
  shownTransaction,
  TRANSACTION_NOT_FOUND,
  venueTime,
} from './trading/answers.js';
export { identifiedAction } from './trading/identified.js';
export { endsAtOnce } from './trading/orders.js';
export { isRefusal, isSpeaking } from './trading/refusals.js';
export { API_KEY_INDEX, carriesOut, TRANSACTION_VALIDITY_MS } from './trading/signed.js';
