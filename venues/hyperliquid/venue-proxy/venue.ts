import type { Clock } from '@platform/kit/clock';
import { HyperliquidClient, VenueReadError } from '../client/index.js';
import { type Answer, TIMED_OUT, TOO_MANY, UNREACHABLE } from './answer.js';

/** The venue as a bot meets it: what it answers is passed on, and what it doesn't is said as gateways do. */
export class VenueConnection {
  readonly #client: HyperliquidClient;

  /** `weightPerMinute`: this bot's part of what the venue allows the address. */
  constructor(url: string, weightPerMinute: number, clock: Clock) {
    this.#client = new HyperliquidClient({ url, weightPerMinute, clock });
  }

  /** Sends an action once, and gives the answer unchanged. */
  async exchange(body: string): Promise<Answer> {
    const sent = await this.#client.exchange(body);
    if (sent.kind === 'answered') return answerOf(sent.answer);
    return sent.late ? TIMED_OUT : UNREACHABLE;
  }

  /** Passes on what the bot reads, and gives the answer unchanged; `TOO_MANY` where its turn did not come in time. */
  async read(body: string): Promise<Answer> {
    try {
      return answerOf(await this.#client.pass(body, 'read'));
    } catch (error) {
      if (!(error instanceof VenueReadError)) throw error;
      if (error.failure === 'waiting') return TOO_MANY;
      return error.failure === 'late' ? TIMED_OUT : UNREACHABLE;
    }
  }

  /** Asks for something to decide by, before an action is sent. Throws when there is no answer of JSON. */
  async ask(request: { readonly type: string } & Readonly<Record<string, unknown>>): Promise<unknown> {
    const { status, text } = await this.#client.pass(JSON.stringify(request), 'money');
    if (status !== 200) throw new Error(`the venue answered a read with ${status}`);
    return JSON.parse(text);
  }

  /** Lets what is being sent be answered, and disconnects. */
  close(): Promise<void> {
    return this.#client.close();
  }
}

function answerOf({ status, contentType, text }: { status: number; contentType: string; text: string }): Answer {
  return { status, contentType, body: text };
}
