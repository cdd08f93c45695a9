import { address, logLevel } from '@platform/kit/config';
import { z } from 'zod';
import { grpcTlsSettings, grpcWithoutTlsSettings } from '../grpc/index.js';

/** The settings that every service reads from its environment. */
export const serviceSettings = {
  GRPC_LISTEN: address.describe('host:port of the gRPC server'),
  SUBGRAPH_LISTEN: address.describe('host:port of the GraphQL subgraph; only the gateway may call it'),
  TRUSTED_KEYS_FILE: z.string().describe('public keys of all workloads'),
  ...grpcTlsSettings,
  ...grpcWithoutTlsSettings,
  LOG_LEVEL: logLevel,
};

/** The part of a service's environment that configures its servers. */
export type ServiceEnvironment = z.output<z.ZodObject<typeof serviceSettings>>;
