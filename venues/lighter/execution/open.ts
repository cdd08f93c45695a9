import { httpUrl, webSocketUrl } from '@platform/kit/config';
import type { z } from 'zod';
import type { Requests } from '../../http/index.js';
import type { ActionSigner, OpenVenue } from '../../native-actions/index.js';
import { LighterTrading, SHARES, shareSetting, TRANSACTION_SHARES, transactionsSetting } from '../client/index.js';
import { LighterVenue } from './lighter.js';
import { openOwnStreams } from './own-streams.js';

/** The environment settings of the venue. */
export const lighterSettings = {
  LIGHTER_API_URL: httpUrl.optional().describe("base of Lighter's API; without it nothing is executed"),
  LIGHTER_WS_URL: webSocketUrl
    .optional()
    .describe("Lighter's WebSocket; without it outcomes of executions are polled for alone"),
  LIGHTER_TRADING_REQUESTS_PER_MINUTE: shareSetting(SHARES.execution),
  LIGHTER_TRANSACTIONS_PER_MINUTE: transactionsSetting(TRANSACTION_SHARES.execution),
};

/** Opens the venue as it is configured; undefined where it isn't. */
export function openLighter(
  environment: z.output<z.ZodObject<typeof lighterSettings>>,
  signer: ActionSigner,
  requests: Requests,
): OpenVenue | undefined {
  const { LIGHTER_API_URL: url, LIGHTER_TRADING_REQUESTS_PER_MINUTE: requestsPerMinute } = environment;
  const { LIGHTER_TRANSACTIONS_PER_MINUTE: transactionsPerMinute, LIGHTER_WS_URL: wsUrl } = environment;
  if (url === undefined) return undefined;
  const client = new LighterTrading({ url, requestsPerMinute, transactionsPerMinute, ...requests });
  const streams =
    wsUrl === undefined ? undefined : openOwnStreams({ url: wsUrl, client, signer, clock: requests.clock });
  return { venue: new LighterVenue(client, signer, requests.clock, streams), close: () => client.close() };
}
