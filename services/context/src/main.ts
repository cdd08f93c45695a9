import { createIdSource, systemClock, systemRandom } from '@platform/clock';
import { build, createContext } from '@platform/context-subgraph';
import { prepareProcess, runProcess } from '@platform/lifecycle';
import { contextService } from '@platform/protos/context';
import { startService } from '@platform/service';
import { openDomain } from './domain.js';
import { readinessChecks } from './readiness.js';
import { contextAccess, contextHandlers, translateError } from './server.js';
import { settings } from './settings.js';
import { openVenues } from './venues/open.js';
import { Analyst } from './workers/analyst.js';
import { Collector } from './workers/collector.js';

const { environment, logger } = prepareProcess('context', settings);

await runProcess(logger, async () => {
  const venues = openVenues(environment, systemClock);
  const domain = await openDomain({
    mongodbUri: environment.MONGODB_URI,
    objectStoreUrl: environment.OBJECT_STORE_URL,
    cursorSecret: environment.CURSOR_SECRET,
    venues,
    clock: systemClock,
  });
  const owner = createIdSource(systemClock, systemRandom).next('context');
  const intervalMs = 1_000 * environment.INTELLIGENCE_INTERVAL_SECONDS;
  const analyst = new Analyst({ ...domain, intervalMs, clock: systemClock, logger, owner });
  const collector = new Collector({ ...domain, clock: systemClock, logger, owner });
  const server = await startService({
    name: 'context',
    environment,
    service: { ...contextService, access: contextAccess, handlers: contextHandlers(domain) },
    subgraph: { build, createContext },
    checks: readinessChecks(domain),
    translateError,
    logger,
  });
  collector.start(() => {
    logger.info('the first history of every market is stored');
    analyst.start(() => server.markReady());
  });
  const collection = {
    close: async () => {
      // Together: the collector knows that it stops when what it asked the venue is given up.
      await Promise.all([collector.close(), analyst.close(), ...venues.map((venue) => venue.close())]);
    },
  };
  return [server, collection, domain];
});
