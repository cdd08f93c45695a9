import { availableParallelism, loadavg } from 'node:os';
import type { Effort } from '../effort.js';
import { median, type Report } from '../report.js';
import { ask, untilFinished } from './api.js';
import { type BareRun, requireEqual } from './bare.js';
import { type Contender, contenders } from './contender.js';
import { type Bench, withBench } from './measure.js';
import { PeakMemory } from './peak-memory.js';
import { loadText, seconds } from './summary.js';
import { untilWarm } from './workers.js';

const BACKTESTS = 8;
/** How often each variant is measured, one after the other: nautilus takes about four minutes per round. */
const ROUNDS = 3;
const RATIO_MAX = 1.1;
const KIB_A_MIB = 1_024;

/** Eight backtests once through the API and once by the bare framework: the total time, and the peak memory of all together. */
interface TogetherRound {
  readonly apiMs: number;
  readonly apiKib: number;
  readonly bareMs: number;
  readonly bareKib: number;
}

/** Eight backtests of one account submitted at once, beside the same eight run in pairs by the bare framework, each in a new process. */
export async function measureTogether(effort: Effort): Promise<Report> {
  const [before = 0] = loadavg();
  const { amount } = effort;
  const [backtests, count] = [amount(BACKTESTS, 2), amount(ROUNDS, 1)];
  const rows: (readonly string[])[] = [];
  const notes: string[] = [];
  for (const contender of Object.values(contenders)) {
    const rounds = await withBench(contender, effort, (bench) => measureRounds(bench, backtests, count));
    rows.push(rowOf(contender, rounds));
    const texts = rounds.map(({ apiMs, bareMs }) => `${seconds(apiMs)} / ${seconds(bareMs)}`);
    notes.push(`${contender.work.framework}, ${contender.work.title}; each round, API / bare: ${texts.join(', ')}.`);
  }
  const [after = 0] = loadavg();
  return {
    title: `${backtests} backtests at once, medians of ${count} alternating rounds: seconds until all have ended, MiB held together`,
    columns: ['', 'API', 'bare, two by two', 'ratio', 'API, MiB', 'bare, MiB'],
    rows,
    notes: [
      ...notes,
      `Required: a ratio of at most ${RATIO_MAX.toFixed(1)}. An account runs two at once unless told otherwise.`,
      loadText({ before, after, processors: availableParallelism() }),
    ],
  };
}

async function measureRounds(bench: Bench, backtests: number, count: number): Promise<TogetherRound[]> {
  const rounds: TogetherRound[] = [];
  for (let round = 0; round < count; round += 1) {
    await untilWarm(bench.runtimeProcessId);
    rounds.push({ ...(await throughApi(bench, backtests)), ...(await twoByTwo(bench, backtests)) });
  }
  return rounds;
}

async function throughApi({ caller, contender, window, bare, runtimeProcessId }: Bench, backtests: number) {
  await using memory = PeakMemory.ofWorkers(runtimeProcessId);
  const startedAtMs = performance.now();
  const asked = await Promise.all(Array.from({ length: backtests }, () => ask(caller, contender.work, window)));
  // One after the other: polling for all of them at once would take their processor time.
  const runs = [];
  for (const each of asked) runs.push(await untilFinished(caller, each));
  const apiMs = performance.now() - startedAtMs;
  const apiKib = memory.togetherKib;
  await untilWarm(runtimeProcessId);
  requireEqual(await bare.run(), runs);
  return { apiMs, apiKib };
}

async function twoByTwo({ bare, another }: Bench, backtests: number) {
  await using memory = PeakMemory.ofNewChildren();
  const startedAtMs = performance.now();
  const runs: BareRun[] = [];
  for (let pair = 0; pair < backtests / 2; pair += 1) runs.push(...(await Promise.all([bare.run(), another.run()])));
  return { bareMs: performance.now() - startedAtMs, bareKib: memory.togetherKib };
}

function rowOf({ work }: Contender, rounds: readonly TogetherRound[]): readonly string[] {
  const of = (read: (round: TogetherRound) => number) => median(rounds.map(read));
  return [
    work.framework,
    seconds(of(({ apiMs }) => apiMs)),
    seconds(of(({ bareMs }) => bareMs)),
    of(({ apiMs, bareMs }) => apiMs / bareMs).toFixed(2),
    (of(({ apiKib }) => apiKib) / KIB_A_MIB).toFixed(0),
    (of(({ bareKib }) => bareKib) / KIB_A_MIB).toFixed(0),
  ];
}
