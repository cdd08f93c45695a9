export { type DatedMarket, isDated, isLive } from './discovery.js';
export { HISTORY_WINDOW_MAX_MS, pricesHistory } from './history.js';
export { REQUESTS_PER_TEN_SECONDS } from './limits.js';
export { marketsPage, oneEvent, oneMarket, type PolymarketMarket, type ReadMarkets, searchPage } from './markets.js';
export { canonicalCandidate, canonicalSymbol, isCanonicalSymbol, isTokenId, tokenOf } from './symbols.js';
export {
  type Cancellation,
  isTradingFamily,
  type OrderPlacement,
  type PositionChange,
  parseTradingAction,
  type TradedAsset,
  type TradingAction,
  type TradingFamily,
  tradingFamilies,
} from './trading/actions.js';
export {
  amountsOf,
  type ExactSizing,
  highestPrice,
  type LimitSizing,
  type MarketSizing,
  type OrderAmounts,
  type Side,
  type Sizing,
  type TickSize,
  tickSizes,
  unitsOf,
} from './trading/amounts.js';
export {
  type ClobOrder,
  type ClobTrade,
  canceledOrders,
  clobRefusal,
  isMatched,
  isTradeOf,
  type OrderState,
  oneOrder,
  openOrdersPage,
  orderStateOf,
  postedOrder,
  type SettlementState,
  settlementOf,
  tradesPage,
} from './trading/answers.js';
export {
  type Exchange,
  type ExchangeVersion,
  exchangeOf,
  exchanges,
  exchangeVersions,
  SETTLEMENT_CHAIN_ID,
} from './trading/contracts.js';
export {
  type ClobCredentials,
  type ClobHeaders,
  clobAuthTypedData,
  keyHeaders,
  requestHeaders,
  type SignedRequest,
} from './trading/headers.js';
export {
  isResolvedMarket,
  type MarketFacts,
  marketFacts,
  marketOfToken,
  orderVersion,
  venueTime,
} from './trading/market-facts.js';
export {
  depositWalletSignature,
  depositWalletTypedData,
  type Order,
  orderBody,
  orderHash,
  orderTypedData,
  type SignatureType,
  saltOf,
  signatureTypes,
  type TimeInForce,
} from './trading/orders.js';
export { isRefusal } from './trading/refusals.js';
export {
  type BatchRequest,
  type CancelRequest,
  type OrderRequest,
  readRequest,
  requestText,
  type TradingRequest,
} from './trading/requests.js';
export {
  apiCredentials,
  type BalanceAllowance,
  balanceAllowance,
  credentialsText,
  readCredentials,
} from './wallets/accounts.js';
export {
  BRIDGE_FEE_MICRO_USDC_MAX,
  BRIDGE_LEAST_MICRO_USDC,
  type BridgeTransfer,
  bridgeAddress,
  bridgeQuote,
  bridgeTransfers,
} from './wallets/bridge.js';
export { adapters, CONTRACTS } from './wallets/contracts.js';
export {
  allowancesFor,
  batchHead,
  batchTypedData,
  depositWalletOf,
  pusdAbi,
  sharesAbi,
  spenders,
  transferOfPusd,
  type WalletBatch,
  type WalletCall,
  walletAbi,
} from './wallets/deposit-wallets.js';
export {
  batchHash,
  carriesBatch,
  changeCall,
  type Moved,
  outcomeOf,
  type Payouts,
  payoutOf,
} from './wallets/position-changes.js';
export { batchBody, builderHeaders, creationBody, isRelayerRefusal, relayed, SUBMIT_PATH } from './wallets/relayer.js';
