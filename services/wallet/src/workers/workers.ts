import type { Clock } from '@platform/clock';
import { startPeriodic } from '@platform/flows';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/logging';
import type { Domain } from '../domain.js';

const DEPOSITS_INTERVAL_MS = 1_000;
const CHECK_INTERVAL_MS = 15_000;
const SWEEP_INTERVAL_MS = 3_600_000;

/** Starts what the wallet service does on its own. Each is safe in several processes at once. */
export async function startWorkers(domain: Domain, clock: Clock, logger: Logger): Promise<Closeable[]> {
  const { watcher, checker, challenges, relayerRunner, setupRunner, withdrawalRunner } = domain;
  const runners = [relayerRunner, setupRunner, withdrawalRunner].filter((runner) => runner !== undefined);
  await Promise.all(runners.map((runner) => runner.start()));
  const works = [
    { name: 'deposits', intervalMs: DEPOSITS_INTERVAL_MS, run: () => watcher.advance() },
    { name: 'ledger-check', intervalMs: CHECK_INTERVAL_MS, run: () => checker.check() },
    { name: 'challenges', intervalMs: SWEEP_INTERVAL_MS, run: () => challenges.sweep() },
  ];
  return [...runners, ...works.map((work) => startPeriodic(work, clock, logger))];
}
