import { median, type Report } from '../report.js';
import type { ApiRun } from './api.js';
import type { Stages } from './stages.js';

/** One round: the same work three ways, one after the other. */
export interface BacktestRound {
  /** No worker was ready. */
  readonly cold: ApiRun;
  /** A worker had freqtrade imported. */
  readonly warm: ApiRun;
  readonly bareMs: number;
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

/** The medians of all rounds. */
export function summarize(rounds: readonly BacktestRound[], load: MachineLoad): Report {
  const seconds = (values: readonly number[]) => (median(values) / 1_000).toFixed(2);
  const ratio = (kind: 'cold' | 'warm') =>
    median(rounds.map((round) => round[kind].durationMs / round.bareMs)).toFixed(2);
  const stage = (name: keyof Stages, kind: 'cold' | 'warm') => seconds(rounds.map((round) => round[kind].stages[name]));
  const names: (keyof Stages)[] = ['validation', 'queueAndWorker', 'load', 'signals', 'loopAndStatistics', 'poll'];
  const bareMs = rounds.map((round) => round.bareMs);
  return {
    title: `A backtest of 5 pairs over 180 days of hourly candles, medians of ${rounds.length} alternating rounds, in seconds`,
    columns: ['', 'API, cold', 'API, warm', 'bare command'],
    rows: [
      [
        'from request to result',
        seconds(rounds.map(({ cold }) => cold.durationMs)),
        seconds(rounds.map(({ warm }) => warm.durationMs)),
        seconds(bareMs),
      ],
      ['ratio to the bare command', ratio('cold'), ratio('warm'), '1.00'],
      ...names.map((name) => [STAGES[name], stage(name, 'cold'), stage(name, 'warm'), '']),
    ],
    notes: [
      `${rounds[0]?.warm.trades ?? 0} trades, the same in every run. Required: warm below 1.00; goal of the project: 0.70.`,
      'Cold: no worker waited, so that one is started when the strategy has been found valid. Warm: one waited.',
      `Load of the machine (${load.processors} processors): ${load.before.toFixed(1)} before, ${load.after.toFixed(1)} after.`,
      `Each round, cold / warm / bare: ${rounds.map(roundText).join(', ')}.`,
    ],
  };
}

function roundText({ cold, warm, bareMs }: BacktestRound): string {
  return [cold.durationMs, warm.durationMs, bareMs].map((durationMs) => (durationMs / 1_000).toFixed(1)).join(' / ');
}
