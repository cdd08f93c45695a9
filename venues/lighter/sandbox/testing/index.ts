import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { ManualClock } from '@platform/kit/clock';
import { WebSocket } from 'ws';
import { credit } from '../accounts/credit.js';
import { openJournal } from '../store/journal.js';
import { Store } from '../store/store.js';

export { payerOf } from '../fast-withdrawals/payments.js';
export { fillOffline } from './positions.js';

/** A message of the venue's. */
// biome-ignore lint/suspicious/noExplicitAny: the tests read what they expect, and fail where it is not there.
export type Message = any;

const WAIT_MS_MAX = 5_000;
const SETTLE_MS = 20;
const MICRO = 1_000_000n;

/** A client of the venue's WebSocket, which keeps what it is told until it is looked at. */
export class StreamClient {
  readonly #waiting: Message[] = [];
  #heard = Promise.withResolvers<void>();

  private constructor(readonly socket: WebSocket) {
    socket.on('message', (data) => {
      this.#waiting.push(readable(String(data)));
      this.#heard.resolve();
      this.#heard = Promise.withResolvers();
    });
  }

  /** Connects; rejects where the venue refuses. */
  static async connect(url: string): Promise<StreamClient> {
    const client = new StreamClient(new WebSocket(url));
    await once(client.socket, 'open');
    await client.next('connected');
    return client;
  }

  say(message: object | string): void {
    this.socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  }

  subscribe(channel: string): void {
    this.say({ type: 'subscribe', channel });
  }

  /** Returns the oldest message of a type that was not looked at yet, and drops those before it; `error` is a refusal. */
  async next(type: string): Promise<Message> {
    const deadline = AbortSignal.timeout(WAIT_MS_MAX);
    while (!deadline.aborted) {
      const heard = this.#heard.promise;
      const at = this.#waiting.findIndex((message) => message.type === type || message[type] !== undefined);
      if (at >= 0) return this.#waiting.splice(0, at + 1).at(-1);
      await Promise.race([heard, wait(WAIT_MS_MAX, undefined, { ref: false })]);
    }
    throw new Error(`the venue sent no ${type}, but ${JSON.stringify(this.#waiting)}`);
  }

  /** Resolves once the venue has read what was said to it: a clock that goes on before that leaves its answer behind. */
  async read(): Promise<void> {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    const read = once(this.socket, 'pong', { signal: AbortSignal.timeout(WAIT_MS_MAX) });
    this.socket.ping();
    await read;
  }

  /** Returns all that was not looked at yet, once the venue has read what was said to it. */
  async rest(): Promise<Message[]> {
    await this.read();
    await wait(SETTLE_MS);
    return this.#waiting.splice(0);
  }

  /** The close code, once the venue has closed the connection. */
  async closed(): Promise<number> {
    if (this.socket.readyState === WebSocket.CLOSED) return 0;
    const [code] = await once(this.socket, 'close', { signal: AbortSignal.timeout(WAIT_MS_MAX) });
    return code;
  }
}

function readable(text: string): Message {
  try {
    return JSON.parse(text);
  } catch {
    return { type: 'unreadable', text };
  }
}

/** Moves a venue's clock second by second, as its ticker would. */
export async function pass(clock: ManualClock, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 1) {
    clock.advance(1_000);
    await wait(0);
  }
}

/** Credits an owner as the bridge does, in the state of a venue that does not run. Returns the account's index. */
export function creditOffline(stateDirectory: string, l1Address: string, usdc: number, nowMs: number): number {
  const journal = openJournal(stateDirectory);
  const { index } = journal.transaction(() =>
    credit(new Store(journal), l1Address.toLowerCase(), BigInt(usdc) * MICRO, nowMs),
  );
  journal.close();
  return index;
}
