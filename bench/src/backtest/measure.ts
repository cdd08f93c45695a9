import { availableParallelism, loadavg } from 'node:os';
import { Caller, Platform } from '@platform/test/platform';
import type { Report } from '../report.js';
import { runThroughApi } from './api.js';
import { type Bare, requireEqual } from './bare.js';
import type { Contender } from './contender.js';
import { PeakMemory } from './peak-memory.js';
import { stagesOf } from './stages.js';
import { type BacktestRound, type MeasuredRun, summarize } from './summary.js';
import { newestWindow, type Window } from './work.js';
import { endWaitingWorker, untilWarm } from './workers.js';

const ENVIRONMENT = {
  // The bare commands ask the venue from the address that the platform has, again and again.
  SANDBOX_WEIGHT_PER_MINUTE: '1000000',
  // Longer than a bare run takes, so that the worker is still waiting after it.
  WARM_WORKER_IDLE_SECONDS: '600',
  // Whoever waits for a result here looks twenty times a second.
  RATE_LIMIT_PER_MINUTE: '100000',
};

/** How often each way is measured, one after the other. */
const ROUNDS = 5;

/** A platform that has run the work once, and the bare framework beside it. */
export interface Bench {
  readonly contender: Contender;
  readonly caller: Caller;
  readonly window: Window;
  readonly bare: Bare;
  /** Another that runs beside it, in folders of its own. */
  readonly another: Bare;
  readonly runtimeProcessId: number;
}

/** Sets a platform up, runs the work once each way, and measures. */
export async function withBench<Result>(
  contender: Contender,
  measure: (bench: Bench) => Promise<Result>,
): Promise<Result> {
  await using platform = await Platform.start(ENVIRONMENT);
  const caller = await Caller.register(platform, 'bench@example.com');
  const window = newestWindow(Date.now());
  await contender.furnish(platform, window);
  const first = await runThroughApi(caller, contender.work, window);
  await using bare = await contender.prepare(platform, first.id, window);
  await using another = await contender.prepare(platform, first.id, window);
  requireEqual(await bare.run(), [first]);
  const runtimeProcessId = (await platform.descriptor()).processes['runtime'] ?? 0;
  return await measure({ contender, caller, window, bare, another, runtimeProcessId });
}

/** The same backtest through the API, without and with a waiting worker, and by the bare framework. */
export async function measureBacktests(contender: Contender): Promise<Report> {
  const [before = 0] = loadavg();
  const rounds = await withBench(contender, async (bench) => {
    const found: BacktestRound[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
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
