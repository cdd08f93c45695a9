import type { TableKind } from '@platform/venues/market-data';
import type { Conflict } from '../../tables/comparison.js';

const SHOWN_MAX = 3;

/** Describes the first conflicts of an import, one per line: the time, and each value that differs, stored and new. */
export function conflictLines(conflicts: readonly Conflict[], { columns }: TableKind): string[] {
  const shown = conflicts.slice(0, SHOWN_MAX).map(({ stored: [timeMs, ...stored], given: [, ...given] }) => {
    const differing = columns.flatMap((name, index) =>
      stored[index] === given[index] ? [] : [`${name} ${stored[index]} is stored, ${given[index]} is new`],
    );
    return `${new Date(timeMs).toISOString()}  ${differing.join('; ')}`;
  });
  const more = conflicts.length - shown.length;
  return more > 0 ? [...shown, `and ${more} more`] : shown;
}
