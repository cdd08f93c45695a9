import { address, logLevel } from '@platform/kit/config';
import { grpcTlsSettings } from '@platform/rpc/grpc';
import { followedVenues, venueSettings } from '@platform/venues/runtime';
import { z } from 'zod';

/** The environment of a venue's feed. */
export const settings = {
  VENUE: z.enum(followedVenues).describe('the venue whose markets are followed'),
  ...venueSettings,
  FEED_SOCKET: z.string().describe('the socket on which bots ask, a path'),
  CONTEXT_GRPC_ADDRESS: address.describe('the context service, which has the history'),
  WORKLOAD_KEY_FILE: z.string().describe("this process's own private key"),
  ...grpcTlsSettings,
  LOG_LEVEL: logLevel,
};
