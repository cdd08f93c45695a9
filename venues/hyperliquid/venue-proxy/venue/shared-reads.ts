import type { Clock } from '@platform/kit/clock';

/** The most reads that are remembered: those of an account's bots are few. */
const REMEMBERED_MAX = 50;

/** An answer, and when it was asked for. */
export interface DatedAnswer<Answer> {
  readonly sentAtMs: number;
  readonly answer: Answer;
}

interface Remembered<Answer> {
  /** Infinity while the read waits for the allowance: what it will show is newer than anything. */
  sentAtMs: number;
  readonly answer: Promise<Answer>;
}

/** Reads of the venue that are shared while they are young, also by those who ask before the answer is there. */
export class SharedReads<Answer> {
  /** By the request. */
  readonly #remembered = new Map<string, Remembered<Answer>>();

  /** `ask` sends a read, and calls `onSent` as it does; where it rejects, the read is asked again by the next one. */
  constructor(
    private readonly ask: (body: string, onSent: () => void) => Promise<Answer>,
    private readonly clock: Clock,
  ) {}

  /** Returns the answer to the same read that was sent at this time or later, or sends it. */
  async recent(request: object, sinceMs: number): Promise<DatedAnswer<Answer>> {
    const body = JSON.stringify(request);
    const known = this.#remembered.get(body);
    if (known !== undefined && known.sentAtMs >= sinceMs) return dated(known);
    const onSent = () => {
      sent.sentAtMs = this.clock.nowMs();
    };
    const sent: Remembered<Answer> = { sentAtMs: Number.POSITIVE_INFINITY, answer: this.ask(body, onSent) };
    this.#remembered.delete(body);
    this.#remembered.set(body, sent);
    const [oldest] = this.#remembered.keys();
    if (this.#remembered.size > REMEMBERED_MAX && oldest !== undefined) this.#remembered.delete(oldest);
    try {
      return await dated(sent);
    } catch (error) {
      if (this.#remembered.get(body) === sent) this.#remembered.delete(body);
      throw error;
    }
  }
}

async function dated<Answer>(read: Remembered<Answer>): Promise<DatedAnswer<Answer>> {
  const answer = await read.answer;
  return { sentAtMs: read.sentAtMs, answer };
}
