export { polymarketActions } from './actions.js';
export { PolymarketVenue } from './polymarket.js';
