import { z } from 'zod';
import type { Fault } from '../../../simulation/index.js';

/** How long after its answer an order that was reported failed is placed. */
const LATE_MS = 2_000;
/** One of this many orders is reported failed and placed later. */
const LATE_EVERY = 40;
/** One of this many changes of stops meets a broken server, before or after the venue has accepted it. */
const BROKEN_EVERY = 16;

const orderAction = z.object({
  action: z.discriminatedUnion('type', [
    z.object({ type: z.literal('order'), orders: z.array(z.object({ t: z.looseObject({}) })) }),
    z.object({ type: z.enum(['cancel', 'cancelByCloid']) }),
  ]),
});

/** Returns the faults that actions on orders meet at a venue in trouble: some orders come late, some changes of stops meet a broken server. */
export function troubledOrders(): (body: unknown) => Fault | undefined {
  const counts = { orders: 0, stops: 0 };
  return (body) => {
    const action = orderAction.safeParse(body).data?.action;
    if (action === undefined) return undefined;
    const isOrder = action.type === 'order';
    if (!isOrder || action.orders.some(({ t }) => 'trigger' in t)) {
      counts.stops += 1;
      const when = (counts.stops / BROKEN_EVERY) % 2 === 0 ? 'before_accept' : 'after_accept';
      return counts.stops % BROKEN_EVERY === 0 ? { kind: 'server_error', when } : undefined;
    }
    counts.orders += 1;
    if (counts.orders % LATE_EVERY !== 0) return undefined;
    return { kind: 'err_late', when: 'before_accept', delayMs: LATE_MS };
  };
}
