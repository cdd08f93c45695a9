import type { BotLogLine } from '../log-file.js';

const LINE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)(?: (.*))?$/s;
const NS_PER_MS = 1_000_000n;

/** Reads lines that begin with a time stamp (RFC 3339, up to nanoseconds). Throws for one that does not: then it is not from a log. */
export function parseStampedLines(text: string): BotLogLine[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, second, fraction = '', zone, message = ''] = LINE.exec(line) ?? [];
      const ms = Date.parse(`${second}${zone}`);
      if (Number.isNaN(ms)) throw new Error('a line of the log has no time stamp');
      return { stampNs: BigInt(ms) * NS_PER_MS + BigInt(fraction.padEnd(9, '0')), message };
    });
}
