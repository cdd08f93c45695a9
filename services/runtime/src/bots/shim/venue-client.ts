import { Agent } from 'node:http';
import { z } from 'zod';
import { requestOverSocket } from '../../feed/socket-request.js';
import type { FeedAnswer } from './feed-client.js';

const ANSWER_BYTES_MAX = 8 * 1024 * 1024;
/** An order that fits only later waits for it at the proxy. */
const TIMEOUT_MS = 20_000;
/** Requests at once of one bot; further ones are refused. */
const UNDER_WAY_MAX = 32;

/** The venue's own two addresses. */
const askSchema = z.strictObject({ path: z.enum(['/info', '/exchange']), body: z.string() });

/** Passes a live bot's requests on to the proxy of its account, and to nothing else: what the bot may do is for the proxy to judge. */
export class VenueClient {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: UNDER_WAY_MAX });
  #underWay = 0;

  constructor(private readonly socketPath: string) {}

  /** Returns the status and the text of the answer, or why there is none: what is not a request to the venue is refused. */
  async answer(asked: unknown): Promise<FeedAnswer> {
    const request = askSchema.safeParse(asked);
    if (!request.success) return { reason: 'this is not a request to the venue' };
    if (this.#underWay >= UNDER_WAY_MAX) return { reason: 'too many requests at once' };
    this.#underWay += 1;
    try {
      const { path, body } = request.data;
      const answer = await requestOverSocket({
        ...{ socketPath: this.socketPath, agent: this.#agent, method: 'POST', path, body: JSON.parse(body) },
        ...{ timeoutMs: TIMEOUT_MS, answerBytesMax: ANSWER_BYTES_MAX },
      });
      return { answer };
    } catch {
      return { reason: "the account's proxy gave no answer" };
    } finally {
      this.#underWay -= 1;
    }
  }

  close(): void {
    this.#agent.destroy();
  }
}
