import { PlatformError } from '@platform/errors';
import { type Gap, gapsOf, type Segment } from './segments.js';
import type { Timeframe } from './tables.js';

/** A table of candles, as an error names it. */
interface NamedTable {
  readonly symbol: string;
  readonly timeframe: Timeframe;
  readonly intervalMs: number;
}

/** From the first candle's opening to the last one's closing. */
interface Coverage {
  readonly fromMs: number;
  readonly toMs: number;
}

/**
 * Throws `data_unavailable` unless a table holds every candle that opens at or after `fromMs` and closes by `toMs`. What is
 * missing before a window is no reason: a run then starts with fewer candles.
 */
export function requireWindow(
  segments: readonly Segment[],
  table: NamedTable,
  window: { fromMs: number; toMs: number },
): void {
  const { symbol, timeframe, intervalMs } = table;
  const candles = `${timeframe} candles of ${symbol}`;
  const coverage = coverageOf(segments, intervalMs);
  const refuse = (message: string, gap?: Gap) => {
    const shown = { coverage: coverage === undefined ? null : instants(coverage) };
    const details = { symbol, timeframe, ...shown, ...(gap === undefined ? {} : { gap: instants(gap) }) };
    return new PlatformError('data_unavailable', { message, details });
  };
  if (coverage === undefined) throw refuse(`No ${candles} are stored.`);
  const fromMs = Math.ceil(window.fromMs / intervalMs) * intervalMs;
  const toMs = Math.floor(window.toMs / intervalMs) * intervalMs;
  if (fromMs < coverage.fromMs || toMs > coverage.toMs)
    throw refuse(`The ${candles} are stored ${words(coverage)}; the range asked for is ${words(window)}.`);
  const gap = gapsOf(segments, intervalMs).find((each) => each.toMs > fromMs && each.fromMs < toMs);
  if (gap !== undefined)
    throw refuse(`The ${candles} have a gap ${words(gap)}, inside the range asked for, ${words(window)}.`, gap);
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
