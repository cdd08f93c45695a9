import { address, integer, secretBytes } from '@platform/kit/config';
import { serviceSettings } from '@platform/rpc/service';
import { mongoSettings } from '@platform/store/mongo';
import { venueSettings } from '@platform/venues/execution';
import { z } from 'zod';

/** The environment of the execution service. */
export const settings = {
  ...serviceSettings,
  ...mongoSettings('execution'),
  CURSOR_SECRET: secretBytes(32).describe('key that signs cursors; 32 bytes in base64'),
  ...venueSettings,
  WALLET_GRPC_ADDRESS: address
    .optional()
    .describe('address of the wallet service, which signs; executions are off when unset'),
  WORKLOAD_KEY_FILE: z.string().optional().describe("the service's own private key; without it nothing is executed"),
  EXECUTION_RECONCILIATION_SECONDS: integer(1, 86_400)
    .default(300)
    .describe('how long the platform looks up an unknown outcome before an operator must settle it'),
};
