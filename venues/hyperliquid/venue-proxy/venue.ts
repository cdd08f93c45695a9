import type { Clock } from '@platform/kit/clock';
import { HyperliquidClient, VenueReadError } from '../client/index.js';
import { type Answer, TIMED_OUT, TOO_MANY, UNREACHABLE } from './answer.js';

/** The venue's connection for bots: answers are passed on, and missing ones are reported as gateways do. */
export class VenueConnection {
  readonly #client: HyperliquidClient;

  /** `weightPerMinute`: this bot's part of the venue's allowance for the address. */
  constructor(url: string, weightPerMinute: number, clock: Clock) {
    this.#client = new HyperliquidClient({ url, weightPerMinute, clock });
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

  /** Reads what a decision needs before an action is sent. Throws without an answer of JSON. */
  async ask(request: { readonly type: string } & Readonly<Record<string, unknown>>): Promise<unknown> {
    const { status, text } = await this.#client.pass(JSON.stringify(request), 'money');
    if (status !== 200) throw new Error(`the venue answered a read with ${status}`);
    return JSON.parse(text);
  }

  /** Waits for the answers to writes under way, and disconnects. */
  close(): Promise<void> {
    return this.#client.close();
  }
}

function answerOf({ status, contentType, text }: { status: number; contentType: string; text: string }): Answer {
  return { status, contentType, body: text };
}
