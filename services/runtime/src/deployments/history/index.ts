export type { StoredTrade, TradePosition } from './closed-trades.js';
export { DeploymentHistory } from './history.js';
export { type HistoryParts, listDeploymentTrades, readDeploymentEquity, tradeCursors } from './reads.js';
