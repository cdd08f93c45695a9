import type { OrderWire, TradingAction } from '../../codec/index.js';
import type { Answer } from '../answer.js';
import { outcomesOf } from '../outcome.js';
import type { Assets } from '../policy/assets.js';
import type { Holding } from '../policy/margin.js';
import { newCloid } from './client-order-ids.js';
import type { JournalledOrder, SentOrder } from './entries.js';
import type { OrderJournal } from './journal.js';

/** The most orders of an account that have not ended. */
const ORDERS_MAX = 2_000;
const OWN_ID = 'This bot’s orders get their client order ids from the platform.';

/** An action that is about to be sent. */
export interface JournalledAction {
  /** The agent's. */
  readonly nonce: number;
  readonly action: TradingAction;
  readonly expiresAtMs: number;
  /** What each of its orders adds to the bot's holdings at most; none: they only reduce. */
  readonly added: readonly Holding[];
}

/** The journal of one bot. */
export class BotJournal {
  constructor(
    private readonly journal: OrderJournal,
    private readonly deploymentId: string,
    private readonly assets: Assets,
  ) {}

  /** Returns the action with a client order id on each of its orders, by which their deployment is known; or why it is refused. */
  identified(action: TradingAction): TradingAction | string {
    if (ordersOf(action).some(({ c }) => c !== undefined && c !== null)) return OWN_ID;
    const named = <Order extends OrderWire>(order: Order): Order => ({
      ...order,
      c: newCloid(this.deploymentId, this.journal.parts.random),
    });
    switch (action.type) {
      case 'order':
        return { ...action, orders: action.orders.map(named) };
      case 'modify':
        return { ...action, order: named(action.order) };
      case 'batchModify':
        return { ...action, modifies: action.modifies.map(({ oid, order }) => ({ oid, order: named(order) })) };
      default:
        return action;
    }
  }

  /** Writes an action down before it is sent. Rejects where that fails: then it must not be sent. */
  async sent({ nonce, action, expiresAtMs, added }: JournalledAction): Promise<void> {
    const { deploymentId, journal } = this;
    const orders = ordersOf(action).map((order, index) => this.#sentOrder(order, added[index]?.valueMicroUsdc ?? 0n));
    const live = journal.state.orders().filter(({ state }) => state !== 'ended');
    if (live.length + orders.length > ORDERS_MAX)
      throw new Error('the journal has too many orders that have not ended');
    const { type: family } = action;
    const sent = {
      atMs: journal.parts.clock.nowMs(),
      deploymentId,
      nonce,
      family,
      expiresAtMs,
      orders,
      ends: endedBy(action),
    };
    await journal.append([{ kind: 'action', ...sent }]);
  }

  /** Writes down what the venue's answer says of the orders of an action. Never rejects: an outcome that is lost is looked up. */
  answered({ nonce, action }: JournalledAction, answer: Answer): Promise<void> {
    const outcomes = outcomesOf(answer, Math.max(1, ordersOf(action).length)).map((outcome) =>
      outcome.kind === 'placed' ? { kind: outcome.kind, oid: outcome.oid } : outcome,
    );
    return this.journal.note([{ kind: 'answer', atMs: this.journal.parts.clock.nowMs(), nonce, outcomes }]);
  }

  /** Returns the bot's orders of which nobody knows whether the venue has them. */
  unresolved(): readonly JournalledOrder[] {
    return this.journal.state.unresolved().filter(({ deploymentId }) => deploymentId === this.deploymentId);
  }

  #sentOrder({ a, b, p, s, r, t, c }: OrderWire, valueMicroUsdc: bigint): SentOrder {
    const tif = 'limit' in t ? t.limit.tif : undefined;
    return {
      cloid: String(c),
      coin: this.assets.get(a) ?? '',
      side: b ? 'buy' : 'sell',
      price: p,
      size: s,
      reduceOnly: r,
      trigger: 'trigger' in t ? t.trigger.triggerPx : null,
      isImmediate: tif !== undefined && tif !== 'Gtc' && tif !== 'Alo',
      valueMicroUsdc: String(valueMicroUsdc),
    };
  }
}

function ordersOf(action: TradingAction): readonly OrderWire[] {
  switch (action.type) {
    case 'order':
      return action.orders;
    case 'modify':
      return [action.order];
    case 'batchModify':
      return action.modifies.map(({ order }) => order);
    default:
      return [];
  }
}

/** Returns the ids of the orders that an action cancels or replaces. */
function endedBy(action: TradingAction): (number | string)[] {
  switch (action.type) {
    case 'modify':
      return [action.oid];
    case 'batchModify':
      return action.modifies.map(({ oid }) => oid);
    case 'cancel':
      return action.cancels.map(({ o }) => o);
    case 'cancelByCloid':
      return action.cancels.map(({ cloid }) => cloid);
    default:
      return [];
  }
}
