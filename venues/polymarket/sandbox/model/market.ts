/** The venue's generated listing; values that change with time follow from it and the clock. */

/** An outcome's price at the venue at an instant: the middle between bid and ask. */
export interface Point {
  readonly timeMs: number;
  readonly price: number;
}

/** The prices of a market's outcomes. */
export interface Prices {
  /** The time, exclusive, up to which they were recorded at the real venue; undefined: they are generated. */
  readonly recordedUntilMs: number | undefined;
  /** Returns the points of an outcome between two times, both included, ascending: one per minute, or none where the venue missed it. */
  points(outcome: number, fromMs: number, toMs: number): Point[];
  /** Returns the price of an outcome at a time, rounded to the market's tick. */
  at(outcome: number, atMs: number): number;
}

/** The fee of takers per share: `rate · (price · (1 − price)) ^ exponent`; `unstated`: there are fees, and no schedule is shown. */
export type Fees = 'none' | 'unstated' | { readonly rate: number; readonly exponent: number };

/** One question with two outcomes, each of which is a token. */
export interface Market {
  readonly id: string;
  readonly event: Event;
  readonly question: string;
  /** The text that distinguishes it from the other markets of its event; empty where there are none. */
  readonly label: string;
  readonly slug: string;
  readonly conditionId: string;
  readonly questionId: string;
  readonly outcomes: readonly string[];
  readonly tokenIds: readonly string[];
  readonly startMs: number;
  /** Its scheduled decision; some have no such date. */
  readonly endMs: number | undefined;
  /** When it is resolved and closed; undefined: never. */
  readonly closesAtMs: number | undefined;
  /** The outcome that it resolves to. */
  readonly winner: number;
  readonly isActive: boolean;
  readonly isArchived: boolean;
  readonly takesOrders: boolean;
  readonly tickSize: number;
  readonly minimumSize: number;
  readonly fees: Fees;
  /** Turnover per day in USD. */
  readonly dailyVolume: number;
  readonly prices: Prices;
}

/** A question set: one market, or several of which exactly one resolves to its first outcome. */
export interface Event {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  /** Whether its markets exclude one another. */
  readonly negRisk: boolean;
  readonly markets: readonly Market[];
}

/** A market's state at an instant. */
export interface Standing {
  readonly closed: boolean;
  readonly acceptingOrders: boolean;
  /** USD. */
  readonly volume24h: number;
  readonly volume: number;
}

const DAY_MS = 86_400_000;

/** The base fee that the real venue shows for every market with fees, under any schedule. */
const BASE_FEE = 1_000;

/** Returns the displayed base fee of makers and takers, which nobody is charged. */
export function baseFeeOf({ fees }: Market): number {
  return fees === 'none' ? 0 : BASE_FEE;
}

/** Returns a market's state at an instant: a closed one no longer trades. */
export function standingOf(market: Market, nowMs: number): Standing {
  const closed = market.closesAtMs !== undefined && market.closesAtMs <= nowMs;
  const days = Math.max(0, (Math.min(nowMs, market.closesAtMs ?? nowMs) - market.startMs) / DAY_MS);
  return {
    closed,
    acceptingOrders: market.takesOrders && !closed,
    volume24h: closed ? 0 : market.dailyVolume,
    volume: Math.round(market.dailyVolume * days * 1e6) / 1e6,
  };
}

/** Returns the prices of a market's outcomes at an instant; for a closed one, those of its resolution. */
export function pricesOf(market: Market, nowMs: number): number[] {
  const { closed } = standingOf(market, nowMs);
  return market.outcomes.map((_, outcome) =>
    closed ? Number(outcome === market.winner) : market.prices.at(outcome, nowMs),
  );
}
