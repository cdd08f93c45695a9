import { address, httpUrl, logLevel } from '@platform/kit/config';
import { grpcTlsSettings } from '@platform/rpc/grpc';
import { partSetting } from '@platform/venues/hyperliquid/client';
import { z } from 'zod';

/** The environment of a venue proxy. */
export const settings = {
  HTTP_LISTEN: address.describe('host:port to listen on'),
  HYPERLIQUID_API_URL: httpUrl.describe("the venue's base address"),
  HYPERLIQUID_WEIGHT_PER_MINUTE: partSetting(),
  HYPERLIQUID_WS_URL: z
    .url({ protocol: /^wss?$/, error: 'must be a ws or wss address' })
    .describe("the venue's WebSocket"),
  WALLET_GRPC_ADDRESS: address.describe('the wallet service, which issues the agent'),
  WORKLOAD_KEY_FILE: z.string().describe("this process's own private key"),
  ACCOUNT_ID: z.string().min(1).describe('the account whose bots these are'),
  AGENT_NAME: z
    .string()
    .regex(/^[\x21-\x7e]{1,16}$/, 'must be 1 to 16 visible ASCII characters')
    .describe("the agent's name at the venue, one an account: a restart's new key ends the former one's power"),
  ORDERS_FILE: z
    .string()
    .describe(
      'file with the runtime service’s grant and what each bot may do, as JSON: `grant`, and `bots` with deploymentId, bot, coins, capitalMicroUsdc, maximumLeverage, builder; followed, and with no bots left the agent is ended',
    ),
  ...grpcTlsSettings,
  LOG_LEVEL: logLevel,
};
