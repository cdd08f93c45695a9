/** The sandbox process: the mailbox, the venues and the keepers of the embedded chains, as far as its environment asks. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock, systemRandom } from '@platform/kit/clock';
import { type Closeable, prepareProcess, runProcess } from '@platform/lifecycle';
import { type Hex, isHex } from 'viem';
import { CHAINS, type ChainName } from './chains/chain.js';
import { type ChainKeeper, startChainKeeper } from './chains/keeper.js';
import { conductOf } from './chains/node/conduct.js';
import { seededRandom } from './chains/node/random.js';
import { startNode } from './chains/node/server.js';
import { createFaults } from './faults/faults.js';
import { faultRoutes } from './faults/routes.js';
import { startHealth } from './health.js';
import { IdentityProvider } from './identity-provider/provider.js';
import { identityProviderRoutes } from './identity-provider/routes.js';
import { startMailbox } from './mailbox/index.js';
import { chainSnapshotFile, mailboxDirectory } from './paths.js';
import { type ListenAddress, MARKET_DATA_ADDRESS, settings } from './settings.js';
import { startHyperliquid } from './venues/hyperliquid/index.js';
import { PUBLISHED_WEIGHT_PER_MINUTE } from './venues/hyperliquid/limits/weights.js';
import { hyperliquidWorld } from './venues/hyperliquid/world.js';
import { startLighter } from './venues/lighter/index.js';
import { PREMIUM_WEIGHT_PER_MINUTE } from './venues/lighter/limits.js';
import { startPolymarket } from './venues/polymarket/index.js';

const { environment, logger } = prepareProcess('sandbox', settings);
const dataDirectory = environment.DATA_DIR;
const clock = systemClock;
const faults = createFaults();

await runProcess(logger, async () => {
  const faucetKey = await readFaucetKey();
  const keepers = startChainKeepers(faucetKey);
  const identityProvider = await createIdentityProvider();
  return [
    await startHealth({
      ...environment.HTTP_LISTEN,
      isReady: () => keepers.every((keeper) => keeper.isReady()),
      extend: (app) => {
        faultRoutes(faults)(app);
        if (identityProvider !== undefined) identityProviderRoutes(identityProvider)(app);
      },
    }),
    ...(await startNodeAt('arbitrum', environment.ARBITRUM_NODE_LISTEN, environment.ARBITRUM_RPC_URL)),
    ...(await startNodeAt('polygon', environment.POLYGON_NODE_LISTEN, environment.POLYGON_RPC_URL)),
    ...(await startMailboxAt(environment.MAILBOX_LISTEN)),
    ...(await startHyperliquidAt(environment.HYPERLIQUID_LISTEN, faucetKey)),
    ...(await startLighterAt(environment.LIGHTER_LISTEN)),
    ...(await startPolymarketAt(environment.POLYMARKET_LISTEN)),
    ...keepers,
  ];
});

async function readFaucetKey(): Promise<Hex | undefined> {
  const { FAUCET_KEY_FILE } = environment;
  if (FAUCET_KEY_FILE === undefined) return undefined;
  const faucetKey = (await readFile(FAUCET_KEY_FILE, 'utf8')).trim();
  if (!isHex(faucetKey)) throw new Error('FAUCET_KEY_FILE: holds no key');
  return faucetKey;
}

async function createIdentityProvider(): Promise<IdentityProvider | undefined> {
  const { IDENTITY_PROVIDER_ISSUER: issuer, IDENTITY_PROVIDER_AUDIENCE: audience } = environment;
  return issuer === undefined ? undefined : IdentityProvider.create({ issuer, audience }, clock, systemRandom);
}

function startChainKeepers(faucetKey: Hex | undefined): ChainKeeper[] {
  const { ARBITRUM_RPC_URL, POLYGON_RPC_URL } = environment;
  if (faucetKey === undefined) return [];
  const keep = (chain: ChainName, rpcUrl: string | undefined) =>
    rpcUrl === undefined
      ? []
      : [
          startChainKeeper({
            chain,
            rpcUrl,
            snapshotFile: chainSnapshotFile(dataDirectory, chain),
            faucetKey,
            relayer: environment.RELAYER_ADDRESS,
            clock,
            logger,
          }),
        ];
  return [...keep('arbitrum', ARBITRUM_RPC_URL), ...keep('polygon', POLYGON_RPC_URL)];
}

async function startNodeAt(
  chain: ChainName,
  listen: ListenAddress | undefined,
  upstreamUrl: string | undefined,
): Promise<Closeable[]> {
  if (listen === undefined || upstreamUrl === undefined) return [];
  const { SANDBOX_WORLD: world, SANDBOX_SEED: seed } = environment;
  const conduct = conductOf(world, chain);
  return [
    await startNode({ ...listen, chain, upstreamUrl, conduct, random: seededRandom(seed), faults, clock, logger }),
  ];
}

async function startMailboxAt(listen: ListenAddress | undefined): Promise<Closeable[]> {
  if (listen === undefined) return [];
  return [await startMailbox({ ...listen, directory: mailboxDirectory(dataDirectory), clock, logger })];
}

async function startHyperliquidAt(
  listen: ListenAddress | undefined,
  faucetPrivateKey: Hex | undefined,
): Promise<Closeable[]> {
  if (listen === undefined) return [];
  const { ARBITRUM_RPC_URL: rpcUrl } = environment;
  const { SANDBOX_READ_LAG_MS: readLagMs } = environment;
  const { usdcAddress } = CHAINS.arbitrum;
  const venue = await startHyperliquid({
    ...listen,
    seed: environment.SANDBOX_SEED,
    recordingsDirectory: environment.SANDBOX_RECORDINGS_DIR,
    stateDirectory: join(dataDirectory, 'venues', 'hyperliquid'),
    arbitrum:
      rpcUrl === undefined || faucetPrivateKey === undefined ? undefined : { rpcUrl, usdcAddress, faucetPrivateKey },
    weightPerMinute: environment.SANDBOX_WEIGHT_PER_MINUTE,
    allowances: marketDataAllowances(),
    ...hyperliquidWorld(environment.SANDBOX_WORLD, faults),
    ...(readLagMs !== undefined && { readLagMs }),
    clock,
    logger,
  });
  return [venue];
}

async function startLighterAt(listen: ListenAddress | undefined): Promise<Closeable[]> {
  if (listen === undefined) return [];
  const { SANDBOX_SEED: seed, SANDBOX_WEIGHT_PER_MINUTE: weight } = environment;
  const scale = PREMIUM_WEIGHT_PER_MINUTE / PUBLISHED_WEIGHT_PER_MINUTE;
  const [weightPerMinute, allowances] = [weight * scale, marketDataAllowances(scale)];
  return [await startLighter({ ...listen, seed, weightPerMinute, allowances, faults, clock, logger })];
}

/** What a venue allows the address that market data is read from: in proportion to what Hyperliquid does. */
function marketDataAllowances(scale = 1): ReadonlyMap<string, number> {
  const { SANDBOX_MARKET_DATA_WEIGHT_PER_MINUTE: weight } = environment;
  return weight === 0 ? new Map() : new Map([[MARKET_DATA_ADDRESS, weight * scale]]);
}

async function startPolymarketAt(listen: ListenAddress | undefined): Promise<Closeable[]> {
  if (listen === undefined) return [];
  const { SANDBOX_SEED: seed, SANDBOX_RECORDINGS_DIR: recordingsDirectory } = environment;
  return [await startPolymarket({ ...listen, seed, recordingsDirectory, faults, clock, logger })];
}
