import type { ProcessEnd, ProcessLimits } from '../../../runners/runner.js';
import type { BacktestErrorCode } from '../../framework.js';
import { formatBytes, formatUsedBytes } from './bytes.js';
import type { FrameLimits } from './frames.js';
import type { LogLimits } from './log-lines.js';

/** The limits of one run, besides those of its processes. */
export interface RunLimits extends FrameLimits {
  readonly wallTimeMs: number;
  /** How long a run may go on without another candle, or another step where there is none. */
  readonly stallMs: number;
  readonly log: LogLimits;
}

/** All limits of a run. */
export interface WorkerLimits {
  readonly process: ProcessLimits;
  readonly run: RunLimits;
  /** How long its process may take to be there, beside what it takes to begin; absent: it is there at once. */
  readonly placingMs?: number;
}

type ExceededEnd = Extract<ProcessEnd, { kind: 'limit_exceeded' }>;

const MINUTE_MS = 60_000;

/** Returns the message for a run that its runner ended at a limit: the limit, and what the run used of it. */
export function messageOfEnd({ limit, used }: ExceededEnd, { process }: WorkerLimits): string {
  switch (limit) {
    case 'memory_limit_exceeded':
      return `the run held ${formatUsedBytes(used ?? process.memoryBytes)} of memory and may hold ${formatBytes(process.memoryBytes)}`;
    case 'process_limit_exceeded':
      return `the run had ${used ?? 'more'} processes at once and may have ${process.processes}`;
    case 'time_limit_exceeded':
      return `the run used more than ${process.cpuSeconds} s of processor time, the most it may`;
  }
}

/** What a limit means that the run itself ran into; `text` is what it says of that. */
export function messageOfFailure(code: BacktestErrorCode, text: string, { process }: WorkerLimits): string {
  switch (code) {
    case 'memory_limit_exceeded':
      return `the run asked for more memory than there is; it may hold ${formatBytes(process.memoryBytes)} (${text})`;
    case 'process_limit_exceeded':
      return `the run started more processes or threads than it may; it may have ${process.processes} processes (${text})`;
    case 'output_limit_exceeded':
      return `the run wrote more to its folder than the ${formatBytes(process.folderBytes)} that it may (${text})`;
    default:
      return text;
  }
}

/** Returns the message for a run that exceeded its wall time. */
export function messageOfTime({ wallTimeMs }: RunLimits): string {
  return `the run was not over after ${duration(wallTimeMs)}, the longest that it may take`;
}

/** Returns the message for a run without progress. */
export function messageOfStall({ stallMs }: RunLimits): string {
  return (
    `the run made no progress for ${duration(stallMs)}, the longest that it may: no candle was simulated, no table read ` +
    "and no pair's indicators were done. Look for a loop that never ends, and compute indicators by columns, not by rows"
  );
}

function duration(ms: number): string {
  return ms <= MINUTE_MS ? `${ms / 1_000} s` : `${ms / MINUTE_MS} min`;
}

/** Returns the message for a run whose log is abuse. */
export function messageOfFlood(bytes: number, { log }: RunLimits): string {
  return `the run logged ${formatUsedBytes(bytes)} and may log ${formatBytes(log.bytes)}`;
}

/** Returns the message for a run whose result is too large. */
export function messageOfOutput({ frameBytes, outputBytes }: RunLimits): string {
  const most = `${formatBytes(frameBytes)}, and ${formatBytes(outputBytes)} with its trades`;
  return `the result of the run is larger than it may be: ${most}`;
}
