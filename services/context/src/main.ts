import { build, createContext } from '@platform/context-subgraph';
import { createIdSource, systemClock, systemRandom } from '@platform/kit/clock';
import { type Closeable, prepareProcess, runProcess } from '@platform/lifecycle';
import { contextService } from '@platform/protos/context';
import { startService } from '@platform/rpc/service';
import { SharedAllowances } from '@platform/store/allowances';
import { safeMongodbUri, upgradeBy } from '@platform/store/mongo';
import { openVenues } from '@platform/venues/context';
import { Omissions } from '@platform/venues/market-data';
import { switchesOn, venuesWithReleases } from '@platform/venues/registry';
import { exposeDataQuality } from './data-quality-metrics.js';
import { openDomain } from './domain.js';
import { readinessChecks } from './readiness.js';
import { Publisher } from './releases/publisher.js';
import { StoredMarkets } from './releases/stored-markets.js';
import { contextAccess, contextHandlers, translateError } from './server.js';
import { settings } from './settings.js';
import { Analyst } from './workers/analyst.js';
import { Collector } from './workers/collector.js';
import { ownMemory, startReturningMemory } from './workers/memory.js';
import { Publishing } from './workers/publishing.js';

const { environment, logger } = prepareProcess('context', settings);

const releaseVenues: ReadonlySet<string> = new Set(venuesWithReleases);

await runProcess(logger, async () => {
  const omissions = new Omissions(logger);
  const domain = await openDomain({
    mongodbUri: safeMongodbUri(environment),
    upgrade: upgradeBy(environment, (line) => logger.info({ line }, 'migration')),
    objectStore: environment,
    datasetEnvironment: environment.DATASET_ENVIRONMENT,
    releaseVenues,
    cursorSecret: environment.CURSOR_SECRET,
    requestedMarketsMax: environment.REQUESTED_MARKETS_MAX,
    openVenues: (connection) => {
      const allowances = new SharedAllowances(connection, logger);
      return openVenues(environment, { clock: systemClock, allowances }, omissions);
    },
    clock: systemClock,
  });
  const { venues } = domain;
  exposeDataQuality(domain.quarantine, omissions);
  const owner = createIdSource(systemClock, systemRandom).next('context');
  const publisherParts = { ...domain, clock: systemClock, owner, attempts: 1 };
  const intervalMs = 1_000 * environment.INTELLIGENCE_INTERVAL_SECONDS;
  const analyst = new Analyst({ ...domain, intervalMs, clock: systemClock, logger, owner });
  const publishing = new Publishing({
    ...{ ...domain, clock: systemClock, logger, releaseVenues },
    markets: new StoredMarkets(publisherParts),
    publisher: new Publisher(publisherParts),
    releaseIntervalMs: environment.DATASET_RELEASE_INTERVAL_SECONDS * 1_000,
  });
  let publisher: Closeable | undefined;
  const collector = new Collector({ ...domain, clock: systemClock, logger, owner });
  const server = await startService({
    name: 'context',
    environment,
    service: { ...contextService, access: contextAccess, handlers: contextHandlers(domain, switchesOn(environment)) },
    subgraph: { build, createContext },
    checks: readinessChecks(domain),
    translateError,
    logger,
  });
  collector.start(() => {
    logger.info('the first history of every market is stored');
    const firstRound = new Promise<void>((resolve) => analyst.start(resolve));
    // A snapshot of an earlier process that is recent now is as good as the first one of this process.
    const snapshot = domain.intelligence.isFresh().then(
      (isFresh) => (isFresh ? undefined : firstRound),
      () => firstRound,
    );
    // Everything that `/readyz` checks exists by then: a fresh platform is ready when it reports so.
    publisher = publishing.start(() => void snapshot.then(() => server.markReady()));
  });
  const collection = {
    close: async () => {
      // Closed together: the collector recognises its own stop when its requests to the venue are aborted.
      const workers = [collector.close(), analyst.close(), publisher?.close()];
      await Promise.all([...workers, ...venues.map((venue) => venue.close())]);
    },
  };
  return [server, startReturningMemory(ownMemory(), systemClock, logger), collection, domain];
});
