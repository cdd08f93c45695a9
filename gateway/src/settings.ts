import { httpSettings } from '@platform/edge/http';
import { address, httpUrl, integer, logLevel, networks, port } from '@platform/kit/config';
import { grpcTlsSettings, grpcWithoutTlsSettings } from '@platform/rpc/grpc';
import { z } from 'zod';

/** The environment of the gateway. */
export const settings = {
  GATEWAY_PORT: port.default(4_000).describe('port to listen on; 0 picks a free one'),
  ...httpSettings,
  IDENTITY_GRPC_ADDRESS: address.describe('address of the identity service, which checks credentials'),
  RUNTIME_GRPC_ADDRESS: address.describe('address of the runtime service, whose changes streams tell'),
  EXECUTION_GRPC_ADDRESS: address.describe('address of the execution service, likewise'),
  WALLET_GRPC_ADDRESS: address.describe('address of the wallet service, likewise'),
  STREAM_CONNECTIONS_PER_ACCOUNT: integer(1, 10_000)
    .default(20)
    .describe('streams that one account may have open at once'),
  STREAM_SUBSCRIPTIONS_PER_ACCOUNT: integer(1, 100_000)
    .default(100)
    .describe('subscriptions that one account may have in them together'),
  IDENTITY_SUBGRAPH_URL: httpUrl.describe('GraphQL address of the identity subgraph'),
  WALLET_SUBGRAPH_URL: httpUrl.describe('GraphQL address of the wallet subgraph'),
  CONTEXT_SUBGRAPH_URL: httpUrl.describe('GraphQL address of the context subgraph'),
  RUNTIME_SUBGRAPH_URL: httpUrl.describe('GraphQL address of the runtime subgraph'),
  EXECUTION_SUBGRAPH_URL: httpUrl.describe('GraphQL address of the execution subgraph'),
  PUBLIC_URL: httpUrl
    .optional()
    .describe(
      'address of the REST facade, whose pages may always call and which the explorer leads to; none when unset',
    ),
  TRUSTED_PROXIES: networks
    .optional()
    .describe(
      'addresses and networks whose X-Forwarded-For header is trusted to name the client; unset: the header is ignored',
    ),
  WORKLOAD_KEY_FILE: z.string().describe("the process's own private key, which signs its internal tokens"),
  ...grpcTlsSettings,
  ...grpcWithoutTlsSettings,
  LOG_LEVEL: logLevel,
};
