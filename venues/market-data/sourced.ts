import { divided } from './intervals.js';
import type { Row } from './tables.js';
import type { SourcedRows } from './venue.js';

/** Returns rows by their source. `sandbox`: the venue's sandbox notice, if any: rows up to its time are replayed, the others generated. */
export function sourced(
  rows: readonly Row[],
  sandbox: { readonly recordedUntilMs: number } | undefined,
): SourcedRows[] {
  const { inside, outside } = divided(rows, [{ fromMs: 0, toMs: sandbox?.recordedUntilMs ?? 0 }]);
  const parts: readonly SourcedRows[] = [
    { source: 'recorded', rows: inside },
    { source: sandbox === undefined ? 'venue' : 'simulated', rows: outside },
  ];
  return parts.filter((part) => part.rows.length > 0);
}
