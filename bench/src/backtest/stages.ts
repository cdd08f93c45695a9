import type { Caller } from '@platform/test/platform';
import type { ApiRun } from './api.js';

/** Where the time between a request and its seen result went, in milliseconds and in order; together the whole time. */
export interface Stages {
  /** The request until it is answered: transport, validation in a process of its own, market data, the queued record. */
  readonly validation: number;
  /** Until the framework's first line: claiming, the files' way to a worker and, where none was ready, the worker's start. */
  readonly queueAndWorker: number;
  /** freqtrade's configuration and exchange, and reading the candles. */
  readonly load: number;
  /** Indicators and signals. */
  readonly signals: number;
  /** Candle by candle, and the figures of it; of nautilus all that follows its first line. */
  readonly loopAndStatistics: number;
  /** From the record's end to the answer that showed it. */
  readonly poll: number;
}

/** What freqtrade says as it comes to each part of its work. */
const CANDLES_READ = 'Loading data from';
const SIGNALS_MADE = 'Backtesting with data from';

/** Divides a run's time by its record and its log. */
export async function stagesOf(caller: Caller, run: ApiRun): Promise<Stages> {
  const { logs } = (await caller.send('GET', `/runtime/backtests/${run.id}/logs`)).body;
  return divide(run, logs);
}

function divide(run: ApiRun, logs: readonly string[]): Stages {
  const { sentAtMs, answeredAtMs, finishedAtMs, seenAtMs } = run;
  const told = (text: string) => logs.find((line) => line.includes(text));
  // A worker may say its first line before the request has been answered.
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

/** The stamp of a log line, which carries nine fractional digits. */
function stampOf(line: string | undefined): number {
  const match = /^(\S+\.\d{3})\d{6}Z /.exec(line ?? '');
  if (match === null) throw new Error(`no stamp in ${JSON.stringify(line)}`);
  return Date.parse(`${match[1]}Z`);
}
