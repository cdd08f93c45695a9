import { type Call, Caller, type RetryOptions } from './calls.js';
import { PlatformError } from './errors.js';
import { type Client, createClient, createConfig } from './generated/client/index.js';
import { keyIsMade, repeatable } from './generated/facts.gen.js';
import { Operations } from './generated/sdk.gen.js';
import { type FollowOptions, follow, type StreamEvent, type Subscription } from './streams.js';
import { realSurroundings, type Surroundings } from './surroundings.js';
import { Waiting } from './waiting.js';

/** Where the platform is, who calls it, and how often calls are tried. */
export interface PlatformOptions extends RetryOptions {
  /** The address of the platform's REST surface, for example `https://api.example`. */
  readonly baseUrl: string;
  /** For everything but the account's keys. */
  readonly apiKey?: string;
  /** A session token, or one of the identity provider: lists, mints and revokes keys. */
  readonly sessionToken?: string;
  /** What tests replace. */
  readonly surroundings?: Partial<Surroundings>;
}

const KEY = 'Idempotency-Key';
/** What HTTP lets anybody repeat. */
const REPEATABLE_METHODS = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

/**
 * A platform, as one account sees it: each of its operations is a method, which returns what the operation answers and throws
 * `RefusedError` or `NoAnswerError`.
 */
export class TradingPlatform extends Operations {
  /** Waits for what goes on after an answer. */
  readonly wait: Waiting;
  readonly #surroundings: Surroundings;
  readonly #streams: { readonly url: string; readonly headers: Readonly<Record<string, string>> };

  constructor(options: PlatformOptions) {
    const surroundings = { ...realSurroundings, ...options.surroundings };
    super({ client: connect(options, surroundings) });
    const { apiKey, sessionToken } = options;
    this.#surroundings = surroundings;
    this.#streams = {
      url: `${withoutSlash(options.baseUrl)}/streams`,
      headers: apiKey !== undefined ? { 'x-api-key': apiKey } : { authorization: `Bearer ${sessionToken ?? ''}` },
    };
    this.wait = new Waiting(this, surroundings);
  }

  /** Returns a new idempotency key, for calls that share one: a withdrawal's code, its proof and itself. */
  newKey(): string {
    return this.#surroundings.newKey();
  }

  /** Follows what happens, through broken connections; `Shown` is the type of what `select` selects. */
  follow<Shown = unknown>(
    subscription: Subscription,
    options: FollowOptions = {},
  ): AsyncGenerator<StreamEvent<Shown>, void> {
    return follow<Shown>(this.#streams, subscription, options, this.#surroundings);
  }
}

/** Returns a client whose calls are tried as often as is safe, each with one key for all its tries. */
function connect(options: PlatformOptions, surroundings: Surroundings): Client {
  const { apiKey, sessionToken } = options;
  const calls = new WeakMap<object, Call>();
  const caller = new Caller(options, surroundings);
  const client = createClient(
    createConfig({
      baseUrl: withoutSlash(options.baseUrl),
      throwOnError: true,
      auth: ({ type }) => (type === 'apiKey' ? apiKey : sessionToken),
      fetch: async (request) => {
        const call = typeof request === 'object' ? calls.get(request) : undefined;
        if (!(request instanceof Request) || call === undefined) throw new PlatformError('not a call of an operation');
        return caller.send(request, call);
      },
    }),
  );
  client.interceptors.request.use((request, { url }) => {
    const operation = `${request.method} ${url}`;
    if (keyIsMade.has(operation) && !request.headers.has(KEY)) request.headers.set(KEY, surroundings.newKey());
    calls.set(request, {
      operation,
      idempotencyKey: request.headers.get(KEY) ?? undefined,
      repeatable: repeatable.has(operation) || REPEATABLE_METHODS.has(request.method),
      changes: request.method !== 'GET' && request.method !== 'HEAD',
    });
    return request;
  });
  return client;
}

function withoutSlash(address: string): string {
  return address.replace(/\/+$/, '');
}
