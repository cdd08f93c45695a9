import { httpUrl } from '@platform/kit/config';
import type { z } from 'zod';
import type { Requests } from '../../http/index.js';
import type { ActionSigner, OpenVenue } from '../../native-actions/index.js';
import { PolymarketRelayer, PolymarketTrading, SHARES, shareSetting } from '../client/index.js';
import { PolymarketVenue } from './polymarket.js';

/** The environment settings of the venue. */
export const polymarketSettings = {
  POLYMARKET_CLOB_URL: httpUrl.optional().describe("base of Polymarket's CLOB; without it nothing is executed"),
  POLYMARKET_RELAYER_URL: httpUrl.optional().describe("base of Polymarket's relayer; without it nothing is executed"),
  POLYMARKET_CLOB_REQUESTS_PER_MINUTE: shareSetting('clob', SHARES.execution),
};

/** Opens the venue as it is configured; undefined where it isn't. */
export function openPolymarket(
  environment: z.output<z.ZodObject<typeof polymarketSettings>>,
  signer: ActionSigner,
  requests: Requests,
): OpenVenue | undefined {
  const { POLYMARKET_CLOB_URL: clobUrl, POLYMARKET_CLOB_REQUESTS_PER_MINUTE: requestsPerMinute } = environment;
  const { POLYMARKET_RELAYER_URL: url } = environment;
  if (clobUrl === undefined || url === undefined) return undefined;
  const client = new PolymarketTrading({ clobUrl, requestsPerMinute, ...requests });
  const relayer = new PolymarketRelayer({ url, share: 'execution', ...requests });
  return {
    venue: new PolymarketVenue(client, relayer, signer),
    close: async () => {
      await Promise.all([client.close(), relayer.close()]);
    },
  };
}
