export { hyperliquidActions } from './actions.js';
export { HyperliquidVenue } from './hyperliquid.js';
export { hyperliquidSettings, openHyperliquid } from './open.js';
