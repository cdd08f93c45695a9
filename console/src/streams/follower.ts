/** A silence of this length is a broken connection: the platform says something every 15 seconds. */
const SILENCE_MS_MAX = 30_000;
/** While there is no connection, everything may have changed: the pages ask this often, and so is it tried again. */
const RETRY_MS = 5_000;

/** What of a subscription is needed here. */
export type Field = 'backtests' | 'deployments' | 'executions' | 'wallet';

/** What is told of an event: the id of what changed, or undefined where anything may have. */
export type Listener = (id: string | undefined) => void;

/** What the follower needs of the client of streams. */
export interface Source {
  subscribe(
    request: { readonly query: string; readonly variables: Record<string, unknown> },
    sink: { next(result: Told): void; error(error: unknown): void; complete(): void },
  ): () => void;
}

/** An answer of a subscription, whatever it holds. */
interface Told {
  readonly data?: Readonly<Record<string, unknown>> | null;
}

/** An event as it is asked for: which record changed, and its place in the order. The pages read the record themselves. */
interface Event {
  readonly sequence: string;
  readonly kind: string;
  /** Undefined where it is about no record in particular. */
  readonly id: string | undefined;
}

/** Follows one subscription for all who listen, over losses of the connection, from where it was. Idle while nobody listens. */
export class Follower {
  private readonly listeners = new Set<Listener>();
  private after: string | null = null;
  private leave: (() => void) | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly source: () => Source,
    private readonly field: Field,
  ) {}

  /** Calls back at each change, until the returned function is called. */
  listen(listener: Listener): () => void {
    this.listeners.add(listener);
    if (this.listeners.size === 1) this.start();
    return () => {
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stop();
    };
  }

  /** Begins again from now, for another reader. */
  restart(): void {
    this.stop();
    if (this.listeners.size > 0) this.start();
  }

  private start(): void {
    this.within(SILENCE_MS_MAX);
    const query = `subscription ($after: String) { ${this.field}(after: $after) { sequence kind id } }`;
    let isOurs = true;
    const dispose = this.source().subscribe(
      { query, variables: { after: this.after } },
      {
        next: (result) => {
          if (isOurs) this.told(result);
        },
        error: () => {
          if (isOurs) this.failed();
        },
        complete: () => {
          if (isOurs) this.failed();
        },
      },
    );
    this.leave = () => {
      isOurs = false;
      dispose();
    };
  }

  private told({ data }: Told): void {
    const event = eventOf(data?.[this.field]);
    if (event === undefined) {
      this.failed();
      return;
    }
    this.within(SILENCE_MS_MAX);
    this.after = event.sequence;
    if (event.kind === 'keep_alive') return;
    const id = event.kind === 'changed' || event.kind === 'removed' ? event.id : undefined;
    for (const listener of this.listeners) listener(id);
  }

  /** Whatever the reason: what is shown is read again, and the stream is tried again, until it is there. */
  private failed(): void {
    this.leave?.();
    this.leave = undefined;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      for (const listener of this.listeners) listener(undefined);
      this.start();
    }, RETRY_MS);
  }

  private within(silenceMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.failed(), silenceMs);
  }

  private stop(): void {
    clearTimeout(this.timer);
    this.leave?.();
    this.leave = undefined;
    this.after = null;
  }
}

function eventOf(value: unknown): Event | undefined {
  if (typeof value !== 'object' || value === null || !('sequence' in value) || !('kind' in value)) return undefined;
  const { sequence, kind } = value;
  if (typeof sequence !== 'string' || typeof kind !== 'string') return undefined;
  return { sequence, kind, id: 'id' in value && typeof value.id === 'string' ? value.id : undefined };
}
