/** A line of a log: when it was written, and what it says. */
export interface LogLine {
  /** UTC, to the second. */
  readonly at: string;
  readonly text: string;
  readonly level: 'error' | 'warning' | 'other';
}

const LINE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d{9}Z (.*)$/s;
/** freqtrade writes its own time before each line, which the platform has written already. */
const OWN_TIME = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} - /;
const ERROR = /\b(?:ERROR|CRITICAL)\b/;
const WARNING = /\bWARN(?:ING)?\b/;

/** Returns the parts of a line as the platform writes it; the level is a guess from its words, for its colour alone. */
export function lineOf(line: string): LogLine {
  const [, at = '', text = line] = LINE.exec(line) ?? [];
  const level = ERROR.test(text) ? 'error' : WARNING.test(text) ? 'warning' : 'other';
  return { at: at.replace('T', ' '), text: at === '' ? text : text.replace(OWN_TIME, ''), level };
}

/** Returns the lines that have all of some words, whatever their case. */
export function linesWith(lines: readonly string[], words: string): readonly string[] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return wanted.length === 0
    ? lines
    : lines.filter((line) => wanted.every((word) => line.toLowerCase().includes(word)));
}
