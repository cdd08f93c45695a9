/** Tells what is being done, a short line at a time. */
export type Report = (line: string) => void;

/** Where progress is shown: standard error of a process, or a recorder in a test. */
export interface ProgressStream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

/** A progress display for one piece of work. */
export interface Progress {
  report: Report;
  /** Ends the display: the last line stays, and what is printed next starts on a line of its own. */
  finish(): void;
}

const CLEAR_LINE = '\r\u001b[2K';
const DEFAULT_COLUMNS = 80;

/** On a terminal one line that is rewritten, elsewhere a plain line for each change. */
export function createProgress(stream: ProgressStream, title: string): Progress {
  let shown: string | undefined;
  return {
    report: (line) => {
      const text = `${title}: ${line}`;
      if (text === shown) return;
      shown = text;
      if (stream.isTTY) stream.write(CLEAR_LINE + text.slice(0, (stream.columns ?? DEFAULT_COLUMNS) - 1));
      else stream.write(`${text}\n`);
    },
    finish: () => {
      if (stream.isTTY && shown !== undefined) stream.write('\n');
    },
  };
}
