export type { Hyperliquid } from './hyperliquid.js';
export { hyperliquidSettings, openHyperliquid } from './open.js';
