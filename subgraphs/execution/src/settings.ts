import { address, logLevel } from '@platform/config';
import { grpcTlsSettings } from '@platform/grpc';
import { z } from 'zod';

/** The environment of the execution subgraph. */
export const settings = {
  HTTP_LISTEN: address.describe('host:port to listen on'),
  EXECUTION_GRPC_ADDRESS: address.describe('the execution service'),
  TRUSTED_KEYS_FILE: z.string().describe('public keys of all workloads'),
  ...grpcTlsSettings,
  LOG_LEVEL: logLevel,
};
