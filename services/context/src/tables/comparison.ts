// Why: docs/decisions/context/imports-and-sources.md
import type { Row } from '@platform/venues/market-data';

/** Text formats round values by about this fraction: closer values are equal. */
const SAME_VALUE_TOLERANCE = 1e-9;

/** A row that is stored with other values than in the file. */
export interface Conflict {
  readonly stored: Row;
  readonly given: Row;
}

/** A file's rows compared with the stored ones of its time. */
export interface Comparison {
  /** Rows that are not stored yet. */
  readonly added: number;
  /** Rows that are stored with the same values. */
  readonly same: number;
  readonly conflicts: readonly Conflict[];
  /** Stored rows between the file's first and last that the file lacks. */
  readonly lacking: number;
}

/** Compares ascending rows with the stored ones between the first and the last of them. */
export function compareRows(stored: readonly Row[], given: readonly Row[]): Comparison {
  const storedAt = new Map(stored.map((row) => [row[0], row]));
  const conflicts: Conflict[] = [];
  let [added, same] = [0, 0];
  for (const row of given) {
    const other = storedAt.get(row[0]);
    if (other === undefined) added += 1;
    else if (areSame(other, row)) same += 1;
    else conflicts.push({ stored: other, given: row });
  }
  return { added, same, conflicts, lacking: stored.length - same - conflicts.length };
}

/** Returns whether two rows of one time hold the same values. */
export function areSame(left: Row, right: Row): boolean {
  return left.every((value, index) => isClose(value, right[index] ?? Number.NaN));
}

function isClose(left: number, right: number): boolean {
  return Math.abs(left - right) <= SAME_VALUE_TOLERANCE * Math.max(Math.abs(left), Math.abs(right));
}
