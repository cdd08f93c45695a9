import { startPeriodic } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import type { LedgerChecker } from '../checker/checker.js';
import type { DepositWatcher } from '../deposits/watcher.js';
import type { Challenges } from '../withdrawals/challenges/challenges.js';

const DEPOSITS_INTERVAL_MS = 1_000;
const CHECK_INTERVAL_MS = 15_000;
const SWEEP_INTERVAL_MS = 3_600_000;

/** Schedules the operations of one kind. */
interface Runner extends Closeable {
  start(): Promise<void>;
}

/** The background work of the wallet service. Without a relayer no money leaves a wallet, and there is no such work. */
interface Works {
  readonly watcher: DepositWatcher;
  readonly checker: LedgerChecker;
  readonly challenges: Challenges;
  readonly relayerRunner: Runner | undefined;
  readonly setupRunner: Runner | undefined;
  readonly withdrawalRunner: Runner | undefined;
}

/** Starts the background work of the wallet service. Each part is safe in several processes at once. */
export async function startWorkers(works: Works, clock: Clock, logger: Logger): Promise<Closeable[]> {
  const { watcher, checker, challenges, relayerRunner, setupRunner, withdrawalRunner } = works;
  const runners = [relayerRunner, setupRunner, withdrawalRunner].filter((runner) => runner !== undefined);
  await Promise.all(runners.map((runner) => runner.start()));
  const periodic = [
    { name: 'deposits', intervalMs: DEPOSITS_INTERVAL_MS, run: () => watcher.advance() },
    { name: 'ledger-check', intervalMs: CHECK_INTERVAL_MS, run: () => checker.check() },
    { name: 'challenges', intervalMs: SWEEP_INTERVAL_MS, run: () => challenges.sweep() },
  ];
  return [...runners, ...periodic.map((work) => startPeriodic(work, clock, logger))];
}
