import type { Point } from '../../../parts/chart/series.js';

/** Returns the points of a curve that came as columns. */
export function pointsOf(equity: { readonly t: readonly string[]; readonly balanceUsd: readonly number[] }): Point[] {
  return equity.t.flatMap((at, index) => {
    const value = equity.balanceUsd[index];
    return value === undefined ? [] : [{ atMs: Date.parse(at), value }];
  });
}
