/**
 * The venue's limits per address over the WebSocket. Source:
 * hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/rate-limits-and-user-limits.
 */

const SUBSCRIPTIONS_MAX = 1_000;
const USERS_MAX = 10;
export const MESSAGES_PER_MINUTE_MAX = 2_000;
const MINUTE_MS = 60_000;

/** The most connections per address. */
export interface ConnectionLimits {
  readonly atOnce: number;
  readonly newPerMinute: number;
}

/** The long documented limit: 100 at once, at any rate. */
export const FORMER_CONNECTION_LIMITS: ConnectionLimits = { atOnce: 100, newPerMinute: Number.POSITIVE_INFINITY };
/** The currently documented limits: "maximum of 10 websocket connections", "30 new websocket connections per minute". */
export const CONNECTION_LIMITS: ConnectionLimits = { atOnce: 10, newPerMinute: 30 };

/** The counted part of a connection. */
interface Subscriber {
  /** Returns the users of its subscriptions, one per subscription; undefined for those of markets. */
  users(): readonly (string | undefined)[];
}

/** The connections of one address; the limits apply to all together. */
export class CallerAddress<Connection extends Subscriber = Subscriber> {
  readonly connections = new Set<Connection>();
  #openedAtMs: readonly number[] = [];
  #minute = 0;
  #messagesThisMinute = 0;

  /** Returns whether it may open another connection; the attempt counts in any case. */
  mayConnect({ atOnce, newPerMinute }: ConnectionLimits, nowMs: number): boolean {
    this.#openedAtMs = this.#openedAtMs.filter((openedAtMs) => openedAtMs > nowMs - MINUTE_MS);
    if (this.connections.size >= atOnce || this.#openedAtMs.length >= newPerMinute) return false;
    this.#openedAtMs = [...this.#openedAtMs, nowMs];
    return true;
  }

  /** Counts one message; returns false when the minute's limit is reached. */
  takeMessage(nowMs: number): boolean {
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (minute !== this.#minute) [this.#minute, this.#messagesThisMinute] = [minute, 0];
    this.#messagesThisMinute += 1;
    return this.#messagesThisMinute <= MESSAGES_PER_MINUTE_MAX;
  }

  /** Returns why it may not subscribe once more, for a user where one is named; undefined when it may. */
  refusalOf(user: string | undefined): string | undefined {
    const followed = [...this.connections].flatMap((connection) => connection.users());
    if (followed.length >= SUBSCRIPTIONS_MAX) return `Cannot subscribe to more than ${SUBSCRIPTIONS_MAX} channels.`;
    const users = new Set(followed.filter((each) => each !== undefined));
    return user === undefined || users.has(user) || users.size < USERS_MAX
      ? undefined
      : `Cannot track more than ${USERS_MAX} total users.`;
  }
}
