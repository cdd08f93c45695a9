export { type Priority, parseLosslessly, VenueReadError } from '../../http/index.js';
export {
  type ExchangeAnswer,
  HyperliquidClient,
  type HyperliquidClientOptions,
  type InfoAnswer,
  type InfoRequest,
} from './client.js';
export { partSetting, SHARES, shareSetting, wholeSetting } from './shares.js';
