export { type Priority, parseLosslessly, VenueReadError } from '../../http/index.js';
export { builderSetting } from './builder.js';
export {
  type ExchangeAnswer,
  HyperliquidClient,
  type HyperliquidClientOptions,
  type InfoAnswer,
  type InfoRequest,
} from './client.js';
export {
  proxiesShareSetting,
  SHARES,
  shareOfProxies,
  shareSetting,
  wholeSetting,
} from './shares.js';
