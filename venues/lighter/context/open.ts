import { httpUrl } from '@platform/kit/config';
import type { z } from 'zod';
import { marketDataAddressSetting, type Requests } from '../../http/index.js';
import type { Omissions } from '../../market-data/index.js';
import { LighterClient, SHARES, shareSetting } from '../client/index.js';
import { Lighter } from './lighter.js';

/** The environment settings of the venue. */
export const lighterSettings = {
  LIGHTER_API_URL: httpUrl.describe("base of Lighter's API"),
  LIGHTER_REQUESTS_PER_MINUTE: shareSetting(SHARES.context),
  LIGHTER_MARKET_DATA_ADDRESS: marketDataAddressSetting('Lighter'),
};

/** Opens the venue as it is configured. */
export function openLighter(
  environment: z.output<z.ZodObject<typeof lighterSettings>>,
  requests: Requests,
  omissions: Omissions,
): Lighter {
  const {
    LIGHTER_API_URL: url,
    LIGHTER_REQUESTS_PER_MINUTE: requestsPerMinute,
    LIGHTER_MARKET_DATA_ADDRESS: localAddress,
  } = environment;
  return new Lighter(
    new LighterClient({ url, requestsPerMinute, localAddress, ...requests }),
    omissions,
    requests.clock,
  );
}
