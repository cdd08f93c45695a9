import type { Clock } from '@platform/kit/clock';
import { HyperliquidClient, type Priority, VenueReadError } from '../../client/index.js';
import { type Answer, TIMED_OUT, TOO_MANY, UNREACHABLE } from '../answer.js';
import { sharedForMs } from '../reads.js';
import { type DatedAnswer, SharedReads } from './shared-reads.js';

type Read = { readonly type: string } & Readonly<Record<string, unknown>>;

/** The venue's connection for bots: answers are passed on, and missing ones are reported as gateways do. */
export class VenueConnection {
  readonly #client: HyperliquidClient;
  readonly #clock: Clock;
  /** What decisions read: no bot's read, which may wait for longer, is taken for one. */
  readonly #decisive: SharedReads<unknown>;
  /** What bots read. */
  readonly #passed: SharedReads<Answer>;
  #wroteAtMs = 0;

  /** `weightPerMinute`: the part of the venue's allowance for the address that the account's bots have together. */
  constructor(url: string, weightPerMinute: number, clock: Clock) {
    this.#client = new HyperliquidClient({ url, weightPerMinute, clock });
    this.#clock = clock;
    this.#decisive = new SharedReads((body, onSent) => this.#ask(body, 'money', onSent), clock);
    this.#passed = new SharedReads((body, onSent) => this.#pass(body, onSent), clock);
  }

  /** Sets another part of the allowance. */
  limitTo(weightPerMinute: number): void {
    this.#client.limitTo(weightPerMinute);
  }

  /** Sends an action once, and returns the answer unchanged. */
  async exchange(body: string): Promise<Answer> {
    const sent = await this.#client.exchange(body);
    this.#wroteAtMs = this.#clock.nowMs();
    if (sent.kind === 'answered') return answerOf(sent.answer);
    return sent.late ? TIMED_OUT : UNREACHABLE;
  }

  /**
   * Passes on a bot's read, and returns the answer unchanged; `TOO_MANY` where it waited in the queue too long. Bots of one account share
   * answers while they are young: five that start at once would ask for the same lists. None is older than the latest action.
   */
  async read(request: Read): Promise<Answer> {
    const youngMs = this.#clock.nowMs() - sharedForMs(request.type);
    try {
      return (await this.#passed.recent(request, Math.max(youngMs, this.#wroteAtMs))).answer;
    } catch (error) {
      if (error instanceof Unanswered) return error.answer;
      if (!(error instanceof VenueReadError)) throw error;
      if (error.failure === 'waiting') return TOO_MANY;
      return error.failure === 'late' ? TIMED_OUT : UNREACHABLE;
    }
  }

  /** Reads what a decision needs, by default one before an action is sent. Throws without an answer of JSON. */
  ask(request: Read, priority: Priority = 'money'): Promise<unknown> {
    return this.#ask(JSON.stringify(request), priority);
  }

  /** Reads the same, or returns the answer to a read that was sent at this time or later, which bots of one account share. */
  recent(request: Read, sinceMs: number): Promise<DatedAnswer<unknown>> {
    return this.#decisive.recent(request, sinceMs);
  }

  /** Waits for the answers to writes under way, and disconnects. */
  close(): Promise<void> {
    return this.#client.close();
  }

  async #ask(body: string, priority: Priority, onSent?: () => void): Promise<unknown> {
    const { status, text } = await this.#client.pass(body, priority, onSent);
    if (status !== 200) throw new Error(`the venue answered a read with ${status}`);
    return JSON.parse(text);
  }

  async #pass(body: string, onSent: () => void): Promise<Answer> {
    const answer = answerOf(await this.#client.pass(body, 'read', onSent));
    if (answer.status !== 200) throw new Unanswered(answer);
    return answer;
  }
}

/** The venue refused a read: the bot that asked is told so, and no other. */
class Unanswered extends Error {
  override readonly name = 'Unanswered';

  constructor(readonly answer: Answer) {
    super(`the venue answered a read with ${answer.status}`);
  }
}

function answerOf({ status, contentType, text }: { status: number; contentType: string; text: string }): Answer {
  return { status, contentType, body: text };
}
