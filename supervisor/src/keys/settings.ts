import { address, httpUrl } from '@platform/kit/config';
import { networkSettings } from '@platform/kit/networks';
import { z } from 'zod';

/** The environment of what makes the keys. */
export const settings = {
  DATA_DIR: z.string().describe('where all keys are kept'),
  KEYS_DIR: z.string().describe('a folder for each process, which receives what that process holds'),
  SANDBOX_DIR: z.string().describe('the data directory of the sandbox process, which receives the descriptor'),
  MAILBOX_DIR: z.string().describe('where the sandbox process has its mailbox'),
  SANDBOX_URL: httpUrl.describe('base address of the sandbox process'),
  ...networkSettings('RPC_URL', ({ name }) => httpUrl.describe(`JSON-RPC of the embedded ${name}`)),
  MONGODB_ADDRESS: address.describe('MongoDB, which is started with the key that is made here'),
  GATEWAY_URL: httpUrl.describe('GraphQL address of the gateway'),
  PUBLIC_URL: httpUrl.describe('base address of the REST facade'),
};
