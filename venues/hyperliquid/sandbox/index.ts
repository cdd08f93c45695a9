export { type RunningHyperliquid, startHyperliquid } from './server.js';
export { hyperliquidInSandbox, hyperliquidWorld } from './world.js';
