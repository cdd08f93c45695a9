import type { Clock } from '@platform/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/logging';
import type { Domain } from '../domain.js';
import { startPeriodic } from './periodic.js';

const DEPOSITS_INTERVAL_MS = 1_000;
const RELAYER_INTERVAL_MS = 500;
const CHECK_INTERVAL_MS = 15_000;
const FLOWS_INTERVAL_MS = 500;
const SWEEP_INTERVAL_MS = 3_600_000;

/** Starts what the wallet service does on its own. Each is safe in several processes at once. */
export function startWorkers(domain: Domain, clock: Clock, logger: Logger): Closeable[] {
  const { watcher, relayer, checker, setupFlow, withdrawalFlow, challenges } = domain;
  const works = [
    { name: 'deposits', intervalMs: DEPOSITS_INTERVAL_MS, run: () => watcher.advance() },
    { name: 'ledger-check', intervalMs: CHECK_INTERVAL_MS, run: () => checker.check() },
    ...(relayer ? [{ name: 'relayer', intervalMs: RELAYER_INTERVAL_MS, run: () => relayer.advance() }] : []),
    ...(setupFlow ? [{ name: 'setups', intervalMs: FLOWS_INTERVAL_MS, run: () => setupFlow.advanceAll() }] : []),
    ...(withdrawalFlow
      ? [{ name: 'withdrawals', intervalMs: FLOWS_INTERVAL_MS, run: () => withdrawalFlow.advanceAll() }]
      : []),
    { name: 'challenges', intervalMs: SWEEP_INTERVAL_MS, run: () => challenges.sweep() },
  ];
  return works.map((work) => startPeriodic(work, clock, logger));
}
