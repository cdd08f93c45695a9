import { httpSettings } from '@platform/edge/http';
import { flag, httpUrl, logLevel, networks, port } from '@platform/kit/config';
import { z } from 'zod';

/** The environment of the REST facade. */
export const settings = {
  PORT: port.default(8_080).describe('port to listen on; 0 picks a free one'),
  ...httpSettings,
  GATEWAY_URL: httpUrl.describe('GraphQL address of the gateway'),
  PUBLIC_URL: httpUrl
    .optional()
    .describe('base of addresses in answers; http://localhost and the bound port when unset'),
  PUBLIC_GRAPHQL_URL: httpUrl
    .optional()
    .describe('address that browsers reach GraphQL at, for the link of the first page; unset: GATEWAY_URL'),
  SANDBOX: flag.default(false).describe('whether chains, money and markets are simulated, as the first page then says'),
  TRUSTED_PROXIES: networks
    .optional()
    .describe(
      'addresses and networks whose X-Forwarded-For header is trusted to name the client; unset: the header is ignored',
    ),
  WORKLOAD_KEY_FILE: z.string().describe("the facade's own private key: the gateway believes by it who the client is"),
  LOG_LEVEL: logLevel,
};
