import type { BotLogLine } from '../../bots/log-file.js';
import type { LogFacts } from './facts.js';

/** As freqtrade's bot words them. A strategy may print the same; its log is its own. */
const ENTRY = /\b(?:Long|Short) signal found: about create a new trade for /;
const REFUSAL = /\bUnable to create trade for .*$/;
/** Of a line that is quoted. */
const QUOTED_MAX = 300;

/** Returns what lines of a freqtrade bot's log say of its entries. */
export function readLog(lines: readonly Pick<BotLogLine, 'message'>[]): LogFacts {
  const refusals = lines.flatMap(({ message }) => REFUSAL.exec(message)?.[0] ?? []);
  return {
    lines: lines.length,
    entrySignals: lines.filter(({ message }) => ENTRY.test(message)).length,
    lastRefusal: refusals.at(-1)?.slice(0, QUOTED_MAX),
  };
}
