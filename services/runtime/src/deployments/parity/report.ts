import { type ParityCause, parityCauses } from './causes.js';
import { explainedPct, type ParityRow } from './compare.js';
import { type Effects, sumOf } from './effects.js';

/** The newest rows that a report holds. */
const ROWS_MAX = 1_000;

/** What the comparison of a deployment with the backtest of its period came to. */
export interface ParityReport {
  /** How many trades were compared: those of both count once. */
  readonly trades: number;
  /** How many of them are the same in both. */
  readonly same: number;
  /** How many of them are the same, or differ for a known cause, in percent. */
  readonly explainedPct: number;
  /** Whether older trades were left out, of the comparison or of the rows. */
  readonly isTruncated: boolean;
  /** How many trades each cause explains; a trade may have several. */
  readonly causes: readonly { readonly cause: ParityCause; readonly trades: number }[];
  /** The effects of all trades of both. */
  readonly effects: Effects;
  /** The newest, ascending by the time at which they were opened. */
  readonly rows: readonly ParityRow[];
}

/** Sums rows up; `isTruncated`: there were older trades than those that they compare. */
export function reportOf(rows: readonly ParityRow[], isTruncated: boolean): ParityReport {
  const counts = parityCauses.map((cause) => ({
    cause,
    trades: rows.filter(({ causes }) => causes.includes(cause)).length,
  }));
  return {
    trades: rows.length,
    same: rows.filter(({ causes }) => causes.length === 0).length,
    explainedPct: explainedPct(rows),
    isTruncated: isTruncated || rows.length > ROWS_MAX,
    causes: counts.filter(({ trades }) => trades > 0),
    effects: sumOf(rows.flatMap(({ effects }) => effects ?? [])),
    rows: rows.slice(-ROWS_MAX),
  };
}
