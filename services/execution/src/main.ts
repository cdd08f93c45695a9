import { hostname } from 'node:os';
import { ChangeSource, changesOf } from '@platform/changes/source';
import { build, createContext } from '@platform/execution-subgraph';
import { createIdSource, systemClock, systemRandom } from '@platform/kit/clock';
import { prepareProcess, runProcess } from '@platform/lifecycle';
import { executionService } from '@platform/protos/execution';
import { readGrpcTls } from '@platform/rpc/grpc';
import { startService } from '@platform/rpc/service';
import { SharedAllowances } from '@platform/store/allowances';
import { connectMongo, safeMongodbUri, storeUnavailableAs, upgradeBy } from '@platform/store/mongo';
import { createDomain } from './domain.js';
import { exposeExecutions } from './executions/queue-metrics.js';
import { followed } from './followed.js';
import { migrations } from './migrations/index.js';
import { connectProviders } from './providers.js';
import { executionAccess, executionHandlers } from './server.js';
import { settings } from './settings.js';

const { environment, logger } = prepareProcess('execution', settings);

await runProcess(logger, async () => {
  const store = await connectMongo(safeMongodbUri(environment), 'execution', {
    migrations,
    upgrade: upgradeBy(environment, (line) => logger.info({ line }, 'migration')),
  });
  const { WALLET_GRPC_ADDRESS, WORKLOAD_KEY_FILE } = environment;
  const providers = await connectProviders(
    {
      venues: environment,
      walletAddress: WALLET_GRPC_ADDRESS,
      workloadKeyFile: WORKLOAD_KEY_FILE,
      tls: readGrpcTls(environment),
    },
    { clock: systemClock, allowances: new SharedAllowances(store, logger) },
  );
  if (providers === undefined) logger.warn('the providers are incomplete: records can be read, nothing is executed');
  const domain = await createDomain({
    connection: store,
    cursorSecret: environment.CURSOR_SECRET,
    providers,
    clock: systemClock,
    ids: createIdSource(systemClock, systemRandom),
    random: systemRandom,
    logger,
    owner: `${hostname()}:${environment.GRPC_LISTEN}`,
    reconciliationMs: environment.EXECUTION_RECONCILIATION_SECONDS * 1_000,
  });
  await domain.reconciler?.start();
  await domain.settlements?.start();
  const source = new ChangeSource(store, followed, systemClock);
  const changes = source.start(logger);
  const server = await startService({
    name: 'execution',
    environment,
    service: {
      ...executionService,
      access: executionAccess,
      handlers: executionHandlers(domain.executions, domain.submission),
    },
    streams: changesOf(source, systemClock),
    subgraph: { build, createContext },
    checks: { execution: domain.checkOperational },
    translateError: storeUnavailableAs('execution_store_unavailable'),
    logger,
  });
  server.markReady();
  exposeExecutions(store, systemClock);
  const { reconciler, hints, settlements } = domain;
  const parts = [server, changes, reconciler, hints, settlements, providers, { close: () => store.close() }];
  return parts.filter((part) => part !== undefined);
});
