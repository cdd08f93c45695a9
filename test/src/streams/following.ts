import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from 'graphql-sse';

/** What a client keeps of an event. */
export interface SeenEvent {
  readonly sequence: string;
  readonly kind: 'current' | 'changed' | 'removed' | 'gap' | 'keep_alive';
  readonly id: string | null;
  /** The entity, where the subscription selects one. */
  readonly [field: string]: unknown;
}

/** A client's result. */
interface Result {
  readonly data?: Readonly<Record<string, SeenEvent>> | null;
  readonly errors?: readonly unknown[];
}

/** How a client follows: the address, its credential, and its mode. */
export interface FollowingOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** All operations over one connection. Default: one each. */
  readonly singleConnection?: boolean;
}

/**
 * A client as the guide has it: it follows one subscription with the library's client, and after every broken connection asks for what came
 * after the last event that it received.
 */
export class Following {
  readonly events: SeenEvent[] = [];
  /** The errors that came with events, or instead of them. */
  readonly errors: unknown[] = [];
  /** How often its connection ended. */
  interruptions = 0;
  readonly #leaving = new AbortController();
  readonly #ended: Promise<void>;
  #after: string | undefined;

  constructor(
    private readonly options: FollowingOptions,
    private readonly subscription: { readonly query: string; readonly variables?: Readonly<Record<string, unknown>> },
  ) {
    this.#ended = this.#follow();
  }

  /** Those of these kinds; keep-alives are seldom meant. */
  of(...kinds: readonly SeenEvent['kind'][]): SeenEvent[] {
    return this.events.filter(({ kind }) => kinds.includes(kind));
  }

  /** Waits until an event of these is there. */
  async until(isIt: (event: SeenEvent) => boolean, timeoutMs = 60_000): Promise<SeenEvent> {
    const startedAtMs = performance.now();
    for (;;) {
      const found = this.events.find(isIt);
      if (found !== undefined) return found;
      if (performance.now() - startedAtMs > timeoutMs)
        throw new Error(
          `no such event: ${JSON.stringify({ events: this.events.slice(-20), errors: this.errors.slice(-3) })}`,
        );
      await wait(20);
    }
  }

  /** Leaves. */
  async close(): Promise<void> {
    this.#leaving.abort();
    await this.#ended;
  }

  async #follow(): Promise<void> {
    const { signal } = this.#leaving;
    while (!signal.aborted) {
      await this.#followOnce(signal).catch((error: unknown) => this.errors.push(error));
      if (signal.aborted) return;
      this.interruptions += 1;
      await wait(100, undefined, { signal }).catch(() => undefined);
    }
  }

  #followOnce(signal: AbortSignal): Promise<void> {
    const { url, headers, singleConnection = false } = this.options;
    const client = createClient({ url, headers, singleConnection, retryAttempts: 0 });
    const { query, variables = {} } = this.subscription;
    return new Promise<void>((resolve) => {
      const leave = client.subscribe<Result['data']>(
        { query, variables: { ...variables, ...(this.#after !== undefined && { after: this.#after }) } },
        {
          next: ({ data, errors = [] }) => {
            this.errors.push(...errors);
            const [event] = Object.values(data ?? {});
            if (event === undefined) return;
            this.#after = event.sequence;
            this.events.push(event);
          },
          error: (error) => {
            this.errors.push(error);
            resolve();
          },
          complete: resolve,
        },
      );
      signal.addEventListener('abort', () => {
        leave();
        client.dispose();
        resolve();
      });
    });
  }
}
