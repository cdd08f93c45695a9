import { UNKNOWN, words } from '../../parts/format.js';

const DIGITS = 4;

/** When it was computed stands beside the results, once for all of them; whether a market is ready for backtests stands at the market. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set(['as_of', 'backtest_ready']);

/** The names that a score's figures have in the graph, in words; percent is written behind the number. */
const LABELS: Readonly<Record<string, string>> = {
  return_7d_pct: 'return of 7 days',
  volatility_7d_pct: 'usual move in 7 days',
  return_24h_pct: 'return of 24 hours',
  adx_14: 'ADX of 14 hours',
  atr_14: 'average range of an hour',
  distance_from_mean: 'distance from the mean, in half bands',
  distance_atr: 'beyond the channel, in ranges of an hour',
  bb_width_pctile_90d: 'width of its bands, percentile of 90 days',
  bb_middle: 'middle of its bands',
  bb_upper: 'upper band',
  bb_lower: 'lower band',
  channel_high: "the week's highest",
  channel_low: "the week's lowest",
  volume_ratio: "volume, times the month's",
  hourly_volume_24h: 'volume an hour, last 24 hours',
  hourly_volume_30d: 'volume an hour, last 30 days',
  builder_dex: 'exchange',
};

/** The figures that a score is computed from, in one line: `ADX of 14 hours 31.2; return of 7 days 8.12 %`. */
export function evidenceOf(json: string): string {
  const parsed: unknown = JSON.parse(json);
  if (typeof parsed !== 'object' || parsed === null) return UNKNOWN;
  return Object.entries(parsed)
    .filter(([name]) => !SAID_ELSEWHERE.has(name))
    .map(([name, value]) => `${LABELS[name] ?? words(name)} ${written(value)}${name.endsWith('_pct') ? ' %' : ''}`)
    .join('; ');
}

function written(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en-US', { maximumSignificantDigits: DIGITS });
  return typeof value === 'string' ? value : JSON.stringify(value);
}
