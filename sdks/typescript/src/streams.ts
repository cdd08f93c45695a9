import { fieldOf, PlatformError, RefusedError, readRefusal } from './errors.js';
import { messagesOf } from './event-stream.js';
import type { Surroundings } from './surroundings.js';

/** What can be followed. The plural ones follow all of the account's records, also those that are made later. */
export type Subscription =
  | 'backtest'
  | 'backtests'
  | 'deployment'
  | 'deployments'
  | 'execution'
  | 'executions'
  | 'wallet';

/** Something that happened. */
export interface StreamEvent<Shown = unknown> {
  /** Its place in the order of events, for `after`. */
  readonly sequence: string;
  /** When it happened. */
  readonly at: string;
  readonly kind: 'current' | 'changed' | 'removed' | 'gap' | 'keep_alive';
  /** Whether the platform can't see just now what happens; what is missing follows. */
  readonly delayed: boolean;
  /** The record's id; null where the event is about none in particular. */
  readonly id: string | null;
  /** The record as it is when the event is sent, with the fields of `select`; null where there is none. */
  readonly record: Shown | null;
  /** Codes of why the record is missing, where it should be there. */
  readonly problems: readonly string[];
}

/** How something is followed. */
export interface FollowOptions {
  /** The record's id, for the singular ones but `wallet`. */
  readonly id?: string;
  /** Which fields of the record an event brings, as GraphQL selects them: `id status progress { fraction }`. Default: its id, or address. */
  readonly select?: string;
  /** The sequence of the last event that was seen: what happened since comes first. */
  readonly after?: string;
  /** Ends it. */
  readonly signal?: AbortSignal;
}

interface Address {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** After as long without an event the connection is broken: one comes every 15 seconds. */
const SILENCE_MS_MAX = 30_000;
const RECONNECT_MS = 1_000;
const RECONNECT_MS_MAX = 30_000;

/**
 * Follows something until `signal` is aborted or the loop is left. When the connection breaks it comes back from the last event on, so that
 * each event comes once and in order; or as a `gap`, after which what is shown must be read again. Throws `RefusedError` where it may not
 * follow, or `select` is wrong.
 */
export async function* follow<Shown>(
  address: Address,
  subscription: Subscription,
  options: FollowOptions,
  surroundings: Surroundings,
): AsyncGenerator<StreamEvent<Shown>, void> {
  const { signal } = options;
  let after = options.after;
  let failures = 0;
  while (signal?.aborted !== true) {
    try {
      for await (const event of eventsOnce<Shown>(
        address,
        documentOf(subscription, { ...options, after }),
        options,
        surroundings,
      )) {
        after = event.sequence;
        failures = 0;
        yield event;
      }
    } catch (error) {
      if (isFinal(error)) throw error;
    }
    failures += 1;
    const waitMs = Math.min(RECONNECT_MS * 2 ** (failures - 1), RECONNECT_MS_MAX) * (0.5 + surroundings.random() / 2);
    await surroundings.sleep(waitMs, signal).catch(() => undefined);
  }
}

/** A refusal that stays one; any other failure is of the connection, or of a part that restarts. */
function isFinal(error: unknown): boolean {
  if (error instanceof RefusedError) return error.status < 500 && error.status !== 429;
  return error instanceof PlatformError;
}

interface Asked {
  readonly query: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly record: string;
  readonly field: Subscription;
}

function documentOf(
  field: Subscription,
  { id, select, after }: Omit<FollowOptions, 'after'> & { after?: string | undefined },
): Asked {
  const record = field.replace(/s$/, '');
  const isOne = field === record && field !== 'wallet';
  if (isOne === (id === undefined))
    throw new PlatformError(isOne ? `${field}: \`id\` is missing` : `${field}: has no \`id\``);
  const fields = select ?? (field === 'wallet' ? 'address' : 'id');
  const [takes, given] = isOne ? [', $id: ID!', ', id: $id'] : ['', ''];
  return {
    query: `subscription ($after: String${takes}) { ${field}(after: $after${given}) { sequence at kind delayed id ${record} { ${fields} } } }`,
    variables: { ...(after !== undefined && { after }), ...(id !== undefined && { id }) },
    record,
    field,
  };
}

/** The events of one connection. */
async function* eventsOnce<Shown>(
  { url, headers }: Address,
  { query, variables, record, field }: Asked,
  { signal }: FollowOptions,
  surroundings: Surroundings,
): AsyncGenerator<StreamEvent<Shown>, void> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  signal?.addEventListener('abort', leave, { once: true });
  let silence = setTimeout(leave, SILENCE_MS_MAX);
  try {
    const response = await surroundings.fetch(url, {
      method: 'POST',
      headers: { ...headers, accept: 'text/event-stream', 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
      signal: leaving.signal,
    });
    if (!response.ok || response.body === null) throw await refusalOf(response, field);
    for await (const { event, data } of messagesOf(response.body)) {
      if (event === 'complete') return;
      clearTimeout(silence);
      yield toEvent<Shown>(JSON.parse(data), field, record);
      silence = setTimeout(leave, SILENCE_MS_MAX);
    }
  } finally {
    clearTimeout(silence);
    signal?.removeEventListener('abort', leave);
    leaving.abort();
  }
}

async function refusalOf(response: Response, field: Subscription): Promise<RefusedError> {
  const refusal = readRefusal(response.status, response.headers, await response.text());
  return new RefusedError(refusal, {
    operation: `follow ${field}`,
    idempotencyKey: undefined,
    outcomeUnknown: false,
    tries: 1,
  });
}

function toEvent<Shown>(payload: unknown, field: Subscription, record: string): StreamEvent<Shown> {
  const errors = fieldOf(payload, 'errors');
  const problems = Array.isArray(errors)
    ? errors.map((error) => String(fieldOf(fieldOf(error, 'extensions'), 'code')))
    : [];
  const event = fieldOf(fieldOf(payload, 'data'), field);
  if (!isEvent(event)) throw new PlatformError(`follow ${field}: ${problems.join(', ') || 'this is no event'}`);
  const { sequence, at, kind, delayed, id } = event;
  const shown = fieldOf(event, record);
  return { sequence, at, kind, delayed, id, record: isShown<Shown>(shown) ? shown : null, problems };
}

function isEvent(value: unknown): value is Omit<StreamEvent, 'record' | 'problems'> {
  return typeof fieldOf(value, 'sequence') === 'string' && typeof fieldOf(value, 'kind') === 'string';
}

/** Its fields are those that the caller selects, who names their type. */
function isShown<Shown>(value: unknown): value is Shown {
  return value !== null && value !== undefined;
}
