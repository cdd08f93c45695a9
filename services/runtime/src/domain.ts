import type { Clock, IdSource, Random } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import type { Logger } from '@platform/observability/logging';
import { type Connection, IdempotencyRecords } from '@platform/store/mongo';
import type { ObjectStore } from '@platform/store/objects';
import { BacktestCreation } from './backtests/creation.js';
import { listCursors } from './backtests/listing.js';
import type { MarketData } from './backtests/market-data.js';
import { ProcessorTime } from './backtests/processor-time.js';
import { BacktestQueue } from './backtests/queue.js';
import { ResultLinks } from './backtests/result-links.js';
import { BacktestStore } from './backtests/store.js';
import { createDeployments, type DeploymentOptions } from './deployments/domain.js';
import type { Frameworks } from './frameworks/versions.js';
import { LegacyBacktests } from './legacy/store.js';
import type { Nodes } from './nodes/nodes.js';
import { ImageStore } from './records/image-store.js';
import { RunOutput } from './records/output.js';
import { BacktestStorage } from './records/storage.js';
import type { RuntimeParts } from './server.js';
import { BacktestWorkers } from './workers/backtests.js';
import { Provisioning } from './workers/provisioning.js';
import type { SlotLimits } from './workers/slots.js';

const IDEMPOTENCY_RETENTION_MS = 86_400_000;

/** The dependencies of the runtime. */
export interface DomainOptions {
  readonly connection: Connection;
  readonly frameworks: Frameworks;
  readonly marketData: MarketData;
  readonly objects: ObjectStore;
  readonly cursorSecret: Secret<Buffer>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly logger: Logger;
  /** The instances of the service; the name of this one is its own alone, the same over restarts. */
  readonly nodes: Nodes;
  /** How this process shares its slots between accounts. */
  readonly slots: SlotLimits;
  readonly limits: RuntimeParts['limits'];
  /** Where bots run, what they may use, and the markets that they may follow. */
  readonly bots: Pick<
    DeploymentOptions,
    'runner' | 'clusterRunner' | 'clusterProxies' | 'botLimits' | 'marketsOf' | 'marketFactsOf' | 'live'
  >;
  /** Where workloads of the older platform are looked at. */
  readonly workloads: DeploymentOptions['workloads'];
  readonly random: Random;
}

/** Returns the runtime's domain with its store ready; nothing runs until the workers are started. */
export async function createDomain(options: DomainOptions): Promise<
  RuntimeParts & {
    readonly idempotency: IdempotencyRecords;
    readonly provisioning: Provisioning;
    readonly nodes: Nodes;
    readonly deployments: Awaited<ReturnType<typeof createDeployments>>;
  }
> {
  const { connection, nodes, frameworks, marketData, clock, logger, limits } = options;
  const output = new RunOutput(connection);
  const store = new BacktestStore(connection, output, new LegacyBacktests(connection, clock), clock);
  const idempotency = new IdempotencyRecords(connection, clock, IDEMPOTENCY_RETENTION_MS);
  const processorTime = new ProcessorTime(connection, clock, limits.processorSecondsPerHour);
  const initialized = [output, store, idempotency, processorTime].map((part) => part.initialize());
  await Promise.all(initialized);
  const storage = new BacktestStorage(connection, output, clock, limits.storedBytes, logger);
  await storage.initialize();
  const queue = new BacktestQueue({
    connection,
    clock,
    owner: nodes.name,
    slotsPerAccount: limits.concurrentBacktests,
    processorTime,
  });
  const workers = new BacktestWorkers({
    queue,
    output,
    processorTime,
    storage,
    frameworks,
    marketData,
    clock,
    logger,
    objects: options.objects,
    slots: options.slots,
  });
  const images = new ImageStore(connection, clock);
  const runsElsewhere = async (imageDigest: string) => (await nodes.imagesElsewhere()).includes(imageDigest);
  const provisioning = new Provisioning({
    frameworks,
    onReady: () => workers.wake(),
    awaited: () => queue.awaitedImages(),
    endUnlisted: async (listed) =>
      queue.failWithoutImage([...listed, ...(await images.digests()), ...(await nodes.imagesElsewhere())]),
    // Ended by the last node that gives it up.
    endUninstallable: async (imageDigest) => ((await runsElsewhere(imageDigest)) ? 0 : queue.failOnImage(imageDigest)),
    clock,
    logger,
  });
  const creation = new BacktestCreation({
    connection,
    store,
    storage,
    idempotency,
    frameworks,
    marketData,
    clock,
    ids: options.ids,
    objects: options.objects,
    queuedLimit: limits.queuedBacktests,
    processorTime,
    runsElsewhere,
    want: (version) => provisioning.want(version),
    onQueued: () => workers.wake(),
  });
  const deployments = await createDeployments({
    ...options,
    ...options.bots,
    idempotency,
    runningLimit: limits.runningDeployments,
    want: (version) => provisioning.want(version),
    backtests: { creation, store },
  });
  const cursors = listCursors(options.cursorSecret);
  const links = new ResultLinks(options.cursorSecret, clock);
  const parts = { frameworks, creation, store, storage, workers, provisioning, cursors, links, limits, processorTime };
  return { ...parts, idempotency, nodes, deployments };
}
