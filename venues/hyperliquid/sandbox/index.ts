export { type RunningHyperliquid, startHyperliquid } from './server.js';
export { hyperliquidInSandbox } from './world.js';
