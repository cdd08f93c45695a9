/** Two instances of the service over one database, each with a machine of its own. */
import { type Clock, ManualClock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import type { BotRunner } from '../bots/bot-runner.js';
import { MemoryBotRunner } from '../bots/testing/memory-runner.js';
import { created } from '../deployments/actions/deployments.fixture.js';
import type { DeploymentRecord } from '../deployments/record.js';
import type { DeploymentEvent } from '../deployments/state.js';
import { buildDomain, NO_MARKET_FACTS, NOTHING_LIVE } from '../domain.fixture.js';
import type { VenueProxies } from '../live/venue-proxies.js';
import type { LiveWallet, VenueStanding } from '../live/wallet.js';
import { Nodes, nodeModel } from './nodes.js';

export const OWNER = 'acc_1';
const START_MS = Date.UTC(2026, 5, 1);
const CAPITAL_USD = 60;
const MARKET = {
  ...{ kind: 'perpetual' as const, sizeDecimals: 5, tickSize: '1', maxLeverage: 40, markPrice: '100' },
};

/** An instance of the service. */
export type Instance = Awaited<ReturnType<typeof buildDomain>> & {
  readonly name: string;
  readonly runner: MemoryBotRunner;
};

interface InstanceOptions {
  readonly wallet?: Partial<LiveWallet>;
  readonly proxiesOf?: (name: string) => Partial<VenueProxies>;
  readonly clock?: Clock;
  /** The runner of a cluster that both have, the node `cluster`; absent: they have none. */
  readonly clusterRunner?: BotRunner;
}

/** What an account has at its venue. */
export const FUNDED: VenueStanding = {
  ...{ address: '0x1', equityUsd: CAPITAL_USD, positions: [] },
  ...{ agent: 'none', agentIssuedAtMs: null },
};

/** Returns two instances that give signs of themselves, `a` and `b`; their workers are not started. */
export async function twoInstances(
  connection: Connection,
  { wallet, proxiesOf, clusterRunner, clock = new ManualClock(START_MS) }: InstanceOptions = {},
): Promise<readonly [Instance, Instance]> {
  const open = async (name: string): Promise<Instance> => {
    const runner = new MemoryBotRunner(clock);
    const live = {
      isOn: true,
      wallet: {
        setUp: async () => ({ id: 'vs_1', status: 'completed', step: 'done' }) as const,
        standing: async () => FUNDED,
        release: async () => {},
        ...wallet,
      },
      proxies: { ...NOTHING_LIVE.proxies, keyOf: async () => '0x1' as const, ...proxiesOf?.(name) },
    };
    const bots = {
      ...{ runner, clusterRunner, botLimits: { memoryBytes: 2 ** 30 }, marketFactsOf: NO_MARKET_FACTS, live },
      marketsOf: async ({ symbols }: { readonly symbols: readonly string[] }) =>
        symbols.map((alias) => ({ ...MARKET, alias, symbol: alias, coin: alias.slice(0, 3) })),
    };
    const nodes = new Nodes(connection, name, clusterRunner && 'cluster');
    const domain = await buildDomain(connection, { clock, nodes, bots });
    await domain.nodes.beat();
    return { ...domain, name, runner };
  };
  const instances = [await open('a'), await open('b')] as const;
  await instances[0].nodes.beat();
  return instances;
}

/** Makes a node one that has given no sign for an hour. */
export async function takeAway(connection: Connection, name: string): Promise<void> {
  const stages = [{ $set: { seenAt: { $subtract: ['$$NOW', 3_600_000] } } }];
  await nodeModel(connection).updateOne({ _id: name }, stages, { updatePipeline: true });
}

/** Creates a live deployment of one market. */
export async function createdLive({ deployments }: Instance, name: string, market: string): Promise<DeploymentRecord> {
  const request = {
    ...{ framework: 'freqtrade', venue: 'hyperliquid', mode: 'live', name, code: 'x = 1' },
    configJson: JSON.stringify({ exchange: { pair_whitelist: [market] }, available_capital: CAPITAL_USD }),
  };
  return (await deployments.creation.create(request, { accountId: OWNER, requestId: 'req_1' })).deployment;
}

/** Moves a deployment by events, as those that look after it do. */
export async function moved(
  { deployments: { store } }: Instance,
  id: string,
  ...events: readonly DeploymentEvent[]
): Promise<DeploymentRecord> {
  for (const event of events)
    if ((await store.move(await store.get(OWNER, id), event)) === undefined) throw new Error(`${id} has moved`);
  return store.get(OWNER, id);
}

/** Returns one that an instance has created and started. */
export async function started(instance: Instance, name: string): Promise<DeploymentRecord> {
  const { _id } = await created(instance, OWNER, name);
  return instance.deployments.lifecycle.start(OWNER, _id, {});
}
