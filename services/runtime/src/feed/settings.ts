import { address, logLevel } from '@platform/kit/config';
import { grpcTlsSettings } from '@platform/rpc/grpc';
import { followedVenues, venueSettings } from '@platform/venues/runtime';
import { z } from 'zod';

/** The environment of a venue's feed. */
export const settings = {
  VENUE: z.enum(followedVenues).describe('the venue whose markets are followed'),
  ...venueSettings,
  FEED_SOCKET: z.string().describe('the socket on which bots ask, a path'),
  FEED_SHARE_FILE: z
    .string()
    .optional()
    .describe(
      'file that says among how many feeds of all machines the venue’s allowance is divided, as JSON: `feeds`; followed, and waited for; absent: it is not',
    ),
  CONTEXT_GRPC_ADDRESS: address.describe('the context service, which has the history'),
  WORKLOAD_KEY_FILE: z.string().describe("this process's own private key"),
  ...grpcTlsSettings,
  LOG_LEVEL: logLevel,
};
