import type { Measured, Stage, Usage } from '../measured.js';

const latencies = (arrivals: number) => ({ arrivals, answered: arrivals, failed: 0, quantilesMs: [5, 5] });

/** Returns what an edge used, beside what MongoDB wrote for it. */
export function usageOf(seconds: number, edge: number, written = 0): Usage {
  return { seconds, counts: { 'processor.edge': edge, 'store.documents written': written } };
}

/** Returns a stage with so many reads and orders. */
export function stageOf(usage: Usage, reads: number, orders: number): Stage {
  return {
    offeredSeconds: usage.seconds,
    usage,
    pieces: [],
    latencies: { 'read account': latencies(reads), order: latencies(orders) },
  };
}

/** Idle 0.01 cores, bots 0.02 more; a read takes 2 ms and an order 20 ms and two documents: 10 and 1 a second at 1×. */
export const measuredByHand: Measured = {
  measuredAt: '2026-11-29T00:00:00Z',
  machine: { model: 'a processor', cores: 2, memoryMib: 1_000 },
  idle: usageOf(10, 0.1),
  population: usageOf(10, 0.3),
  alone: {
    'read account': { usage: usageOf(10, 0.3 + 0.2), operations: 100 },
    order: { usage: usageOf(10, 0.3 + 0.2, 20), operations: 10 },
  },
  single: stageOf(usageOf(100, 3 + 4, 200), 1_000, 100),
  double: stageOf(usageOf(100, 1 + 4 + 8, 400), 2_000, 200),
  memoryMib: { single: { bots: 100 }, double: { bots: 200 } },
  commitsPerSecond: 80,
};
