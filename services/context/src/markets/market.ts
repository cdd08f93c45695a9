import type { Instrument } from '@platform/venues/market-data';
import type { FrameworkId } from '@platform/venues/registry';

/** A market: an instrument, and whether stored history can serve a backtest of it. */
export interface Market {
  readonly instrument: Instrument;
  /** False of a market that was found by a live search says only that nobody looked. */
  readonly backtestReady: boolean;
}

/** Names a market. */
export interface MarketReference {
  readonly venue: string;
  readonly symbol: string;
}

/** Which markets to list; what is undefined lets all through. */
export interface MarketFilter {
  /** Words that must all occur in venue, symbol, name or question, in any case. */
  readonly words: readonly string[];
  readonly kind?: Instrument['kind'] | undefined;
  readonly status?: Instrument['status'] | undefined;
  /** Only markets that this framework has a name for. */
  readonly framework?: FrameworkId | undefined;
  readonly backtestReady?: boolean | undefined;
}

/** A market of an instrument. What trades at a builder's own exchange is never backtested, nor what has fees that nobody knows. */
export function marketOf(instrument: Instrument, ready: ReadonlySet<string>): Market {
  const { symbol, builderDex, prediction } = instrument;
  const hasKnownFees = prediction === undefined || prediction.takerFees !== undefined;
  return { instrument, backtestReady: ready.has(symbol) && builderDex === undefined && hasKnownFees };
}

/** Whether a filter lets a market through, its words aside. */
export function isWanted({ instrument, backtestReady }: Market, filter: MarketFilter): boolean {
  const { kind, status, frameworkSymbols } = instrument;
  return (
    (filter.kind ?? kind) === kind &&
    (filter.status ?? status) === status &&
    (filter.backtestReady ?? backtestReady) === backtestReady &&
    (filter.framework === undefined || frameworkSymbols[filter.framework] !== undefined)
  );
}

/** Whether all words occur in what people search a market by, whatever the case and the marks: `sao` is in `São`. */
export function hasWords({ venue, symbol, coin, name, prediction }: Instrument, words: readonly string[]): boolean {
  const text = folded(`${venue} ${symbol} ${coin} ${name} ${prediction?.question ?? ''}`);
  return words.every((word) => text.includes(folded(word)));
}

function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
