export { MARKETS_PAGE_MAX, type MarketsRequest, PolymarketClient, type PolymarketClientOptions } from './client.js';
export { SHARES, shareSetting } from './shares.js';
