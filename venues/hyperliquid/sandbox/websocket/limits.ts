/**
 * What the venue allows an address over the WebSocket.
 * Source: hyperliquid.gitbook.io/hyperliquid-docs/for-developers/api/rate-limits-and-user-limits.
 */

const SUBSCRIPTIONS_MAX = 1_000;
const USERS_MAX = 10;
export const MESSAGES_PER_MINUTE_MAX = 2_000;
const MINUTE_MS = 60_000;

/** How many connections an address may have. */
export interface ConnectionLimits {
  readonly atOnce: number;
  readonly newPerMinute: number;
}

/** What the documents said for long: 100 at once, however quickly. */
export const FORMER_CONNECTION_LIMITS: ConnectionLimits = { atOnce: 100, newPerMinute: Number.POSITIVE_INFINITY };
/** What they say lately: "maximum of 10 websocket connections", "30 new websocket connections per minute". */
export const CONNECTION_LIMITS: ConnectionLimits = { atOnce: 10, newPerMinute: 30 };

/** What is counted of a connection. */
interface Subscriber {
  /** The users whose subscriptions it has, one for each subscription; undefined for those of markets. */
  users(): readonly (string | undefined)[];
}

/** The connections of one address, which the limits count together. */
export class CallerAddress<Connection extends Subscriber = Subscriber> {
  readonly connections = new Set<Connection>();
  #openedAtMs: readonly number[] = [];
  #minute = 0;
  #messagesThisMinute = 0;

  /** Whether it may open another connection, which counts whatever comes of it. */
  mayConnect({ atOnce, newPerMinute }: ConnectionLimits, nowMs: number): boolean {
    this.#openedAtMs = this.#openedAtMs.filter((openedAtMs) => openedAtMs > nowMs - MINUTE_MS);
    if (this.connections.size >= atOnce || this.#openedAtMs.length >= newPerMinute) return false;
    this.#openedAtMs = [...this.#openedAtMs, nowMs];
    return true;
  }

  /** Takes one message; false when the minute has no more. */
  takeMessage(nowMs: number): boolean {
    const minute = Math.floor(nowMs / MINUTE_MS);
    if (minute !== this.#minute) [this.#minute, this.#messagesThisMinute] = [minute, 0];
    this.#messagesThisMinute += 1;
    return this.#messagesThisMinute <= MESSAGES_PER_MINUTE_MAX;
  }

  /** Why it may not subscribe once more, to what concerns a user where one is named; undefined when it may. */
  refusalOf(user: string | undefined): string | undefined {
    const followed = [...this.connections].flatMap((connection) => connection.users());
    if (followed.length >= SUBSCRIPTIONS_MAX) return `Cannot subscribe to more than ${SUBSCRIPTIONS_MAX} channels.`;
    const users = new Set(followed.filter((each) => each !== undefined));
    return user === undefined || users.has(user) || users.size < USERS_MAX
      ? undefined
      : `Cannot track more than ${USERS_MAX} total users.`;
  }
}
