export { type Importance, parseLosslessly, VenueReadError } from '@platform/venue-http';
export {
  type ExchangeAnswer,
  HyperliquidClient,
  type HyperliquidClientOptions,
  type InfoAnswer,
  type InfoRequest,
} from './client.js';
export { partSetting, SHARES, shareSetting, wholeSetting } from './shares.js';
