export { MARKETS_PAGE_MAX, type MarketsRequest, PolymarketClient, type PolymarketClientOptions } from './client.js';
export { SHARES, shareSetting } from './shares.js';
export { type ClobWrite, PolymarketTrading, type PolymarketTradingOptions, type RequestSigner } from './trading.js';
