import { PlatformError } from '@platform/errors';
import { type Gap, gapsOf, type Segment } from './segments.js';
import { type TableName, tableKinds } from './tables.js';

/** A table of an instrument. */
interface NamedTable {
  readonly symbol: string;
  readonly table: TableName;
}

/** From the first row's time to the end of the last one's interval. */
interface Coverage {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Throws `data_unavailable` unless a table holds every row whose interval begins at or after `fromMs` and ends by `toMs`. What is
 * missing before a window is no reason: a run then starts with fewer candles.
 */
export function requireWindow(
  segments: readonly Segment[],
  { symbol, table }: NamedTable,
  window: { fromMs: number; toMs: number },
): void {
  const { timeframe = '1h', intervalMs } = tableKinds[table];
  const rows = table === 'funding_1h' ? `hourly funding rates of ${symbol}` : `${timeframe} candles of ${symbol}`;
  const coverage = coverageOf(segments, intervalMs);
  const refuse = (message: string, gap?: Gap) => {
    const shown = { coverage: coverage === undefined ? null : instants(coverage) };
    const details = { symbol, table, timeframe, ...shown, ...(gap === undefined ? {} : { gap: instants(gap) }) };
    return new PlatformError('data_unavailable', { message, details });
  };
  if (coverage === undefined) throw refuse(`No ${rows} are stored.`);
  const fromMs = Math.ceil(window.fromMs / intervalMs) * intervalMs;
  const toMs = Math.floor(window.toMs / intervalMs) * intervalMs;
  if (fromMs < coverage.fromMs || toMs > coverage.toMs)
    throw refuse(`The ${rows} are stored ${words(coverage)}; the range asked for is ${words(window)}.`);
  const gap = gapsOf(segments, intervalMs).find((each) => each.toMs > fromMs && each.fromMs < toMs);
  if (gap !== undefined)
    throw refuse(`The ${rows} have a gap ${words(gap)}, inside the range asked for, ${words(window)}.`, gap);
}

function coverageOf(segments: readonly Segment[], intervalMs: number): Coverage | undefined {
  const [first, last] = [segments.at(0), segments.at(-1)];
  return first === undefined || last === undefined ? undefined : { fromMs: first.fromMs, toMs: last.toMs + intervalMs };
}

function instants({ fromMs, toMs }: { fromMs: number; toMs: number }): { from: string; to: string } {
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}

/** `from 2025-01-01 00:00 to 2025-02-01 00:00 UTC`. */
function words(window: { fromMs: number; toMs: number }): string {
  const { from, to } = instants(window);
  const minutes = (instant: string) => instant.slice(0, 16).replace('T', ' ');
  return `from ${minutes(from)} to ${minutes(to)} UTC`;
}
