import { availableParallelism, loadavg } from 'node:os';
import type { BareCommand } from '@platform/runtime-service/testing';
import { Caller, Platform } from '@platform/test/platform';
import type { Report } from '../report.js';
import { type ApiRun, runThroughApi } from './api.js';
import { prepareBareCommand } from './bare.js';
import { type BacktestRound, summarize } from './summary.js';
import { newestWindow } from './work.js';
import { endWaitingWorker, untilWarm } from './workers.js';

/** The bare commands ask the venue from the address that the platform has, again and again. */
const SANDBOX_WEIGHT_PER_MINUTE = '1000000';
const ROUNDS = 5;
/** Longer than a bare command takes, so that the worker is still waiting after it. */
const WARM_WORKER_IDLE_SECONDS = '600';

/** The same backtest through the API, without and with a waiting worker, and by the bare `freqtrade backtesting`. */
export async function measureBacktests(): Promise<Report> {
  const [before = 0] = loadavg();
  await using platform = await Platform.start({ WARM_WORKER_IDLE_SECONDS, SANDBOX_WEIGHT_PER_MINUTE });
  const caller = await Caller.register(platform, 'bench@example.com');
  const range = newestWindow(Date.now());
  const first = await runThroughApi(caller, range);
  await using bare = await prepareBareCommand(platform, first.id, range);
  await bare.run();
  await bare.takeResult();
  const runtime = (await platform.descriptor()).processes['runtime'] ?? 0;
  const rounds: BacktestRound[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await endWaitingWorker(runtime);
    const cold = await runThroughApi(caller, range);
    await untilWarm(runtime);
    const warm = await runThroughApi(caller, range);
    await untilWarm(runtime);
    const bareMs = await timeBare(bare, [cold, warm]);
    rounds.push({ cold, warm, bareMs });
  }
  const [after = 0] = loadavg();
  return summarize(rounds, { before, after, processors: availableParallelism() });
}

/** Times the command alone, and holds its result against those of the API. */
async function timeBare(bare: BareCommand, runs: readonly ApiRun[]): Promise<number> {
  const startedAtMs = performance.now();
  await bare.run();
  const durationMs = performance.now() - startedAtMs;
  const { figures } = await bare.takeResult();
  for (const { id, trades, profitTotalPct } of runs) {
    if (trades !== figures['trades'] || profitTotalPct !== figures['profitTotalPct'])
      throw new Error(`${id}: ${trades} trades and ${profitTotalPct} %, the bare command ${JSON.stringify(figures)}`);
  }
  return durationMs;
}
