import type { Clock } from '@platform/kit/clock';
import type { JournalledOrder, OrderJournal } from '../journal/index.js';
import { READ_LAG_MS } from '../timing.js';
import type { AccountReads, SeenAccount, SeenOrder, SeenStatus } from './readings.js';
import { isLiveStatus } from './unknown-orders.js';

/** The most orders that one look asks after, each of weight 2. */
const LOOK_UPS_MAX = 10;
/** How the venue ends an order by itself as part of something else: a fill, a closed position, a liquidation. */
const ENDED_BY_VENUE: ReadonlySet<string> = new Set([
  'filled',
  'iocCancelRejected',
  'liquidatedCanceled',
  'reduceOnlyCanceled',
  'siblingFilledCanceled',
]);

/** Finds out what became of placed orders that rest no more, and which of those that vanished matter no more. */
export class MissingOrders {
  /** Where the next look goes on. */
  #turn = 0;

  constructor(
    private readonly journal: OrderJournal,
    private readonly reads: AccountReads,
    private readonly clock: Clock,
  ) {}

  /** Settles what can be settled; `running`: the deployments whose bots run. */
  async settle(open: readonly SeenOrder[], account: SeenAccount, running: ReadonlySet<string>): Promise<void> {
    const isListed = new Set(open.map(({ oid }) => oid));
    const settledMs = this.clock.nowMs() - READ_LAG_MS;
    const missing = this.#orders('placed').filter(
      ({ oid, changedAtMs }) => changedAtMs < settledMs && (oid === null || !isListed.has(oid)),
    );
    const first = this.#turn < missing.length ? this.#turn : 0;
    this.#turn = first + LOOK_UPS_MAX;
    for (const order of missing.slice(first, this.#turn)) {
      const seen = await this.reads.order(order.cloid);
      if (seen !== undefined && isLiveStatus(seen.status)) continue;
      await this.#end(order, this.#hasVanished(order, seen, running) ? 'vanished' : 'ended', seen);
    }
    for (const order of this.#orders('vanished'))
      if (!running.has(order.deploymentId) || this.#mattersNoMore(order, account)) await this.#end(order, 'ended');
  }

  #orders(state: JournalledOrder['state']): readonly JournalledOrder[] {
    return this.journal.state.orders().filter((order) => order.state === state);
  }

  async #end(order: JournalledOrder, state: 'vanished' | 'ended', seen?: SeenStatus): Promise<void> {
    const changedAtMs = seen?.atMs ?? this.clock.nowMs();
    await this.journal.note([{ kind: 'order', ...order, state, oid: seen?.oid ?? order.oid, changedAtMs }]);
  }

  #hasVanished(order: JournalledOrder, seen: SeenStatus, running: ReadonlySet<string>): boolean {
    const base = this.journal.state.deployment(order.deploymentId)?.base;
    if (!running.has(order.deploymentId) || base == null || order.isImmediate || order.isCancelled) return false;
    const endedAtMs = seen?.atMs ?? order.sentAtMs;
    return endedAtMs > base.atMs && !(seen !== undefined && ENDED_BY_VENUE.has(seen.status));
  }

  /** The bot has noticed, or there is nothing to guard. */
  #mattersNoMore(order: JournalledOrder, { positions }: SeenAccount): boolean {
    const isReplaced = this.journal.state
      .orders()
      .some(
        ({ deploymentId, coin, side, nonce }) =>
          deploymentId === order.deploymentId && coin === order.coin && side === order.side && nonce > order.nonce,
      );
    const isFlat = Number(positions.get(order.coin) ?? '0') === 0;
    return order.isCancelled || isReplaced || (isFlat && (order.reduceOnly || order.trigger !== null));
  }
}
