import type { Clock } from '@platform/kit/clock';
import { Allowances } from '../../../simulation/index.js';

/**
 * The venue's limits per address over the WebSocket. Source: apidocs.lighter.xyz/docs/rate-limits, as it stood through 2025; its later
 * figures for connections and subscriptions are larger.
 */

const CONNECTIONS_MAX = 100;
const SUBSCRIPTIONS_PER_CONNECTION_MAX = 100;
const SUBSCRIPTIONS_MAX = 1_000;
const MESSAGES_PER_MINUTE_MAX = 200;
/** Subscriptions that were asked for and not answered yet. */
export const UNANSWERED_MAX = 50;

/** The counted part of a connection. */
interface Subscriber {
  readonly subscriptions: number;
}

/** The connections of one address; the limits apply to all together. */
export class CallerAddress<Connection extends Subscriber = Subscriber> {
  readonly connections = new Set<Connection>();
  readonly #messages: Allowances;

  constructor(clock: Clock) {
    this.#messages = new Allowances({ weightPerMinute: MESSAGES_PER_MINUTE_MAX }, clock);
  }

  /** Whether it may open another connection. */
  get mayConnect(): boolean {
    return this.connections.size < CONNECTIONS_MAX;
  }

  /** Counts one message; returns false when the minute's limit is reached. */
  takeMessage(): boolean {
    return this.#messages.spend('all', 1);
  }

  /** Returns whether one of its connections may subscribe once more. */
  maySubscribe({ subscriptions }: Subscriber): boolean {
    const all = [...this.connections].reduce((sum, each) => sum + each.subscriptions, 0);
    return subscriptions < SUBSCRIPTIONS_PER_CONNECTION_MAX && all < SUBSCRIPTIONS_MAX;
  }
}
