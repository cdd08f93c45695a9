import { settings as gatewaySettings } from '@platform/gateway';
import { flag, httpUrl, port } from '@platform/kit/config';

/** The environment of the edge: the gateway's, and what the REST facade needs beside it. */
export const settings = {
  PORT: port.default(8_080).describe('port that REST is served on; 0 picks a free one'),
  ...gatewaySettings,
  PUBLIC_URL: httpUrl
    .optional()
    .describe('base of addresses in answers; http://localhost and the bound port when unset'),
  PUBLIC_GRAPHQL_URL: httpUrl
    .optional()
    .describe('address that browsers reach GraphQL at, for the link of the page at `/docs`; unset: the bound port'),
  IDENTITY_PROVIDER_TOKEN_URL: httpUrl
    .optional()
    .describe(
      "where the sandbox's identity provider gives a token for any wallet, so that the console signs wallets in; unset: they bring their own",
    ),
  SANDBOX: flag
    .default(false)
    .describe('whether chains, money and markets are simulated, as the page at `/docs` then says'),
};
