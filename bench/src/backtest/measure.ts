import { randomUUID } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';
import { Caller, type Platform } from '@platform/test/platform';
import type { Effort } from '../effort.js';
import type { Report } from '../report.js';
import { runThroughApi } from './api.js';
import { type Bare, requireEqual } from './bare.js';
import type { Contender } from './contender.js';
import { PeakMemory } from './peak-memory.js';
import { stagesOf } from './stages.js';
import { type BacktestRound, type MeasuredRun, summarize } from './summary.js';
import { newestWindow, type Window } from './work.js';
import { endWaitingWorker, untilWarm } from './workers.js';

/** The environment of the platform in these benchmarks. */
export const backtestEnvironment = {
  // The bare commands repeatedly call the venue from the platform's own address.
  SANDBOX_WEIGHT_PER_MINUTE: '1000000',
  // Longer than a bare run takes, so that the worker is still waiting after it.
  WARM_WORKER_IDLE_SECONDS: '600',
  // The waiting clients here poll twenty times per second.
  RATE_LIMIT_PER_MINUTE: '100000',
};

/** How often each variant is measured, one after the other. */
const ROUNDS = 5;
const DAYS = 180;
/** In brief. */
const BRIEF_DAYS = 10;

/** A platform that has run the work once, and the bare framework beside it. */
export interface Bench {
  readonly contender: Contender;
  readonly caller: Caller;
  readonly window: Window;
  readonly bare: Bare;
  /** Starts another one that runs beside it, in its own folders. */
  readonly another: Bare;
  readonly runtimeProcessId: number;
}

/** Sets a platform up, runs the work once in each variant, and measures. */
export function withBench<Result>(
  contender: Contender,
  { amount, onPlatform }: Effort,
  measure: (bench: Bench) => Promise<Result>,
): Promise<Result> {
  const window = newestWindow(Date.now(), amount(DAYS, BRIEF_DAYS));
  return onPlatform(backtestEnvironment, (platform) => prepared(contender, platform, window, measure));
}

async function prepared<Result>(
  contender: Contender,
  platform: Platform,
  window: Window,
  measure: (bench: Bench) => Promise<Result>,
): Promise<Result> {
  const caller = await Caller.register(platform, `bench-${randomUUID()}@example.com`);
  await contender.furnish(platform, window);
  const first = await runThroughApi(caller, contender.work, window);
  await using bare = await contender.prepare(platform, first.id, window);
  await using another = await contender.prepare(platform, first.id, window);
  requireEqual(await bare.run(), [first]);
  const runtimeProcessId = (await platform.descriptor()).processes['runtime'] ?? 0;
  return await measure({ contender, caller, window, bare, another, runtimeProcessId });
}

/** The same backtest through the API, without and with a waiting worker, and by the bare framework. */
export async function measureBacktests(contender: Contender, effort: Effort): Promise<Report> {
  const [before = 0] = loadavg();
  const rounds = await withBench(contender, effort, async (bench) => {
    const found: BacktestRound[] = [];
    for (let round = 0; round < effort.amount(ROUNDS, 1); round += 1) {
      await endWaitingWorker(bench.runtimeProcessId);
      const cold = await measured(bench);
      await untilWarm(bench.runtimeProcessId);
      const warm = await measured(bench);
      await untilWarm(bench.runtimeProcessId);
      const bare = await bench.bare.run();
      requireEqual(bare, [cold.run, warm.run]);
      found.push({ cold, warm, bare });
    }
    return found;
  });
  const [after = 0] = loadavg();
  return summarize(contender, rounds, { before, after, processors: availableParallelism() });
}

async function measured({ contender, caller, window, runtimeProcessId }: Bench): Promise<MeasuredRun> {
  await using memory = PeakMemory.ofWorkers(runtimeProcessId);
  const run = await runThroughApi(caller, contender.work, window);
  return { run, stages: await stagesOf(caller, run), peakKib: memory.processKib };
}
