/** Imports nothing: the build shows its progress by this file, before anything is built. */

/** Reports the current step, one short line at a time. */
export type Report = (line: string) => void;

/** Where progress is shown: standard error of a process, or a recorder in a test. */
export interface ProgressStream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** The time that a display uses: the machine's, or one that a test moves. */
export interface ProgressTime {
  /** Milliseconds from an arbitrary start that never step back. */
  nowMs(): number;
  /** Calls repeatedly until the returned function stops it; keeps no process alive. */
  every(intervalMs: number, act: () => void): () => void;
}

/** A progress display for one piece of work. */
export interface Progress {
  report: Report;
  /** Writes lines that stay, also to another stream of the same terminal: what is shown makes way for them and comes back. */
  aside(write: () => void): void;
  /**
   * Ends the display: the next output starts on a new line. A last report that was not shown yet is shown; later ones, of abandoned work,
   * are not.
   */
  finish(): void;
}

const CLEAR_LINE = '\r\u001b[2K';
/** The width where the terminal reports none, or 0. */
const DEFAULT_COLUMNS = 80;
const BEAT_MS = 500;
const LIVE_INTERVAL_MS = 1_000;
/** The time between two plain lines: even with one beat more and a late one, a line appears within five seconds. */
const PLAIN_INTERVAL_MS = 3_500;

const machineTime: ProgressTime = {
  nowMs: () => performance.now(),
  every: (intervalMs, act) => {
    const timer = setInterval(act, intervalMs);
    timer.unref();
    return () => clearInterval(timer);
  },
};

/**
 * Shows work that takes long, and its duration: on a terminal one line that is rewritten each second and removed at the end, elsewhere a
 * plain line every four seconds. Work that ends within a second and reports nothing shows nothing.
 */
export function createProgress(stream: ProgressStream, title: string, time: ProgressTime = machineTime): Progress {
  const startedAtMs = time.nowMs();
  let detail: string | undefined;
  let shown: string | undefined;
  let writtenAtMs: number | undefined;
  let isFinished = false;
  const show = () => {
    const seconds = Math.floor((time.nowMs() - startedAtMs) / 1_000);
    const what = `… ${title}${detail === undefined ? '' : `: ${detail}`}`;
    const elapsed = seconds < 1 ? '' : `, ${seconds} s`;
    const columns = (stream.columns || DEFAULT_COLUMNS) - 1;
    if (stream.isTTY) stream.write(CLEAR_LINE + what.slice(0, columns - elapsed.length) + elapsed);
    else stream.write(`${what}${elapsed}\n`);
    shown = detail;
    writtenAtMs = time.nowMs();
  };
  const hasPassed = (intervalMs: number) => time.nowMs() - (writtenAtMs ?? startedAtMs) >= intervalMs;
  const isLive = () => stream.isTTY === true || writtenAtMs === undefined;
  const stop = time.every(BEAT_MS, () => {
    if (hasPassed(isLive() ? LIVE_INTERVAL_MS : PLAIN_INTERVAL_MS)) show();
  });
  return {
    report: (line) => {
      if (isFinished || line === detail) return;
      detail = line;
      if (isLive() || hasPassed(PLAIN_INTERVAL_MS)) show();
    },
    aside: (write) => {
      const isInTheWay = stream.isTTY === true && writtenAtMs !== undefined && !isFinished;
      if (isInTheWay) stream.write(CLEAR_LINE);
      write();
      if (isInTheWay) show();
    },
    finish: () => {
      if (isFinished) return;
      isFinished = true;
      stop();
      if (stream.isTTY && writtenAtMs !== undefined) stream.write(CLEAR_LINE);
      else if (!stream.isTTY && detail !== shown) show();
    },
  };
}

/** Shows the progress of a piece of work for as long as it lasts. */
export async function withProgress<Outcome>(
  stream: ProgressStream,
  title: string,
  work: (report: Report) => Promise<Outcome>,
): Promise<Outcome> {
  const progress = createProgress(stream, title);
  try {
    return await work(progress.report);
  } finally {
    progress.finish();
  }
}
