import type { Caller } from '@platform/test/platform';
import type { ApiRun } from './api.js';

/** The stages between a request and its seen result, in milliseconds and in order; together the whole time. */
export interface Stages {
  /** The request until it is answered: transport, validation in a separate process, market data, the queued record. */
  readonly validation: number;
  /** Until the framework's first line: claiming, the files' way to a worker and, where none was ready, the worker's start. */
  readonly queueAndWorker: number;
  /** freqtrade's configuration and exchange, and the read of the candles. */
  readonly load: number;
  /** Indicators and signals. */
  readonly signals: number;
  /** The loop over candles, and its statistics; for nautilus everything after its first line. */
  readonly loopAndStatistics: number;
  /** From the record's end to the answer that showed it. */
  readonly poll: number;
}

/** The log lines of freqtrade at the start of each stage. */
const CANDLES_READ = 'Loading data from';
const SIGNALS_MADE = 'Backtesting with data from';

/** Divides a run's time into stages by its record and its log. */
export async function stagesOf(caller: Caller, run: ApiRun): Promise<Stages> {
  const { logs } = (await caller.send('GET', `/runtime/backtests/${run.id}/logs`)).body;
  return divide(run, logs);
}

function divide(run: ApiRun, logs: readonly string[]): Stages {
  const { sentAtMs, answeredAtMs, finishedAtMs, seenAtMs } = run;
  const told = (text: string) => logs.find((line) => line.includes(text));
  // A worker may log its first line before the request has been answered.
  const firstLineAtMs = Math.max(answeredAtMs, stampOf(logs[0]));
  const readAtMs = stampOf(told(CANDLES_READ) ?? logs[0]);
  const signalledAtMs = stampOf(told(SIGNALS_MADE) ?? logs[0]);
  return {
    validation: answeredAtMs - sentAtMs,
    queueAndWorker: firstLineAtMs - answeredAtMs,
    load: Math.max(0, readAtMs - firstLineAtMs),
    signals: signalledAtMs - readAtMs,
    loopAndStatistics: finishedAtMs - Math.max(firstLineAtMs, signalledAtMs),
    poll: seenAtMs - finishedAtMs,
  };
}

/** Returns the timestamp of a log line, which has nine fractional digits. */
function stampOf(line: string | undefined): number {
  const match = /^(\S+\.\d{3})\d{6}Z /.exec(line ?? '');
  if (match === null) throw new Error(`no stamp in ${JSON.stringify(line)}`);
  return Date.parse(`${match[1]}Z`);
}
