import type { Clock } from '@platform/kit/clock';
import { HyperliquidClient, type Priority, VenueReadError } from '../client/index.js';
import { type Answer, TIMED_OUT, TOO_MANY, UNREACHABLE } from './answer.js';

type Read = { readonly type: string } & Readonly<Record<string, unknown>>;

interface Remembered {
  sentAtMs: number;
  readonly answer: Promise<unknown>;
}

/** The most reads that are remembered; those of an account and of its fills since midnight are few. */
const REMEMBERED_MAX = 20;

/** The venue's connection for bots: answers are passed on, and missing ones are reported as gateways do. */
export class VenueConnection {
  readonly #client: HyperliquidClient;
  readonly #clock: Clock;
  /** Reads by their request, with the time at which they were sent: never, while they wait for the allowance. */
  readonly #remembered = new Map<string, Remembered>();

  /** `weightPerMinute`: the part of the venue's allowance for the address that the account's bots have together. */
  constructor(url: string, weightPerMinute: number, clock: Clock) {
    this.#client = new HyperliquidClient({ url, weightPerMinute, clock });
    this.#clock = clock;
  }

  /** Sets another part of the allowance. */
  limitTo(weightPerMinute: number): void {
    this.#client.limitTo(weightPerMinute);
  }

  /** Sends an action once, and returns the answer unchanged. */
  async exchange(body: string): Promise<Answer> {
    const sent = await this.#client.exchange(body);
    if (sent.kind === 'answered') return answerOf(sent.answer);
    return sent.late ? TIMED_OUT : UNREACHABLE;
  }

  /** Passes on a bot's read, and returns the answer unchanged; `TOO_MANY` where it waited in the queue too long. */
  async read(body: string): Promise<Answer> {
    try {
      return answerOf(await this.#client.pass(body, 'read'));
    } catch (error) {
      if (!(error instanceof VenueReadError)) throw error;
      if (error.failure === 'waiting') return TOO_MANY;
      return error.failure === 'late' ? TIMED_OUT : UNREACHABLE;
    }
  }

  /** Reads what a decision needs, by default one before an action is sent. Throws without an answer of JSON. */
  async ask(request: Read, priority: Priority = 'money', onSent?: () => void): Promise<unknown> {
    const { status, text } = await this.#client.pass(JSON.stringify(request), priority, onSent);
    if (status !== 200) throw new Error(`the venue answered a read with ${status}`);
    return JSON.parse(text);
  }

  /** Reads the same, or returns the answer to a read that was sent at this time or later, which bots of one account share. */
  async recent(request: Read, sinceMs: number): Promise<{ readonly sentAtMs: number; readonly answer: unknown }> {
    const name = JSON.stringify(request);
    const known = this.#remembered.get(name);
    if (known !== undefined && known.sentAtMs >= sinceMs) return answered(known);
    const onSent = () => {
      sent.sentAtMs = this.#clock.nowMs();
    };
    const sent: Remembered = { sentAtMs: Number.POSITIVE_INFINITY, answer: this.ask(request, 'money', onSent) };
    this.#remembered.delete(name);
    this.#remembered.set(name, sent);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > REMEMBERED_MAX && oldest !== undefined) this.#remembered.delete(oldest);
    try {
      return await answered(sent);
    } catch (error) {
      // What failed is asked again by the next one.
      if (this.#remembered.get(name) === sent) this.#remembered.delete(name);
      throw error;
    }
  }

  /** Waits for the answers to writes under way, and disconnects. */
  close(): Promise<void> {
    return this.#client.close();
  }
}

async function answered(read: Remembered): Promise<{ readonly sentAtMs: number; readonly answer: unknown }> {
  const answer = await read.answer;
  return { sentAtMs: read.sentAtMs, answer };
}

function answerOf({ status, contentType, text }: { status: number; contentType: string; text: string }): Answer {
  return { status, contentType, body: text };
}
