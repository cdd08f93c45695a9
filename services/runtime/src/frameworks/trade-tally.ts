import { DayTally, type TallyWindow } from './breakdown.js';
import type { BacktestResult, BacktestTrade, RecomputedFigure, TradeSummary } from './framework.js';

/** What a run says of its figures, apart from which of them the platform computed. */
type ClaimedResult = Omit<BacktestResult, 'recomputed' | 'totalPnl' | 'startingBalance' | 'endingBalance' | 'days'>;

/** Sums of the same numbers in another order differ by less than this share of them. */
const TOLERANCE = 1e-9;
/** The harness keeps as many reasons apart, those that occur first, and counts all others as one. */
const EXIT_REASONS_MAX = 300;
const OTHER_REASONS = '(other reasons)';
const SYMBOLS_MAX = 2_000;

interface Sums {
  profitAbs: number;
  trades: number;
  wins: number;
}

/**
 * What a run's trades come to. A strategy shares the process that computes its figures and can make it say anything; what
 * follows from the trades is held against them here. Formulas: freqtrade's own, see `figures.py` of its harness.
 */
export class TradeTally {
  readonly #all = zero();
  readonly #bySymbol = new Map<string, Sums>();
  readonly #byReason = new Map<string, Sums>();
  readonly #days: DayTally;
  #gains = 0;
  #losses = 0;

  /** `window` is the run's: no trade counts as closed outside of it. */
  constructor(window: TallyWindow) {
    this.#days = new DayTally(window);
  }

  /** Counts closed trades. */
  add(trades: readonly BacktestTrade[]): void {
    for (const trade of trades) {
      const { symbol, exitReason, profitAbs } = trade;
      this.#days.add(trade);
      const ofSymbol = sumsOf(this.#bySymbol, symbol, SYMBOLS_MAX);
      const ofReason = sumsOf(this.#byReason, exitReason, EXIT_REASONS_MAX);
      for (const sums of [this.#all, ofSymbol, ofReason]) count(sums, profitAbs);
      if (profitAbs > 0) this.#gains += profitAbs;
      if (profitAbs < 0) this.#losses -= profitAbs;
    }
  }

  /** The result with each figure that does not follow from the trades replaced by the one that does, and named. */
  check(claimed: ClaimedResult, startingBalance: number): BacktestResult {
    const { trades, wins } = this.#all;
    const profitAbs = this.#all.profitAbs + (claimed.fundingPnl ?? 0);
    const own = {
      trades,
      winRate: trades === 0 ? 0 : wins / trades,
      profitTotalPct: (profitAbs / startingBalance) * 100,
      profitFactor: this.#losses === 0 ? 0 : this.#gains / this.#losses,
      perPair: this.#perPair(claimed.perPair, startingBalance),
      perExitReason: rowsOf(this.#byReason, startingBalance).map(([reason, row]) => ({ reason, ...row })),
    };
    const scale = this.#gains + this.#losses + Math.abs(claimed.fundingPnl ?? 0);
    const same = (a: number, b: number, of: number) => Math.abs(a - b) <= TOLERANCE * of;
    const pctScale = (scale / startingBalance) * 100;
    const sameRow = (a: TradeSummary, b: TradeSummary) =>
      a.trades === b.trades &&
      a.wins === b.wins &&
      same(a.profitAbs, b.profitAbs, scale) &&
      same(a.profitPct, b.profitPct, pctScale);
    const agrees: { readonly [Figure in RecomputedFigure]: boolean } = {
      trades: claimed.trades === own.trades,
      winRate: same(claimed.winRate, own.winRate, 1),
      profitTotalPct: same(claimed.profitTotalPct, own.profitTotalPct, pctScale),
      profitFactor: same(claimed.profitFactor, own.profitFactor, own.profitFactor),
      perPair: agree(claimed.perPair, own.perPair, ({ symbol }) => symbol, sameRow),
      perExitReason: agree(claimed.perExitReason, own.perExitReason, ({ reason }) => reason, sameRow),
    };
    const figures = Object.keys(own) as RecomputedFigure[];
    const recomputed = figures.filter((figure) => !agrees[figure]);
    const replaced = Object.fromEntries(recomputed.map((figure) => [figure, own[figure]]));
    const endingBalance = startingBalance + profitAbs;
    const balances = { totalPnl: profitAbs, startingBalance, endingBalance };
    return { ...claimed, ...replaced, ...balances, days: this.#days.results(), recomputed };
  }

  /** A market without trades has a row too, which the trades can't tell. */
  #perPair(claimed: ClaimedResult['perPair'], startingBalance: number): BacktestResult['perPair'] {
    const all = new Map(claimed.map(({ symbol }) => [symbol, zero()]));
    for (const [symbol, sums] of this.#bySymbol) all.set(symbol, sums);
    return [...all].map(([symbol, sums]) => ({ symbol, ...summaryOf(sums, startingBalance) }));
  }
}

function zero(): Sums {
  return { profitAbs: 0, trades: 0, wins: 0 };
}

function sumsOf(map: Map<string, Sums>, key: string, maximum: number): Sums {
  const own = map.has(key) || map.size < maximum ? key : OTHER_REASONS;
  const known = map.get(own);
  if (known !== undefined) return known;
  const sums = zero();
  map.set(own, sums);
  return sums;
}

function count(sums: Sums, profitAbs: number): void {
  sums.trades += 1;
  sums.profitAbs += profitAbs;
  if (profitAbs > 0) sums.wins += 1;
}

function summaryOf({ profitAbs, trades, wins }: Sums, startingBalance: number): TradeSummary {
  return { profitPct: (profitAbs / startingBalance) * 100, profitAbs, trades, wins };
}

function rowsOf(map: ReadonlyMap<string, Sums>, startingBalance: number): [string, TradeSummary][] {
  const rows = [...map].map(([key, sums]): [string, TradeSummary] => [key, summaryOf(sums, startingBalance)]);
  return rows.sort(([, a], [, b]) => b.profitAbs - a.profitAbs);
}

/** Whether two tables have the same rows, in whatever order. */
function agree<Row>(
  claimed: readonly Row[],
  own: readonly Row[],
  keyOf: (row: Row) => string,
  same: (a: Row, b: Row) => boolean,
): boolean {
  const byKey = new Map(own.map((row) => [keyOf(row), row]));
  return (
    claimed.length === own.length &&
    claimed.every((row) => {
      const other = byKey.get(keyOf(row));
      return other !== undefined && same(row, other);
    })
  );
}
