import type { Clock, IdSource, Random } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import type { Logger } from '@platform/observability/logging';
import type { Connection, IdempotencyRecords } from '@platform/store/mongo';
import type { MarketData } from '../backtests/market-data.js';
import type { BotRunner } from '../bots/bot-runner.js';
import type { Framework } from '../frameworks/framework.js';
import type { Frameworks } from '../frameworks/versions.js';
import { DeploymentCreation } from './creation.js';
import type { DeploymentParts } from './handlers.js';
import type { MarketsOf } from './instruments.js';
import { DeploymentLifecycle } from './lifecycle.js';
import { deploymentCursors } from './listing.js';
import { DeploymentStore } from './store.js';
import { DeploymentWorkers } from './workers.js';
import { type BotLimits, workloadOf } from './workload.js';

/** The dependencies of deployments. */
export interface DeploymentOptions {
  readonly connection: Connection;
  readonly frameworks: Frameworks;
  readonly marketData: MarketData;
  readonly marketsOf: MarketsOf;
  readonly runner: BotRunner;
  readonly idempotency: IdempotencyRecords;
  readonly cursorSecret: Secret<Buffer>;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly random: Random;
  readonly logger: Logger;
  /** The name of this machine's runner, the same over restarts. */
  readonly node: string;
  readonly runningLimit: number;
  readonly botLimits: BotLimits;
  readonly want: (version: Framework) => void;
}

/** Returns deployments with their store ready; nothing is looked after until the workers are started. */
export async function createDeployments(
  options: DeploymentOptions,
): Promise<DeploymentParts & { readonly workers: DeploymentWorkers }> {
  const { connection, frameworks, marketsOf, runner, clock, random, logger, botLimits: limits } = options;
  const store = new DeploymentStore(connection, options.node, clock);
  await store.initialize();
  const parts = { store, frameworks, marketsOf, limits };
  const workers = new DeploymentWorkers({
    store,
    runner,
    workloadOf: (record) => workloadOf(record, parts),
    clock,
    random,
    logger,
  });
  const creation = new DeploymentCreation({ ...options, store });
  const lifecycle = new DeploymentLifecycle({
    store,
    clock,
    runningLimit: options.runningLimit,
    wake: () => workers.wake(),
  });
  return { store, creation, lifecycle, runner, cursors: deploymentCursors(options.cursorSecret), clock, workers };
}
