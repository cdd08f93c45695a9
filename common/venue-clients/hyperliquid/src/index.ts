export {
  type ExchangeAnswer,
  HyperliquidClient,
  type HyperliquidClientOptions,
  type InfoAnswer,
  type InfoRequest,
} from './client.js';
export type { VenueAnswer } from './connections.js';
export { type ReadFailure, VenueReadError } from './errors.js';
export type { Importance } from './importance.js';
export { parseLosslessly } from './json.js';
export { partSetting, SHARES, shareSetting, wholeSetting } from './shares.js';
export { WeightBudget } from './weight-budget.js';
