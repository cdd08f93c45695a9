import type { Instrument } from '@platform/venues/market-data';
import type { FrameworkId } from '@platform/venues/registry';

/** A market: an instrument, and whether stored history can serve a backtest of it. */
export interface Market {
  readonly instrument: Instrument;
  /** False for a market found by a live search only means that readiness was not checked. */
  readonly backtestReady: boolean;
}

/** Names a market. */
export interface MarketReference {
  readonly venue: string;
  readonly symbol: string;
}

/** Filters markets; undefined fields filter nothing. */
export interface MarketFilter {
  /** Words that must all occur in venue, symbol, name or question, ignoring case. */
  readonly words: readonly string[];
  readonly kind?: Instrument['kind'] | undefined;
  readonly status?: Instrument['status'] | undefined;
  /** Only markets that this framework has a name for. */
  readonly framework?: FrameworkId | undefined;
  readonly backtestReady?: boolean | undefined;
}

/** Returns the market of an instrument. Markets of builder-deployed exchanges and markets with unknown fees are never backtest-ready. */
export function marketOf(instrument: Instrument, ready: ReadonlySet<string>): Market {
  const { symbol, builderDex, prediction } = instrument;
  const hasKnownFees = prediction === undefined || prediction.takerFees !== undefined;
  return { instrument, backtestReady: ready.has(symbol) && builderDex === undefined && hasKnownFees };
}

/** Returns whether a market passes a filter, apart from its words. */
export function isWanted({ instrument, backtestReady }: Market, filter: MarketFilter): boolean {
  const { kind, status, frameworkSymbols } = instrument;
  return (
    (filter.kind ?? kind) === kind &&
    (filter.status ?? status) === status &&
    (filter.backtestReady ?? backtestReady) === backtestReady &&
    (filter.framework === undefined || frameworkSymbols[filter.framework] !== undefined)
  );
}

/** Returns whether all words occur in a market's searched texts, ignoring case and diacritics: `sao` is in `São`. */
export function hasWords({ venue, symbol, coin, name, prediction }: Instrument, words: readonly string[]): boolean {
  const text = folded(`${venue} ${symbol} ${coin} ${name} ${prediction?.question ?? ''}`);
  return words.every((word) => text.includes(folded(word)));
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
