export { polymarketActions } from './actions.js';
export { PolymarketVenue, type ReadSigners } from './polymarket.js';
