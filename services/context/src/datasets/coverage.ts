import { PlatformError } from '@platform/errors';
import { type Interval, tableKinds } from '@platform/venues/market-data';
import { type Gap, gapsOf, type Segment } from '../tables/segments.js';
import type { NamedTable } from './history-source.js';

/** From the first row's time to the end of the last one's interval. */
interface Coverage {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A stretch of time. */
interface Window {
  /** Inclusive. */
  readonly fromMs: number;
  /** Exclusive. */
  readonly toMs: number;
}

/** What is stored of a table. */
interface StoredRange {
  readonly segments: readonly Segment[];
  /** The parts of its gaps where its venue gave malformed rows, ascending. */
  readonly malformed: readonly Interval[];
}

/**
 * Throws `data_unavailable` unless a table holds every candle that opens and closes within a window, or every funding payment that falls
 * into it. Rows missing before the window are accepted: a run then starts with fewer candles. Where candles are `sparse`, a gap between two
 * candles is accepted where nobody traded, as far as is known: a window without any candle is not, nor is one with a malformed candle.
 */
export function requireWindow(
  { segments, malformed }: StoredRange,
  { symbol, table }: NamedTable,
  window: Window,
  { sparse }: { sparse: boolean },
): void {
  const { timeframe = '1h', intervalMs } = tableKinds[table];
  const rows = rowsInWords({ symbol, table });
  const coverage = coverageOf(segments, intervalMs);
  const refuse = (message: string, gap?: Gap, reason?: 'malformed_rows') => {
    const shown = { coverage: coverage === undefined ? null : instants(coverage) };
    const why = { ...(gap !== undefined && { gap: instants(gap) }), ...(reason !== undefined && { reason }) };
    return new PlatformError('data_unavailable', { message, details: { symbol, table, timeframe, ...shown, ...why } });
  };
  if (coverage === undefined) throw refuse(`No ${rows} are stored.`);
  const isFunding = table === 'funding_1h';
  const fromMs = Math.ceil(window.fromMs / intervalMs) * intervalMs;
  // A payment belongs to a window by its instant alone; a candle has to close within it.
  const toMs = (isFunding ? Math.ceil : Math.floor)(window.toMs / intervalMs) * intervalMs;
  if (fromMs < coverage.fromMs || toMs > coverage.toMs)
    throw refuse(`The ${rows} are stored ${words(coverage)}; the range asked for is ${words(window)}.`);
  const isInside = (each: Gap) => each.toMs > fromMs && each.fromMs < toMs;
  const odd = malformed.find(isInside);
  if (odd !== undefined)
    throw refuse(
      `The ${rows} have a gap ${words(odd)}, inside the range asked for, ${words(window)}: what the venue gave there is malformed.`,
      odd,
      'malformed_rows',
    );
  const isMissing = (each: Gap) =>
    sparse && !isFunding ? each.fromMs <= fromMs && each.toMs >= toMs && fromMs < toMs : isInside(each);
  const gap = gapsOf(segments, intervalMs).find(isMissing);
  if (gap !== undefined)
    throw refuse(`The ${rows} have a gap ${words(gap)}, inside the range asked for, ${words(window)}.`, gap);
}

/** Returns what the rows of a table are called. */
export function rowsInWords({ symbol, table }: NamedTable): string {
  return table === 'funding_1h'
    ? `hourly funding rates of ${symbol}`
    : `${tableKinds[table].timeframe} candles of ${symbol}`;
}

function coverageOf(segments: readonly Segment[], intervalMs: number): Coverage | undefined {
  const [first, last] = [segments.at(0), segments.at(-1)];
  return first === undefined || last === undefined ? undefined : { fromMs: first.fromMs, toMs: last.toMs + intervalMs };
}

function instants({ fromMs, toMs }: { fromMs: number; toMs: number }): { from: string; to: string } {
  return { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString() };
}

/** Formats a window as `from 2025-01-01 00:00 to 2025-02-01 00:00 UTC`. */
function words(window: { fromMs: number; toMs: number }): string {
  const { from, to } = instants(window);
  const minutes = (instant: string) => instant.slice(0, 16).replace('T', ' ');
  return `from ${minutes(from)} to ${minutes(to)} UTC`;
}
