import type { Point, Prices } from '../model/market.js';

const MINUTE_MS = 60_000;

/** The prices of a market that were recorded at the real venue, ascending by outcome; none are generated after their end. */
export class RecordedPrices implements Prices {
  readonly recordedUntilMs: number;

  constructor(private readonly recorded: readonly (readonly Point[])[]) {
    const ends = recorded.map((points) => (points.at(-1)?.timeMs ?? 0) + MINUTE_MS);
    this.recordedUntilMs = Math.max(...ends);
  }

  points(outcome: number, fromMs: number, toMs: number): Point[] {
    return (this.recorded[outcome] ?? []).filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs);
  }

  at(outcome: number, atMs: number): number {
    const points = this.recorded[outcome] ?? [];
    return (points.findLast(({ timeMs }) => timeMs <= atMs) ?? points[0])?.price ?? 0.5;
  }
}
