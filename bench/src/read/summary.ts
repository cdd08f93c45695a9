import { median, type Report } from '../report.js';
import type { Round } from './load.js';

/** A round with each process's processor time per request. */
export interface MeasuredRound extends Round {
  readonly cpuMsPerRequest: ReadonlyMap<string, number>;
}

/** Returns the medians of each target's rounds; the first target is the baseline. */
export function summarize(targets: ReadonlyMap<string, readonly MeasuredRound[]>, seconds: number): Report {
  const [yardstick = []] = targets.values();
  const processes = [
    ...new Set([...targets.values()].flatMap(([round]) => [...(round?.cpuMsPerRequest.keys() ?? [])])),
  ];
  const rows = [...targets].map(([name, rounds]) => {
    const ratios = rounds.map(
      ({ requestsPerSecond }, index) => requestsPerSecond / (yardstick[index]?.requestsPerSecond ?? Number.NaN),
    );
    const cpu = processes.map((process) =>
      median(rounds.map(({ cpuMsPerRequest }) => cpuMsPerRequest.get(process) ?? 0)),
    );
    return [
      name,
      median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)).toFixed(0),
      median(rounds.map(({ p99Ms }) => p99Ms)).toFixed(1),
      median(ratios).toFixed(2),
      ...cpu.map((spentMs) => (spentMs === 0 ? '' : spentMs.toFixed(2))),
      cpu.reduce((sum, spentMs) => sum + spentMs, 0).toFixed(2),
    ];
  });
  return {
    title: `GET /runtime/backtests/{id}, 20 connections, distinct ids, medians of ${yardstick.length} alternating rounds of ${seconds} s`,
    columns: ['target', 'requests/s', 'p99 ms', 'ratio to bare', ...processes, 'all'],
    rows,
    notes: [
      'Under the name of a process: its processor time a request in ms, which is the share of that hop.',
      'Goal of the project: facade 0.50 of the bare route; required: 0.30. The load generator shares the processors with',
      'what it loads, and the bare route runs on one of them where the platform runs on all.',
    ],
  };
}
