import type { ReadyMarketsQuery } from './generated/documents.js';

/** A market that a backtest can run on. */
export type ReadyMarket = NonNullable<ReadyMarketsQuery['markets']>['nodes'][number];

const DAY_MS = 86_400_000;
/** What a first run covers where the history allows it. */
const WINDOW_DAYS = 180;
/** Days that indicators need before the window begins. */
const START_UP_DAYS = 7;

/** The framework's name of a market. */
export function aliasOf(market: ReadyMarket, framework: string): string | null {
  return framework === 'nautilus' ? market.frameworkSymbols.nautilus : market.frameworkSymbols.freqtrade;
}

/** The days from and to which the hourly history of all these markets goes; undefined where there are none. */
export function commonHistory(markets: readonly ReadyMarket[]): { from: string; to: string } | undefined {
  const common = commonMs(markets);
  return common === undefined ? undefined : { from: dayOf(common.fromMs), to: dayOf(common.toMs) };
}

/** A window of days that the hourly history of all these markets covers; undefined where there is none. */
export function windowOf(markets: readonly ReadyMarket[]): { from: string; to: string } | undefined {
  const common = commonMs(markets);
  if (common === undefined) return undefined;
  const { fromMs: firstMs, toMs } = common;
  const fromMs = Math.max(firstMs + (START_UP_DAYS + 1) * DAY_MS, toMs - WINDOW_DAYS * DAY_MS);
  return fromMs < toMs ? { from: dayOf(fromMs), to: dayOf(toMs) } : undefined;
}

function commonMs(markets: readonly ReadyMarket[]): { fromMs: number; toMs: number } | undefined {
  const tables = markets.map(({ dataset }) => dataset?.tables.find(({ name }) => name === 'candles_1h'));
  const known = tables.filter((table) => table !== undefined);
  if (known.length === 0 || known.length < markets.length) return undefined;
  const fromMs = Math.max(...known.map(({ from }) => Date.parse(from)));
  const toMs = Math.min(...known.map(({ to }) => Date.parse(to)));
  return fromMs < toMs ? { fromMs, toMs } : undefined;
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** What is stored of a market, in words: its longest table of candles and its finest. */
export function coverageOf({ dataset }: ReadyMarket): string {
  const candles = dataset?.tables.filter(({ name }) => name.startsWith('candles_')) ?? [];
  if (candles.length === 0) return 'history on request';
  return candles.map(({ name, from }) => `${name.replace('candles_', '')} from ${from.slice(0, 10)}`).join(', ');
}
