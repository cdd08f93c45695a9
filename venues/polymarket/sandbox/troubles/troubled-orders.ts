import { z } from 'zod';
import type { Fault } from '../../../simulation/index.js';

/** How long after its answer an order that was reported failed is placed. */
const LATE_MS = 2_000;
/** One of this many orders is reported failed and placed later. */
const LATE_EVERY = 40;
/** One of this many cancels meets a broken server, before or after the venue has accepted it. */
const BROKEN_EVERY = 16;

const placed = z.union([z.object({ order: z.looseObject({}) }), z.array(z.object({ order: z.looseObject({}) }))]);

/** Returns the faults that changes of orders meet at a venue in trouble: some orders come late, some cancels meet a broken server. */
export function troubledOrders(): (body: unknown) => Fault | undefined {
  const counts = { orders: 0, cancels: 0 };
  return (body) => {
    if (!placed.safeParse(body).success) {
      counts.cancels += 1;
      const when = (counts.cancels / BROKEN_EVERY) % 2 === 0 ? 'before_accept' : 'after_accept';
      return counts.cancels % BROKEN_EVERY === 0 ? { kind: 'server_error', when } : undefined;
    }
    counts.orders += 1;
    return counts.orders % LATE_EVERY === 0 ? { kind: 'err_late', when: 'before_accept', delayMs: LATE_MS } : undefined;
  };
}
