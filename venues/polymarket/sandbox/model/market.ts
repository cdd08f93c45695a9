/** What the venue lists, as it was made; what changes with time follows from it and the clock. */

/** A price of an outcome as the venue saw it at an instant: the middle between bid and ask. */
export interface Point {
  readonly timeMs: number;
  readonly price: number;
}

/** The prices of a market's outcomes. */
export interface Prices {
  /** Up to when they were recorded at the real venue, exclusive; undefined: they are made up. */
  readonly recordedUntilMs: number | undefined;
  /** The points of an outcome between two times, both included, ascending: one per minute, or none where the venue missed it. */
  points(outcome: number, fromMs: number, toMs: number): Point[];
  /** The price that an outcome has at a time, rounded as the market is. */
  at(outcome: number, atMs: number): number;
}

/** What takers pay for each share: `rate · (price · (1 − price)) ^ exponent`; `unstated`: there are fees, and no schedule is shown. */
export type Fees = 'none' | 'unstated' | { readonly rate: number; readonly exponent: number };

/** One question with two outcomes, each of which is a token. */
export interface Market {
  readonly id: string;
  readonly event: Event;
  readonly question: string;
  /** What tells it from the other markets of its event; empty where there are none. */
  readonly label: string;
  readonly slug: string;
  readonly conditionId: string;
  readonly questionId: string;
  readonly outcomes: readonly string[];
  readonly tokenIds: readonly string[];
  readonly startMs: number;
  /** When it is to be decided; some have no such date. */
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
  /** USD that are traded in a day. */
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

/** How a market stands at an instant. */
export interface Standing {
  readonly closed: boolean;
  readonly acceptingOrders: boolean;
  /** USD. */
  readonly volume24h: number;
  readonly volume: number;
}

const DAY_MS = 86_400_000;

/** The base fee that the real venue shows of every market with fees, whatever its schedule. */
const BASE_FEE = 1_000;

/** What is shown as base fee of makers and takers, and charged to nobody. */
export function baseFeeOf({ fees }: Market): number {
  return fees === 'none' ? 0 : BASE_FEE;
}

/** How a market stands at an instant: what is closed trades no more. */
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

/** The prices of a market's outcomes at an instant; of what is closed, those of its resolution. */
export function pricesOf(market: Market, nowMs: number): number[] {
  const { closed } = standingOf(market, nowMs);
  return market.outcomes.map((_, outcome) =>
    closed ? Number(outcome === market.winner) : market.prices.at(outcome, nowMs),
  );
}
