export { PolymarketAccounts, type PolymarketAccountsOptions } from './accounts.js';
export { PolymarketBridge, type PolymarketBridgeOptions } from './bridge.js';
export { MARKETS_PAGE_MAX, type MarketsRequest, PolymarketClient, type PolymarketClientOptions } from './client.js';
export { PolymarketRelayer, type PolymarketRelayerOptions } from './relayer.js';
export { SHARES, shareSetting } from './shares.js';
export { type ClobWrite, PolymarketTrading, type PolymarketTradingOptions, type RequestSigner } from './trading.js';
