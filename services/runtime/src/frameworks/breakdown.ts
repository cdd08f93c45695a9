const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
/** The epoch was a Thursday: its week began three days before. */
const EPOCH_WEEKDAY = 3;

/** What trades came to by the period in which they were closed, as columns of one length; a period without a trade has no row. */
export interface PeriodResults {
  /** When the period begins, UTC milliseconds, ascending. */
  readonly startMs: readonly number[];
  /** In the stake currency. */
  readonly profitAbs: readonly number[];
  readonly trades: readonly number[];
  readonly wins: readonly number[];
  /** Trades that neither won nor lost. */
  readonly draws: readonly number[];
  readonly losses: readonly number[];
}

/** What trades came to by UTC day, by week from Monday to Sunday, and by month. */
export interface Breakdown {
  readonly day: PeriodResults;
  readonly week: PeriodResults;
  readonly month: PeriodResults;
}

/** The instants to which trades count. */
export interface TallyWindow {
  /** What was closed before counts as closed here. */
  readonly fromMs: number;
  /** What was closed after it counts as closed here. */
  readonly lastMs: number;
}

interface Sums {
  profitAbs: number;
  trades: number;
  wins: number;
  losses: number;
}

/** What a run's trades come to by the day of their close; no more days than its window has, whatever it says. */
export class DayTally {
  readonly #days = new Map<number, Sums>();

  constructor(private readonly window: TallyWindow) {}

  /** Counts a trade. */
  add({ closedAtMs, profitAbs }: { readonly closedAtMs: number; readonly profitAbs: number }): void {
    const { fromMs, lastMs } = this.window;
    const within = Math.max(fromMs, Math.min(closedAtMs, lastMs));
    count(this.#days, startOfDay(within), {
      profitAbs,
      trades: 1,
      wins: profitAbs > 0 ? 1 : 0,
      losses: profitAbs < 0 ? 1 : 0,
    });
  }

  /** The days with a trade. */
  results(): PeriodResults {
    return columnsOf(this.#days);
  }
}

/** The days as they are, and put together to weeks and months. */
export function breakdownOf(day: PeriodResults): Breakdown {
  return { day, week: regroup(day, startOfWeek), month: regroup(day, startOfMonth) };
}

function regroup(days: PeriodResults, startOf: (dayMs: number) => number): PeriodResults {
  const periods = new Map<number, Sums>();
  for (const [row, dayMs] of days.startMs.entries()) {
    const of = (column: readonly number[]) => column[row] ?? 0;
    const { profitAbs, trades, wins, losses } = days;
    const sums = { profitAbs: of(profitAbs), trades: of(trades), wins: of(wins), losses: of(losses) };
    count(periods, startOf(dayMs), sums);
  }
  return columnsOf(periods);
}

function count(periods: Map<number, Sums>, startMs: number, more: Sums): void {
  const sums = periods.get(startMs);
  if (sums === undefined) {
    periods.set(startMs, more);
    return;
  }
  sums.profitAbs += more.profitAbs;
  sums.trades += more.trades;
  sums.wins += more.wins;
  sums.losses += more.losses;
}

function columnsOf(periods: ReadonlyMap<number, Sums>): PeriodResults {
  const rows = [...periods].sort(([a], [b]) => a - b);
  const column = (of: (sums: Sums) => number) => rows.map(([, sums]) => of(sums));
  return {
    startMs: rows.map(([startMs]) => startMs),
    profitAbs: column(({ profitAbs }) => profitAbs),
    trades: column(({ trades }) => trades),
    wins: column(({ wins }) => wins),
    draws: column(({ trades, wins, losses }) => trades - wins - losses),
    losses: column(({ losses }) => losses),
  };
}

function startOfDay(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS;
}

function startOfWeek(dayMs: number): number {
  const day = dayMs / DAY_MS;
  return (day - ((day + EPOCH_WEEKDAY) % WEEK_DAYS)) * DAY_MS;
}

function startOfMonth(dayMs: number): number {
  const day = new Date(dayMs);
  return Date.UTC(day.getUTCFullYear(), day.getUTCMonth());
}
