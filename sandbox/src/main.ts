/** The sandbox process: the mailbox, the venues and the keepers of the embedded chains that its environment enables. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock, systemRandom } from '@platform/kit/clock';
import { type Network, networkNames, networkVariable } from '@platform/kit/networks';
import { seededRandom } from '@platform/kit/sampling';
import { type Closeable, prepareProcess, runProcess } from '@platform/lifecycle';
import { sandboxVenues } from '@platform/venues/sandbox';
import { createFaults } from '@platform/venues/simulation';
import { type Hex, isHex } from 'viem';
import { CHAINS } from './chains/chain.js';
import { type ChainKeeper, startChainKeeper } from './chains/keeper.js';
import { behaviourOf } from './chains/node/behaviour.js';
import { startNode } from './chains/node/server.js';
import { faultRoutes } from './faults/routes.js';
import { startHealth } from './health.js';
import { IdentityProvider } from './identity-provider/provider.js';
import { identityProviderRoutes } from './identity-provider/routes.js';
import { startMailbox } from './mailbox/index.js';
import { chainSnapshotFile, mailboxDirectory } from './paths.js';
import {
  type ListenAddress,
  listenVariable,
  MARKET_DATA_ADDRESS,
  REFERENCE_WEIGHT_PER_MINUTE,
  SANDBOX_VENUES,
  settings,
} from './settings.js';

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
    ...(await Promise.all(networkNames.map(startNodeOf))).flat(),
    ...(await startMailboxAt(environment.MAILBOX_LISTEN)),
    ...(await startVenues(faucetKey)),
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
  if (faucetKey === undefined) return [];
  return networkNames.flatMap((chain) => {
    const rpcUrl = rpcUrlOf(chain);
    if (rpcUrl === undefined) return [];
    const snapshotFile = chainSnapshotFile(dataDirectory, chain);
    return [
      startChainKeeper({ chain, rpcUrl, snapshotFile, faucetKey, relayer: environment.RELAYER_ADDRESS, clock, logger }),
    ];
  });
}

function rpcUrlOf(chain: Network): string | undefined {
  return environment[networkVariable(chain, 'RPC_URL')];
}

async function startNodeOf(chain: Network): Promise<Closeable[]> {
  const listen = environment[networkVariable(chain, 'NODE_LISTEN')];
  const upstreamUrl = rpcUrlOf(chain);
  if (listen === undefined || upstreamUrl === undefined) return [];
  const { SANDBOX_WORLD: world, SANDBOX_SEED: seed } = environment;
  const behaviour = behaviourOf(world, chain);
  return [
    await startNode({ ...listen, chain, upstreamUrl, behaviour, random: seededRandom(seed), faults, clock, logger }),
  ];
}

async function startMailboxAt(listen: ListenAddress | undefined): Promise<Closeable[]> {
  if (listen === undefined) return [];
  return [await startMailbox({ ...listen, directory: mailboxDirectory(dataDirectory), clock, logger })];
}

async function startVenues(faucetPrivateKey: Hex | undefined): Promise<Closeable[]> {
  const started: Closeable[] = [];
  const conditions = venueConditions(faucetPrivateKey);
  for (const id of SANDBOX_VENUES) {
    const listen = environment[listenVariable(id)];
    if (listen === undefined) continue;
    const stateDirectory = join(dataDirectory, 'venues', id);
    const start = sandboxVenues[id];
    started.push(await start({ ...listen, stateDirectory, ...conditions }));
  }
  return started;
}

/** The settings that all venues share. */
function venueConditions(faucetPrivateKey: Hex | undefined) {
  const chains = networkNames.flatMap((name) => {
    const rpcUrl = rpcUrlOf(name);
    if (rpcUrl === undefined || faucetPrivateKey === undefined) return [];
    return [[name, { rpcUrl, usdcAddress: CHAINS[name].usdcAddress, faucetPrivateKey }]];
  });
  return {
    seed: environment.SANDBOX_SEED,
    world: environment.SANDBOX_WORLD,
    recordingsDirectory: environment.SANDBOX_RECORDINGS_DIR,
    chains: Object.fromEntries(chains),
    allowances,
    readLagMs: environment.SANDBOX_READ_LAG_MS,
    ...{ faults, clock, logger },
  };
}

/** Returns a venue's allowances, in proportion to the reference: for any address, and for the one that reads market data. */
function allowances(publishedPerMinute: number) {
  const { SANDBOX_WEIGHT_PER_MINUTE: weight, SANDBOX_MARKET_DATA_WEIGHT_PER_MINUTE: marketData } = environment;
  const scale = publishedPerMinute / REFERENCE_WEIGHT_PER_MINUTE;
  const exceptions = new Map(marketData === 0 ? [] : [[MARKET_DATA_ADDRESS, marketData * scale]]);
  return { weightPerMinute: weight * scale, exceptions };
}
