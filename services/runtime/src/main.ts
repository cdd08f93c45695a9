import { availableParallelism, hostname, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { ChangeSource, changesOf } from '@platform/changes/source';
import { TokenMinter } from '@platform/keys/tokens';
import { createIdSource, systemClock, systemRandom } from '@platform/kit/clock';
import { inheritedEnvironment } from '@platform/kit/config';
import { defaultCacheDirectory, installerVariables } from '@platform/kit/provisioning';
import { prepareProcess, runProcess } from '@platform/lifecycle';
import { exposeFreeSpace } from '@platform/observability/metrics';
import { contextService } from '@platform/protos/context';
import { runtimeService } from '@platform/protos/runtime';
import { walletService } from '@platform/protos/wallet';
import { createGrpcClient, readGrpcTls } from '@platform/rpc/grpc';
import { startService } from '@platform/rpc/service';
import { build, createContext } from '@platform/runtime-subgraph';
import { connectMongo, safeMongodbUri, storeUnavailableAs, upgradeBy } from '@platform/store/mongo';
import { openObjectStore } from '@platform/store/objects';
import { venuesOffering } from '@platform/venues/registry';
import { exposeBacktests } from './backtests/depths.js';
import { ContextMarketData } from './backtests/market-data.js';
import { KubernetesBotRunner } from './bots/kubernetes/kubernetes-bot-runner.js';
import { LocalBotRunner } from './bots/local-bot-runner.js';
import { KubernetesWorkloadReader } from './bots/workloads/kubernetes-workload-reader.js';
import { LocalWorkloadReader } from './bots/workloads/local-workload-reader.js';
import type { WorkloadReader } from './bots/workloads/workload-reader.js';
import { contextMarketFacts } from './deployments/diagnosis/index.js';
import { contextMarkets } from './deployments/instruments.js';
import { createDomain } from './domain.js';
import { FeedShares } from './feed/share.js';
import { checkFeed, feedSocketOf } from './feed/socket.js';
import { followed } from './followed.js';
import { createFrameworks, defaultBacktestLimits, shippedImages } from './frameworks/index.js';
import type { FrameworkImage } from './frameworks/python/image.js';
import { everyVersion, runnableImages } from './frameworks/versions.js';
import { AgentGrants } from './live/agent-grants.js';
import { ClusterProxies } from './live/kubernetes/cluster-proxies.js';
import { VenueProxies } from './live/venue-proxies.js';
import { GrpcLiveWallet } from './live/wallet.js';
import { migrations } from './migrations/index.js';
import { Nodes } from './nodes/nodes.js';
import { readinessChecks } from './readiness.js';
import { ImageStore } from './records/image-store.js';
import { type Isolation, KubernetesRunner } from './runners/kubernetes/kubernetes-runner.js';
import { clusterOf } from './runners/kubernetes/settings.js';
import { runtimeAccess, runtimeHandlers } from './server.js';
import { settings } from './settings.js';
import { startFreeing, startRetention } from './workers/retention.js';

const { environment, logger } = prepareProcess('runtime', settings);

/** One account's runs never take all workers. */
const backtestWorkers =
  environment.BACKTEST_WORKERS ?? Math.max(availableParallelism(), environment.BACKTESTS_RUNNING_PER_ACCOUNT + 1);

const MEBIBYTE = 1_024 ** 2;
/** Of what holds a program in its pod: it relays and counts, and keeps little. */
const HOLDER_HEAP_MEBIBYTES = 48;
/** Of one backtest. */
const memoryBytes = environment.BACKTEST_MEMORY_MIB * MEBIBYTE;

await runProcess(logger, async () => {
  const connection = await connectMongo(safeMongodbUri(environment), 'runtime', {
    migrations,
    upgrade: upgradeBy(environment, (line) => logger.info({ line }, 'migration')),
  });
  const minter = await TokenMinter.open('runtime', environment.WORKLOAD_KEY_FILE, systemClock);
  const tls = readGrpcTls(environment);
  const context = createGrpcClient(contextService.definition, environment.CONTEXT_GRPC_ADDRESS, tls);
  const objects = await openObjectStore(environment);
  const cluster = environment.RUNNER === 'kubernetes' ? clusterOf(environment) : undefined;
  const pods = cluster && (await openPods(cluster));
  const ids = createIdSource(systemClock, systemRandom);
  const grants = new AgentGrants(minter, ids);
  const nodeOfPods = cluster && nodeOfBots(cluster);
  const isLiveInPods = cluster?.pods.proxies !== undefined;
  const node = `${hostname()}:${resolve(environment.DATA_DIR)}`;
  const nodes = new Nodes(connection, node, nodeOfPods, isLiveInPods);
  const proxyPods = cluster && (await openProxyPods(cluster, nodes, grants));
  const botPods = cluster && (await openBotPods(cluster, proxyPods));
  const images = new ImageStore(connection, systemClock);
  const runner = new LocalBotRunner({
    folder: join(environment.DATA_DIR, 'bots'),
    shim: environment.BOT_SHIM_FILE,
    feedSocket: (venue) => feedSocketOf(environment.DATA_DIR, venue),
    clock: systemClock,
    random: systemRandom,
  });
  const wallet = createGrpcClient(walletService.definition, environment.WALLET_GRPC_ADDRESS, tls);
  const { isOn: managedLive, isValid } = environment.FEATURE_MANAGED_LIVE;
  if (!isValid) logger.warn('FEATURE_MANAGED_LIVE is neither true nor false: it is off');
  const proxies = new VenueProxies({
    folder: join(environment.DATA_DIR, 'proxies'),
    program: environment.VENUE_PROXY_FILE,
    environment: environment.VENUE_PROXY_ENVIRONMENT,
    grants,
    countProxies: (venue, here) => nodes.countProxies(venue, here),
    clock: systemClock,
    random: systemRandom,
  });
  const domain = await createDomain({
    connection,
    frameworks: configuredFrameworks(await images.offer(shippedImages()), pods),
    marketData: new ContextMarketData(context, minter),
    objects,
    cursorSecret: environment.CURSOR_SECRET,
    clock: systemClock,
    ids,
    random: systemRandom,
    logger,
    bots: {
      ...{ runner, clusterRunner: botPods, clusterProxies: proxyPods },
      botLimits: { memoryBytes: environment.DEPLOYMENT_MEMORY_MIB * MEBIBYTE },
      marketsOf: contextMarkets(context, minter, () => ids.next('req')),
      marketFactsOf: contextMarketFacts(context, minter, () => ids.next('req')),
      live: { isOn: managedLive, wallet: new GrpcLiveWallet(wallet, minter, () => ids.next('req')), proxies },
    },
    workloads: { reader: workloadReader(runner), namespaces: environment.LEGACY_NAMESPACES },
    nodes,
    slots: {
      workers: backtestWorkers,
      paused: environment.BACKTESTS_PAUSED,
      pausedBytes: pausedMemoryBytes(),
      sliceMs: environment.BACKTEST_SLICE_SECONDS * 1_000,
    },
    limits: {
      concurrentBacktests: environment.BACKTESTS_RUNNING_PER_ACCOUNT,
      queuedBacktests: environment.BACKTESTS_QUEUED_PER_ACCOUNT,
      runningDeployments: environment.DEPLOYMENTS_RUNNING_PER_ACCOUNT,
      processorSecondsPerHour: environment.BACKTEST_PROCESSOR_SECONDS_PER_HOUR,
      storedBytes: environment.BACKTEST_STORAGE_MIB_PER_ACCOUNT * MEBIBYTE,
    },
  });
  const feeds = new FeedShares(environment.DATA_DIR, venuesOffering('paper'));
  const signs = await nodes.start({
    images: () => runnableImages(domain.frameworks),
    tell: (count) => feeds.tell(count),
    clock: systemClock,
    logger,
  });
  await domain.workers.start();
  const source = new ChangeSource(connection, followed, systemClock);
  const changes = source.start(logger);
  const server = await startService({
    name: 'runtime',
    environment,
    service: { ...runtimeService, access: runtimeAccess, handlers: runtimeHandlers(domain) },
    streams: changesOf(source, systemClock),
    subgraph: { build, createContext },
    checks: readinessChecks({
      ...{ connection, objects, frameworks: domain.frameworks },
      checkRunner: async () => {
        await Promise.all([runner.check(), botPods?.check(), proxyPods?.check()]);
      },
      feeds: new Map(
        venuesOffering('paper').map((venue) => [venue, () => checkFeed(feedSocketOf(environment.DATA_DIR, venue))]),
      ),
    }),
    translateError: storeUnavailableAs('service_unavailable'),
    logger,
  });
  server.markReady();
  exposeBacktests(connection, systemClock);
  exposeFreeSpace(() => objects.freeBytes());
  await domain.provisioning.start();
  await domain.deployments.workers.start();
  const answers = domain.deployments.logs.start();
  const retention = startRetention({ ...domain, clock: systemClock }, logger);
  const freeing = startFreeing(domain.storage, systemClock, logger);
  const clients = {
    close: async () => {
      context.close();
      wallet.close();
    },
  };
  const frameworks = everyVersion(domain.frameworks);
  const database = { close: () => connection.close() };
  const { workers: deployments } = domain.deployments;
  return [
    ...[server, answers, signs, changes, retention, freeing, domain.provisioning, domain.workers, deployments],
    ...[...frameworks, ...[pods, botPods, proxyPods].filter((each) => each !== undefined), clients, database],
  ];
});

/** Where workloads of the older platform are looked at: in a cluster where one is named, else on this machine. */
function workloadReader(runner: LocalBotRunner): WorkloadReader {
  const { KUBERNETES_API_URL: url, KUBERNETES_TOKEN_FILE: tokenFile, KUBERNETES_CA_FILE: caFile } = environment;
  return url === undefined ? new LocalWorkloadReader(runner) : new KubernetesWorkloadReader({ url, tokenFile, caFile });
}

/** Backtests in pods of a cluster. Rejects where it takes none: what is missing is said now, not when the first one is to run. */
function openPods(cluster: ReturnType<typeof clusterOf>): Promise<KubernetesRunner> {
  return KubernetesRunner.open({
    ...cluster,
    holder: [process.execPath, `--max-old-space-size=${HOLDER_HEAP_MEBIBYTES}`, environment.POD_HOLDER_FILE],
    wallSeconds: environment.BACKTEST_TIMEOUT_SECONDS,
    clock: systemClock,
    random: systemRandom,
    onFailure: (err, what) => logger.warn({ err }, what),
  });
}

/** The name of the node of bots in pods; undefined where an operator wants none there. */
function nodeOfBots({ address, installation, pods: { bots } }: ReturnType<typeof clusterOf>): string | undefined {
  return bots && `${new URL(address.url).host}/${bots.namespace}/${installation}`;
}

/** Bots in pods of a cluster, where an operator wants them there. Rejects as `openPods` does. */
async function openBotPods(
  { address, installation, pods: { services, bots } }: ReturnType<typeof clusterOf>,
  proxies: ClusterProxies | undefined,
): Promise<KubernetesBotRunner | undefined> {
  return (
    bots &&
    KubernetesBotRunner.open({
      ...{ address, installation, services, pods: bots },
      holder: [process.execPath, `--max-old-space-size=${HOLDER_HEAP_MEBIBYTES}`, environment.BOTS_HOLDER_FILE],
      shim: environment.BOT_SHIM_FILE,
      feedSocket: (venue) => feedSocketOf(environment.DATA_DIR, venue),
      ...(proxies && { askProxy: (...asked) => proxies.ask(...asked) }),
      ...{ clock: systemClock, random: systemRandom },
      onFailure: (err, what) => logger.warn({ err }, what),
    })
  );
}

/** The proxies of live bots in pods of a cluster, where an operator wants them there. Rejects as `openPods` does. */
async function openProxyPods(
  { address, installation, pods: { services, proxies } }: ReturnType<typeof clusterOf>,
  nodes: Nodes,
  grants: AgentGrants,
): Promise<ClusterProxies | undefined> {
  return (
    proxies &&
    ClusterProxies.open({
      ...{ address, installation, services, pods: proxies, grants },
      holder: [process.execPath, `--max-old-space-size=${HOLDER_HEAP_MEBIBYTES}`, environment.PROXY_HOLDER_FILE],
      program: environment.VENUE_PROXY_FILE,
      environment: environment.VENUE_PROXY_ENVIRONMENT,
      term: () => nodes.clusterTerm,
      countProxies: (venue, inCluster) => nodes.countProxiesInCluster(venue, inCluster),
      ...{ clock: systemClock, random: systemRandom },
      onFailure: (err, what) => logger.warn({ err }, what),
    })
  );
}

/** What paused backtests may hold together: by default what those that run leave of the machine, or of its share where it has one. */
function pausedMemoryBytes(): number {
  if (environment.BACKTESTS_PAUSED_MEMORY_MIB !== undefined) return environment.BACKTESTS_PAUSED_MEMORY_MIB * MEBIBYTE;
  const share = process.constrainedMemory();
  const machine = share > 0 ? Math.min(share, totalmem()) : totalmem();
  return Math.max(memoryBytes, machine - backtestWorkers * memoryBytes);
}

/** The frameworks within the limits that the environment sets. */
function configuredFrameworks(listedBefore: readonly FrameworkImage[], pods: KubernetesRunner | undefined) {
  const { process, run } = defaultBacktestLimits;
  const options = {
    cacheDirectory: environment.PLATFORM_CACHE_DIR ?? defaultCacheDirectory(inheritedEnvironment(installerVariables)),
    environment: inheritedEnvironment(installerVariables),
    maximumWorkers: backtestWorkers + environment.BACKTESTS_PAUSED,
    idleTimeoutMs: environment.WARM_WORKER_IDLE_SECONDS * 1_000,
    limits: {
      process: { ...process, memoryBytes },
      run: {
        ...run,
        wallTimeMs: environment.BACKTEST_TIMEOUT_SECONDS * 1_000,
        stallMs: environment.BACKTEST_STALL_SECONDS * 1_000,
      },
    },
    allowUnisolatedStrategies: environment.ALLOW_UNISOLATED_STRATEGIES,
    ...(pods && { runnerOf: (isolation: Isolation) => pods.isolatedBy(isolation) }),
    clock: systemClock,
    random: systemRandom,
    logger,
    report: (line: string) => logger.info({ line }, 'provisioning'),
  };
  return createFrameworks(options, listedBefore);
}
