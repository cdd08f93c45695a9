/** The first thing of a stream: some browsers take no head of an answer without it. */
const OPENING = ':\n\n';

interface Waiting {
  readonly text: string;
  readonly taken: () => void;
}

/**
 * The answer of one connection, to which several operations write. What is written waits until the client has taken what was before, so that
 * a slow client holds one message per operation, and nothing more.
 */
export class EventStream {
  readonly #waiting: Waiting[] = [];
  readonly #ending = new AbortController();
  #wake: () => void = () => {};

  /** Aborted when it ends: the client left, or the platform ends it. */
  get ended(): AbortSignal {
    return this.#ending.signal;
  }

  /** Writes a message; resolves once the client has taken it, and rejects when the stream ends before. */
  send(text: string): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => reject(this.#ending.signal.reason);
    if (this.ended.aborted) leave();
    else {
      this.ended.addEventListener('abort', leave);
      this.#waiting.push({
        text,
        taken: () => {
          this.ended.removeEventListener('abort', leave);
          resolve();
        },
      });
      this.#wake();
    }
    return promise;
  }

  /** Ends it; what waits is dropped. */
  end(): void {
    this.#ending.abort();
    this.#wake();
  }

  /** Returns its text, for the one connection that reads it. */
  async *text(): AsyncGenerator<string> {
    try {
      yield OPENING;
      while (!this.ended.aborted) {
        for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
          yield next.text;
          // The next one was asked for.
          next.taken();
        }
        if (this.ended.aborted) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
          if (this.#waiting.length > 0 || this.ended.aborted) resolve();
        });
      }
    } finally {
      this.end();
    }
  }
}

/** Returns an event as graphql-sse's protocol writes it. `operationId`: where one connection carries several operations. */
export function nextMessage(payload: unknown, operationId: string | undefined): string {
  const data = operationId === undefined ? payload : { id: operationId, payload };
  return `event: next\ndata: ${JSON.stringify(data)}\n\n`;
}

/** Returns the end of an operation. */
export function completeMessage(operationId: string | undefined): string {
  const data = operationId === undefined ? '' : ` ${JSON.stringify({ id: operationId })}`;
  return `event: complete\ndata:${data}\n\n`;
}
