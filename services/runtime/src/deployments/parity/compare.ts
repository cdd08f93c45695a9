// Why: docs/decisions/runtime/parity.md
import { causesOfBoth, type ParityCause } from './causes.js';
import { Course } from './course.js';
import { type Effects, effectsOf } from './effects.js';
import { IncidentTimes } from './incidents.js';
import type { ParityInput } from './input.js';
import { type Pair, pairsOf, tradeOf } from './pairs.js';

/** A trade of the deployment, of the backtest, or of both, and what explains how they differ: nothing where they do not. */
export type ParityRow = Pair & {
  readonly causes: readonly ParityCause[];
  /** The difference of profit by its parts; absent where one is missing. */
  readonly effects?: Effects;
};

/** Compares the trades of a deployment with those of a backtest of its period, ascending by the time at which they were opened. */
export function compareTrades(input: ParityInput): readonly ParityRow[] {
  const incidents = new IncidentTimes(input.incidents);
  const course = new Course(input, incidents);
  return pairsOf(input, incidents).map((pair) => {
    const row = toRow(pair, input, incidents, course);
    course.note(pair, row.causes);
    return row;
  });
}

/** Returns how many of the rows are explained, in percent; 100 where there are none. */
export function explainedPct(rows: readonly ParityRow[]): number {
  const explained = rows.filter(({ causes }) => !causes.includes('unexplained')).length;
  return rows.length === 0 ? 100 : (explained / rows.length) * 100;
}

function toRow(pair: Pair, input: ParityInput, incidents: IncidentTimes, course: Course): ParityRow {
  const { deployed, replayed } = pair;
  if (deployed === undefined || replayed === undefined)
    return { ...pair, causes: course.causesOfLone(tradeOf(pair), deployed === undefined) };
  const causes = causesOfBoth(deployed, replayed, input, incidents);
  const { priceUsd, sizeUsd, feeUsd, fundingUsd } = effectsOf(deployed, replayed);
  return { deployed, replayed, causes, effects: { priceUsd, sizeUsd, feeUsd, fundingUsd } };
}
