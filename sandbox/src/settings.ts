import { address, httpUrl, integer, logLevel } from '@platform/config';
import type { Address } from 'viem';
import { z } from 'zod';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** Where a part of the sandbox listens. */
export interface ListenAddress {
  host: string;
  port: number;
}

const listenAddress = address.transform((text): ListenAddress => {
  const colon = text.lastIndexOf(':');
  return { host: text.slice(0, colon), port: Number(text.slice(colon + 1)) };
});

/** The seed of the simulated markets; the same seed gives the same markets. */
export const sandboxSeed = integer(0, 2 ** 31 - 1).default(1);

/** The environment of the sandbox process, as the supervisor sets it. */
export const settings = {
  DATA_DIR: z.string().describe('where the mailbox, the chains and the venues keep their state'),
  HTTP_LISTEN: listenAddress.describe('host:port of GET /health'),
  MAILBOX_LISTEN: listenAddress.optional().describe('host:port of the SMTP server; without it there is no mailbox'),
  HYPERLIQUID_LISTEN: listenAddress.optional().describe('host:port of the venue; without it there is none'),
  IDENTITY_PROVIDER_ISSUER: httpUrl.optional().describe('what tokens name as issuer; without it there is no provider'),
  IDENTITY_PROVIDER_AUDIENCE: z.string().default('trading-platform').describe('what tokens name as audience'),
  ARBITRUM_RPC_URL: httpUrl.optional().describe('the embedded chain to keep'),
  POLYGON_RPC_URL: httpUrl.optional().describe('the embedded chain to keep'),
  FAUCET_KEY_FILE: z.string().optional().describe("the faucet's private key on the embedded chains"),
  RELAYER_ADDRESS: z
    .custom<Address>((value) => typeof value === 'string' && ADDRESS.test(value), 'must be an address')
    .optional()
    .describe('given ether on the embedded chains'),
  SANDBOX_SEED: sandboxSeed,
  SANDBOX_RECORDINGS_DIR: z.string().optional().describe('recordings the venues replay'),
  LOG_LEVEL: logLevel,
};
