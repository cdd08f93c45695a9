/** Where the time between a request and its seen result went, in milliseconds and in order; together the whole time. */
export interface Stages {
  /** The request until it is answered: transport, validation in a process of its own, market data, the queued record. */
  readonly validation: number;
  /** Until freqtrade's first line: claiming, the files' way to a worker and, where none was ready, the worker's start. */
  readonly queueAndWorker: number;
  /** freqtrade's configuration and exchange, and reading the candles. */
  readonly load: number;
  /** Indicators and signals. */
  readonly signals: number;
  /** Candle by candle, and the figures of it. */
  readonly loopAndStatistics: number;
  /** From the record's end to the answer that showed it. */
  readonly poll: number;
}

/** A run as it was seen from outside; instants in milliseconds since the epoch. */
export interface ObservedRun {
  readonly sentAtMs: number;
  readonly answeredAtMs: number;
  /** Of the record. */
  readonly finishedAtMs: number;
  readonly seenAtMs: number;
  readonly logs: readonly string[];
}

/** What freqtrade says as it comes to each part of its work. */
const CANDLES_READ = 'Loading data from';
const SIGNALS_MADE = 'Backtesting with data from';

/** Divides a run's time by its record and its log. */
export function stagesOf({ sentAtMs, answeredAtMs, finishedAtMs, seenAtMs, logs }: ObservedRun): Stages {
  // A worker may say its first line before the request has been answered.
  const firstLineAtMs = Math.max(answeredAtMs, stampOf(logs[0]));
  const readAtMs = stampOf(logs.find((line) => line.includes(CANDLES_READ)));
  const signalledAtMs = stampOf(logs.find((line) => line.includes(SIGNALS_MADE)));
  return {
    validation: answeredAtMs - sentAtMs,
    queueAndWorker: firstLineAtMs - answeredAtMs,
    load: readAtMs - firstLineAtMs,
    signals: signalledAtMs - readAtMs,
    loopAndStatistics: finishedAtMs - signalledAtMs,
    poll: seenAtMs - finishedAtMs,
  };
}

/** The stamp of a log line, which carries nine fractional digits. */
function stampOf(line: string | undefined): number {
  const match = /^(\S+\.\d{3})\d{6}Z /.exec(line ?? '');
  if (match === null) throw new Error(`no stamp in ${JSON.stringify(line)}`);
  return Date.parse(`${match[1]}Z`);
}
