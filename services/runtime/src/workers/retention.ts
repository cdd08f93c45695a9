import { startPeriodic } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import type { IdempotencyRecords } from '@platform/store/mongo';
import type { ProcessorTime } from '../backtests/processor-time.js';
import type { BacktestStore } from '../backtests/store.js';
import type { DeploymentParts } from '../deployments/handlers.js';
import type { BacktestStorage } from '../records/storage.js';

const DAY_MS = 86_400_000;
/** Twelve months, and never a day less. */
const ENDED_KEEP_MS = 366 * DAY_MS;
/** A deleted record stays this long for a retry of its deletion. */
const DELETED_KEEP_MS = 30 * DAY_MS;
const SWEEP_INTERVAL_MS = 3_600_000;
const FREE_INTERVAL_MS = 10_000;

/** The stores that retention sweeps. */
export interface RetentionParts {
  readonly store: BacktestStore;
  readonly idempotency: IdempotencyRecords;
  readonly processorTime: ProcessorTime;
  readonly deployments: Pick<DeploymentParts, 'store' | 'history'>;
  readonly clock: Clock;
}

/** Frees what deleted backtests held, often enough that each is freed within a minute, until closed. */
export function startFreeing(storage: BacktestStorage, clock: Clock, logger: Logger): Closeable {
  const run = async () => {
    await storage.sweep();
  };
  return startPeriodic({ name: 'freed storage', intervalMs: FREE_INTERVAL_MS, run }, clock, logger);
}

/** Removes what is past its retention. */
export async function sweep(parts: RetentionParts): Promise<{ backtests: number }> {
  const { store, idempotency, processorTime, deployments, clock } = parts;
  const before = (keepMs: number) => new Date(clock.nowMs() - keepMs);
  const backtests = await store.purge({ endedBefore: before(ENDED_KEEP_MS), deletedBefore: before(DELETED_KEEP_MS) });
  await idempotency.sweep();
  await processorTime.sweep();
  await deployments.history.sweep();
  await deployments.store.purge(before(DELETED_KEEP_MS));
  return { backtests };
}

/** Sweeps every hour until closed; a sweep that fails is left to the next. */
export function startRetention(parts: RetentionParts, logger: Logger): Closeable {
  const run = async () => {
    await sweep(parts);
  };
  return startPeriodic({ name: 'retention', intervalMs: SWEEP_INTERVAL_MS, run }, parts.clock, logger);
}
