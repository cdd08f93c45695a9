import { address, logLevel } from '@platform/kit/config';
import { grpcTlsSettings } from '@platform/rpc/grpc';
import { proxiedVenues, venueSettings } from '@platform/venues/venue-proxy';
import { z } from 'zod';

// The keys of the list are the venues.
const VENUES = Object.keys(proxiedVenues) as (keyof typeof proxiedVenues)[];

/** The environment of a venue proxy. */
export const settings = {
  HTTP_LISTEN: z
    .union([address, z.string().startsWith('/')])
    .describe('host:port or the path of a socket to listen on'),
  LOCK_FILE: z
    .string()
    .optional()
    .describe('held for as long as the proxy runs, so that two never serve one account; absent: that is not prevented'),
  VENUE: z.enum(VENUES).describe('the venue whose live bots these are'),
  ...venueSettings,
  WALLET_GRPC_ADDRESS: address.describe('the wallet service, which issues the agent'),
  WORKLOAD_KEY_FILE: z.string().describe("this process's own private key"),
  ACCOUNT_ID: z.string().min(1).describe('the account whose bots these are'),
  AGENT_NAME: z
    .string()
    .regex(/^[\x21-\x7e]{1,16}$/, 'must be 1 to 16 visible ASCII characters')
    .describe("the agent's name at the venue, one per account: a restart's new key ends the power of the former one"),
  ASSIGNMENT_FILE: z
    .string()
    .describe(
      'file with the runtime service’s grant and what each bot may do, as JSON: `grant`, and `bots` with deploymentId, bot, coins, capitalMicroUsdc, maximumLeverage, maximumOpenOrders, maximumDailyLossMicroUsdc, opensUntilMs; followed, and with no bots left the agent is ended',
    ),
  SHARE_FILE: z
    .string()
    .optional()
    .describe(
      'file that says among how many proxies the venue’s allowance for live bots is divided, as JSON: `proxies`; followed; absent: it is not',
    ),
  JOURNAL_FILE: z
    .string()
    .min(1)
    .describe(
      "file where each action of the account's bots is written down before it is sent; it outlives the process",
    ),
  ...grpcTlsSettings,
  LOG_LEVEL: logLevel,
};
