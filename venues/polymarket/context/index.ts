export type { CollectedMarkets } from './listing.js';
export { openPolymarket, polymarketSettings } from './open.js';
