import { median, type Report } from '../report.js';
import { type ApiRun, durationMsOf } from './api.js';
import type { BareRun } from './bare.js';
import type { Contender } from './contender.js';
import type { Stages } from './stages.js';

/** A run through the API with its times. */
export interface MeasuredRun {
  readonly run: ApiRun;
  readonly stages: Stages;
  /** The peak memory of the run's process. */
  readonly peakKib: number;
}

/** One round: the same work in three variants, one after the other. */
export interface BacktestRound {
  /** No worker was ready. */
  readonly cold: MeasuredRun;
  /** A worker had the framework imported. */
  readonly warm: MeasuredRun;
  readonly bare: BareRun;
}

/** The machine's load while it was measured: one-minute averages before and after, and its processors. */
export interface MachineLoad {
  readonly before: number;
  readonly after: number;
  readonly processors: number;
}

const STAGES: Readonly<Record<keyof Stages, string>> = {
  validation: '  request and validation',
  queueAndWorker: '  queue and worker',
  load: '  configuration, exchange, candles',
  signals: '  indicators and signals',
  loopAndStatistics: '  candle loop, statistics, record',
  poll: '  poll',
};
const KIB_A_MIB = 1_024;

/** Returns milliseconds as seconds. */
export const seconds = (durationMs: number) => (durationMs / 1_000).toFixed(2);

/** The medians of all rounds. */
export function summarize(contender: Contender, rounds: readonly BacktestRound[], load: MachineLoad): Report {
  const of = (read: (round: BacktestRound) => number) => median(rounds.map(read));
  const ratio = (kind: 'cold' | 'warm') => of((round) => durationMsOf(round[kind].run) / round.bare.durationMs);
  const stage = (name: keyof Stages, kind: 'cold' | 'warm') => seconds(of((round) => round[kind].stages[name]));
  const mebibytes = (read: (round: BacktestRound) => number) => (of(read) / KIB_A_MIB).toFixed(0);
  const names: (keyof Stages)[] = ['validation', 'queueAndWorker', 'load', 'signals', 'loopAndStatistics', 'poll'];
  const { work, bareTitle, ratioMax } = contender;
  return {
    title: `A backtest with ${work.framework}, ${work.title}: medians of ${rounds.length} alternating rounds, in seconds`,
    columns: ['', 'API, cold', 'API, warm', bareTitle],
    rows: [
      [
        'from request to result',
        seconds(of(({ cold }) => durationMsOf(cold.run))),
        seconds(of(({ warm }) => durationMsOf(warm.run))),
        seconds(of(({ bare }) => bare.durationMs)),
      ],
      ['ratio', ratio('cold').toFixed(2), ratio('warm').toFixed(2), '1.00'],
      ...names.map((name) => [STAGES[name], stage(name, 'cold'), stage(name, 'warm'), '']),
      [
        'peak memory of its process, MiB',
        mebibytes(({ cold }) => cold.peakKib),
        mebibytes(({ warm }) => warm.peakKib),
        mebibytes(({ bare }) => bare.peakKib),
      ],
    ],
    notes: [
      `${rounds[0]?.warm.run.trades ?? 0} trades, the same in every run. Required: warm at most ${ratioMax.toFixed(2)}.`,
      'Cold: no worker waited, so that one is started when the strategy has been found valid. Warm: one waited.',
      loadText(load),
      `Each round, cold / warm / bare: ${rounds.map(roundText).join(', ')}.`,
    ],
  };
}

/** Returns the machine's load in words. */
export function loadText({ processors, before, after }: MachineLoad): string {
  return `Load of the machine (${processors} processors): ${before.toFixed(1)} before, ${after.toFixed(1)} after.`;
}

function roundText({ cold, warm, bare }: BacktestRound): string {
  const durations = [durationMsOf(cold.run), durationMsOf(warm.run), bare.durationMs];
  return durations.map((durationMs) => (durationMs / 1_000).toFixed(1)).join(' / ');
}
