export { type DatedMarket, isDated, isLive } from './discovery.js';
export { HISTORY_WINDOW_MAX_MS, pricesHistory } from './history.js';
export { REQUESTS_PER_TEN_SECONDS } from './limits.js';
export { marketsPage, oneMarket, type PolymarketMarket, type ReadMarkets, searchPage } from './markets.js';
export { canonicalCandidate, canonicalSymbol, isCanonicalSymbol, isTokenId, tokenOf } from './symbols.js';
