import { httpUrl, webSocketUrl } from '@platform/kit/config';
import { marketDataAddressSetting } from '../../http/index.js';
import { address, type ProxiedVenue } from '../../live-bots/index.js';
import { builderSetting, proxiesShareSetting, shareOfProxies } from '../client/index.js';
import { BUILDER_FEE_TENTHS_OF_BASIS_POINT } from '../codec/index.js';
import { startProxy } from './server.js';

const settings = {
  HYPERLIQUID_API_URL: httpUrl.describe("the venue's base address"),
  HYPERLIQUID_WEIGHT_PER_MINUTE: proxiesShareSetting(),
  HYPERLIQUID_MARKET_DATA_ADDRESS: marketDataAddressSetting('Hyperliquid'),
  HYPERLIQUID_BUILDER_ADDRESS: builderSetting,
  HYPERLIQUID_WS_URL: webSocketUrl.describe("the venue's WebSocket"),
};

/** The venue's part in the proxy of an account's live bots. */
export const proxiedHyperliquid: ProxiedVenue<typeof settings> = {
  settings,
  start: ({ HYPERLIQUID_BUILDER_ADDRESS: builder, ...environment }, options) =>
    startProxy({
      ...options,
      venueUrl: environment.HYPERLIQUID_API_URL,
      venueWeightPerMinute: shareOfProxies(
        environment.HYPERLIQUID_WEIGHT_PER_MINUTE,
        environment.HYPERLIQUID_MARKET_DATA_ADDRESS,
      ),
      venueWebSocketUrl: environment.HYPERLIQUID_WS_URL,
      builder: builder && {
        address: address.parse(builder),
        feeTenthsOfBasisPoint: BUILDER_FEE_TENTHS_OF_BASIS_POINT,
      },
    }),
};
