import { httpUrl } from '@platform/kit/config';
import type { z } from 'zod';
import type { Requests } from '../../http/index.js';
import type { ActionSigner, OpenVenue } from '../../native-actions/index.js';
import { HyperliquidClient, SHARES, shareSetting } from '../client/index.js';
import { HyperliquidVenue } from './hyperliquid.js';

/** The environment settings of the venue. */
export const hyperliquidSettings = {
  HYPERLIQUID_API_URL: httpUrl.optional().describe('HTTP address of Hyperliquid; without it nothing is executed'),
  HYPERLIQUID_WEIGHT_PER_MINUTE: shareSetting(SHARES.execution),
};

/** Opens the venue as it is configured; undefined where it isn't. */
export function openHyperliquid(
  environment: z.output<z.ZodObject<typeof hyperliquidSettings>>,
  signer: ActionSigner,
  requests: Requests,
): OpenVenue | undefined {
  const { HYPERLIQUID_API_URL: url, HYPERLIQUID_WEIGHT_PER_MINUTE: weightPerMinute } = environment;
  if (url === undefined) return undefined;
  const client = new HyperliquidClient({ url, weightPerMinute, ...requests });
  return { venue: new HyperliquidVenue(client, signer, requests.clock), close: () => client.close() };
}
