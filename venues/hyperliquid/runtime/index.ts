export { hyperliquidSettings, openHyperliquid } from './open.js';
