import { address, httpUrl, integer, logLevel } from '@platform/kit/config';
import { networkNames, networkSettings } from '@platform/kit/networks';
import { venuesOffering } from '@platform/venues/registry';
import { sandboxWorlds } from '@platform/venues/simulation';
import type { Address } from 'viem';
import { z } from 'zod';

const ADDRESS = /^0x[0-9a-fA-F]{40}$/;

/** The address on which a part of the sandbox listens. */
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

/** `kind`: only what costs no time; `harsh`: it limits, lags, loses and lies as real chains and venues do (docs/sandbox.md). */
export const sandboxWorld = z.enum(sandboxWorlds, 'must be kind or harsh').default('kind');

const READ_LAG_MS_MAX = 60_000;

/** How long after a change every other read of an account still lacks it; unset: decided by `SANDBOX_WORLD`. */
export const sandboxReadLag = integer(0, READ_LAG_MS_MAX).optional();

const WEIGHT_MAX = 10_000_000;

/** The allowance per address and minute, on the scale of the sandbox's allowances. */
export const REFERENCE_WEIGHT_PER_MINUTE = 1_200;
/** The allowance of the sandbox's venues per address and minute. */
export const sandboxWeight = integer(1, WEIGHT_MAX).default(REFERENCE_WEIGHT_PER_MINUTE);
/** The allowance of the address that reads market data, so that a first start takes seconds. */
export const sandboxMarketDataWeight = integer(0, WEIGHT_MAX).default(1_000_000);
/** The address of this machine from which market data is read, apart from that of other callers. */
export const MARKET_DATA_ADDRESS = '127.0.0.2';

const venueAddress = listenAddress.optional().describe('host:port of the venue; without it there is none');

/** The venues that the sandbox has. */
export const SANDBOX_VENUES = venuesOffering('context');
export type SandboxVenue = (typeof SANDBOX_VENUES)[number];

/** Returns the variable with the address on which a venue of the sandbox listens. */
export function listenVariable<Id extends SandboxVenue>(id: Id) {
  // The type of each literal after `toUpperCase`.
  return `${id.toUpperCase()}_LISTEN` as `${Uppercase<Id>}_LISTEN`;
}

// One variable per venue.
const venueAddresses = Object.fromEntries(SANDBOX_VENUES.map((id) => [listenVariable(id), venueAddress])) as Record<
  ReturnType<typeof listenVariable<SandboxVenue>>,
  typeof venueAddress
>;

/** The environment of the sandbox process, as the supervisor sets it. */
export const settings = {
  DATA_DIR: z.string().describe('where the mailbox, the chains and the venues keep their state'),
  HTTP_LISTEN: listenAddress.describe('host:port of GET /health'),
  MAILBOX_LISTEN: listenAddress.optional().describe('host:port of the SMTP server; without it there is no mailbox'),
  ...venueAddresses,
  IDENTITY_PROVIDER_ISSUER: httpUrl.optional().describe('what tokens name as issuer; without it there is no provider'),
  IDENTITY_PROVIDER_AUDIENCE: z.string().default('trading-platform').describe('what tokens name as audience'),
  ...networkSettings('RPC_URL', ({ name }) => httpUrl.optional().describe(`the embedded ${name} to keep`)),
  ...networkSettings('NODE_LISTEN', ({ name }) =>
    listenAddress
      .optional()
      .describe(`host:port at which the embedded ${name} is served as a hosted node would; without it it is not`),
  ),
  FAUCET_KEY_FILE: z.string().optional().describe("the faucet's private key on the embedded chains"),
  RELAYER_ADDRESS: z
    .custom<Address>((value) => typeof value === 'string' && ADDRESS.test(value), 'must be an address')
    .optional()
    .describe('given ether on the embedded chains'),
  SANDBOX_WEIGHT_PER_MINUTE: sandboxWeight.describe(
    `what the venues allow an address per minute, where ${REFERENCE_WEIGHT_PER_MINUTE} is what each venue itself allows`,
  ),
  SANDBOX_MARKET_DATA_WEIGHT_PER_MINUTE: sandboxMarketDataWeight.describe(
    `the same of ${MARKET_DATA_ADDRESS}, from which market data is read; 0: as any other address`,
  ),
  SANDBOX_SEED: sandboxSeed,
  SANDBOX_WORLD: sandboxWorld,
  SANDBOX_READ_LAG_MS: sandboxReadLag.describe(
    "how long after a change every other read of a venue's account lacks it",
  ),
  SANDBOX_RECORDINGS_DIR: z.string().optional().describe('recordings the venues replay'),
  LOG_LEVEL: logLevel,
};

/** The environment of an embedded chain that no supervisor starts. */
export const chainSettings = {
  CHAIN: z.enum(networkNames, `must be ${networkNames.join(' or ')}`).describe('which chain it is'),
  DATA_DIR: z.string().describe('where its keeper, the sandbox process, writes its state'),
  HTTP_LISTEN: listenAddress.describe('host:port of its JSON-RPC'),
  LOG_LEVEL: logLevel,
};
