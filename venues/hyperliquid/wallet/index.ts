export { hyperliquidSettings, openHyperliquid } from './open.js';
export { agentApprovals, feeApprovals, l1Actions } from './signing.js';
export { hyperliquidPayer } from './withdrawals.js';
