import { UNKNOWN } from '../../parts/format.js';

const DIGITS = 4;

/** The figures that a score is computed from, in one line: `adx_14 31.2, return_7d 0.0812`. */
export function evidenceOf(json: string): string {
  const parsed: unknown = JSON.parse(json);
  if (typeof parsed !== 'object' || parsed === null) return UNKNOWN;
  return Object.entries(parsed)
    .map(([name, value]) => `${name} ${written(value)}`)
    .join(', ');
}

function written(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumSignificantDigits: DIGITS });
  return typeof value === 'string' ? value : JSON.stringify(value);
}
