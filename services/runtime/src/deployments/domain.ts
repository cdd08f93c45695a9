import type { Clock, IdSource, Random } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import type { Logger } from '@platform/observability/logging';
import type { Connection, IdempotencyRecords } from '@platform/store/mongo';
import type { MarketData } from '../backtests/market-data.js';
import type { BotRunner } from '../bots/bot-runner.js';
import type { WorkloadReader } from '../bots/workloads/workload-reader.js';
import type { Framework } from '../frameworks/framework.js';
import type { Frameworks } from '../frameworks/versions.js';
import { LegacyDeploymentReads } from '../legacy/deployments/reads.js';
import { LiveDeployments } from '../live/live-deployments.js';
import type { LiveProxies } from '../live/venue-proxies.js';
import { BotLogs } from '../nodes/bot-logs.js';
import type { Nodes } from '../nodes/nodes.js';
import { haltDeployments } from './actions/halt.js';
import { DeploymentCreation } from './creation.js';
import type { MarketFactsOf } from './diagnosis/index.js';
import type { DeploymentParts } from './handlers.js';
import { DeploymentHistory, tradeCursors } from './history/index.js';
import type { MarketsOf } from './instruments.js';
import { createLeaderboard } from './leaderboard/index.js';
import { DeploymentLifecycle } from './lifecycle.js';
import { deploymentCursors } from './listing.js';
import { Notes } from './notes.js';
import { type ParityParts, ParityRecords, ParityReports } from './parity/index.js';
import { Placing } from './placing.js';
import { DeploymentStore } from './store.js';
import { DeploymentWorkers } from './workers.js';
import { type BotLimits, workloadOf } from './workload.js';

/** The dependencies of deployments. */
export interface DeploymentOptions {
  readonly connection: Connection;
  readonly frameworks: Frameworks;
  readonly marketData: MarketData;
  readonly marketsOf: MarketsOf;
  readonly marketFactsOf: MarketFactsOf;
  readonly runner: BotRunner;
  /** Of a cluster, where bots run that begin there; absent: all run on this machine. */
  readonly clusterRunner?: BotRunner | undefined;
  /** The proxies of live bots in that cluster; absent: those with real money run on this machine, with their proxies. */
  readonly clusterProxies?: LiveProxies | undefined;
  readonly idempotency: IdempotencyRecords;
  readonly cursorSecret: Secret<Buffer>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
  readonly logger: Logger;
  /** The instances of the service; the name of this one is the same over restarts. */
  readonly nodes: Nodes;
  readonly runningLimit: number;
  readonly botLimits: BotLimits;
  readonly want: (version: Framework) => void;
  /** What deployments with real money need. */
  readonly live: Pick<ConstructorParameters<typeof LiveDeployments>[0], 'isOn' | 'wallet' | 'proxies'>;
  /** Where workloads of the older platform are looked at, and in which namespaces. */
  readonly workloads: { readonly reader: WorkloadReader; readonly namespaces: ReadonlySet<string> };
  /** What deployments are compared with. */
  readonly backtests: ParityParts['backtests'];
}

type WorkersParts = ConstructorParameters<typeof DeploymentWorkers>[0];
/** What looks after deployments, on this machine and in a cluster. */
type LookedAfter = Pick<DeploymentWorkers, 'start' | 'wake' | 'close'>;

/** What workers need of live deployments. */
type LookedAfterLive = WorkersParts['live'] & Pick<LiveDeployments, 'botOf'>;

/** In a cluster without proxies: what had real money there before, as it was set up otherwise, waits until it is again. */
const ON_PAPER_ALONE: LookedAfterLive = {
  keep: () => {},
  credentialIsGone: async () => refuseLive(),
  botOf: async () => refuseLive(),
};

function refuseLive(): never {
  throw new Error('a live deployment is in a cluster whose KUBERNETES_PODS has no proxies');
}

/** Returns deployments with their store ready; nothing is looked after until the workers are started. */
export async function createDeployments(
  options: DeploymentOptions,
): Promise<DeploymentParts & { readonly workers: LookedAfter }> {
  const { connection, nodes, frameworks, marketsOf, runner, clock, ids, random, logger, botLimits: limits } = options;
  const store = new DeploymentStore(connection, nodes.name, clock);
  await store.initialize();
  const history = new DeploymentHistory(connection, clock);
  await history.initialize();
  const live = new LiveDeployments({ ...options.live, store, marketsOf, clock, logger });
  const legacy = new LegacyDeploymentReads({ store: store.legacy, ...options.workloads, logger });
  const { runningLimit } = options;
  const parts = { store, frameworks, marketsOf, limits, runningLimit };
  const parityRecords = new ParityRecords(connection);
  const workersOf = (on: Pick<WorkersParts, 'store' | 'runner' | 'isObserver'> & { readonly live: LookedAfterLive }) =>
    new DeploymentWorkers({
      ...{ ...on, clock, random, logger },
      workloadOf: (record) => workloadOf(record, { ...parts, live: on.live }),
      notes: new Notes({ ...on, history, parityRecords, clock }),
    });
  const { cluster, name } = nodes;
  const { clusterRunner } = options;
  const runners = new Map([[name, runner]]);
  const all = [workersOf({ store, runner, live })];
  if (cluster !== undefined && clusterRunner !== undefined) {
    runners.set(cluster, clusterRunner);
    const own = new DeploymentStore(connection, cluster, clock, name);
    const { clusterProxies: proxies } = options;
    const inCluster =
      proxies && new LiveDeployments({ ...options.live, proxies, store: own, marketsOf, clock, logger });
    const isObserver = () => nodes.keepsCluster;
    all.push(workersOf({ store: own, runner: clusterRunner, live: inCluster ?? ON_PAPER_ALONE, isObserver }));
  }
  const workers = togetherOf(all);
  const logs = new BotLogs({ connection, nodes, runners, clock, ids, logger });
  await logs.initialize();
  const placing = new Placing({ store, nodes });
  const creation = new DeploymentCreation({ ...options, store, live, placing });
  const lifecycle = new DeploymentLifecycle({
    ...{ store, clock, placing, history, logger, runningLimit, live },
    wake: () => workers.wake(),
  });
  const halt: DeploymentParts['halt'] = (accountId, mode, requestId) =>
    haltDeployments(accountId, mode, { by: 'user', source: requestId }, { store, clock, logger }).finally(() =>
      workers.wake(),
    );
  const parity = new ParityReports({ ...options, store, history, records: parityRecords });
  const { cursorSecret, marketFactsOf } = options;
  return {
    ...{ store, creation, lifecycle, halt, logs, history, parity, workers, live, legacy, clock, nodes },
    ...{ marketFactsOf, logger },
    cursors: deploymentCursors(cursorSecret),
    tradeCursors: tradeCursors(cursorSecret),
    leaderboard: createLeaderboard(connection, clock),
  };
}

function togetherOf(all: readonly DeploymentWorkers[]): LookedAfter {
  return {
    start: async () => {
      for (const each of all) await each.start();
    },
    wake: () => {
      for (const each of all) each.wake();
    },
    close: async () => {
      await Promise.all(all.map((each) => each.close()));
    },
  };
}
