import { UNKNOWN, words } from '../../parts/format.js';

const DIGITS = 4;

/** When it was computed stands beside the results, once for all of them. */
const SAID_ELSEWHERE = 'as_of';

/** The figures that a score is computed from, in one line: `adx 14 31.2, return 7d pct 8.12`. */
export function evidenceOf(json: string): string {
  const parsed: unknown = JSON.parse(json);
  if (typeof parsed !== 'object' || parsed === null) return UNKNOWN;
  return Object.entries(parsed)
    .filter(([name]) => name !== SAID_ELSEWHERE)
    .map(([name, value]) => `${words(name)} ${written(value)}`)
    .join(', ');
}

function written(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumSignificantDigits: DIGITS });
  return typeof value === 'string' ? value : JSON.stringify(value);
}
