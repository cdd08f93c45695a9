import { httpUrl } from '@platform/kit/config';
import type { z } from 'zod';
import { marketDataAddressSetting, type Requests } from '../../http/index.js';
import type { Omissions } from '../../market-data/index.js';
import { HyperliquidClient, SHARES, shareSetting, wholeSetting } from '../client/index.js';
import { Hyperliquid } from './hyperliquid.js';

/** The environment settings of the venue. */
export const hyperliquidSettings = {
  HYPERLIQUID_API_URL: httpUrl.describe("base of Hyperliquid's API"),
  HYPERLIQUID_WEIGHT_PER_MINUTE: shareSetting(SHARES.context),
  HYPERLIQUID_MARKET_DATA_ADDRESS: marketDataAddressSetting('Hyperliquid'),
  HYPERLIQUID_MARKET_DATA_WEIGHT_PER_MINUTE: wholeSetting(),
};

/** Opens the venue as it is configured. Market data has an allowance of its own where it is read from an address of its own. */
export function openHyperliquid(
  environment: z.output<z.ZodObject<typeof hyperliquidSettings>>,
  requests: Requests,
  omissions: Omissions,
): Hyperliquid {
  const { HYPERLIQUID_API_URL: url, HYPERLIQUID_MARKET_DATA_ADDRESS: localAddress } = environment;
  const weightPerMinute =
    localAddress === undefined
      ? environment.HYPERLIQUID_WEIGHT_PER_MINUTE
      : environment.HYPERLIQUID_MARKET_DATA_WEIGHT_PER_MINUTE;
  return new Hyperliquid(
    new HyperliquidClient({ url, weightPerMinute, localAddress, ...requests }),
    omissions,
    requests.clock,
  );
}
