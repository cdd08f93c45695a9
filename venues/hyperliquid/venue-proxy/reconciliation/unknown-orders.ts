import type { Clock } from '@platform/kit/clock';
import type { JournalledOrder, OrderJournal } from '../journal/index.js';
import { CLOCK_SKEW_MS, READ_LAG_MS } from '../timing.js';
import type { AccountReads } from './readings.js';

/** The most orders of one round. */
const ORDERS_MAX = 20;
/** How long after its time an order may still be looked up before it is called unknown. */
const GRACE_MS = 10_000;

/** Finds out what became of orders whose answer did not tell: none is ever sent again. */
export class UnknownOrders {
  constructor(
    private readonly journal: OrderJournal,
    private readonly reads: AccountReads,
    private readonly clock: Clock,
  ) {}

  /** Returns whether there is one that can be looked up now. */
  get isDue(): boolean {
    return this.#due().length > 0;
  }

  /** Looks up those that the venue can't accept any more, once its reads must show them. */
  async resolve(): Promise<void> {
    for (const order of this.#due().slice(0, ORDERS_MAX)) {
      const seen = await this.reads.order(order.cloid);
      const isLive = seen !== undefined && isLiveStatus(seen.status);
      const found = { state: isLive ? 'placed' : 'ended', oid: seen?.oid ?? null } as const;
      await this.journal.note([{ kind: 'order', ...order, ...found, changedAtMs: this.clock.nowMs() }]);
    }
  }

  /** Returns those that should have been found by now. */
  overdue(): readonly JournalledOrder[] {
    return this.journal.state.unresolved().filter((order) => dueAtMs(order) + GRACE_MS <= this.clock.nowMs());
  }

  #due(): readonly JournalledOrder[] {
    return this.journal.state.unresolved().filter((order) => dueAtMs(order) <= this.clock.nowMs());
  }
}

/** Returns whether the venue's status of an order says that it may still fill. */
export function isLiveStatus(status: string): boolean {
  return status === 'open' || status === 'triggered';
}

function dueAtMs({ expiresAtMs }: JournalledOrder): number {
  return expiresAtMs + CLOCK_SKEW_MS + READ_LAG_MS;
}
