import type { ApiConstructor, ApiType, KubeConfig } from '@kubernetes/client-node';
import type { Clock } from '@platform/kit/clock';
import { z } from 'zod';

/** One call with all its repetitions, and one request of it. */
const CALL_MS_MAX = 60_000;
const REQUEST_MS_MAX = 10_000;
const PAUSE_MS_MIN = 250;
const PAUSE_MS_MAX = 30_000;
const SECOND_MS = 1_000;
const SAID_CHARACTERS_MAX = 500;
/** Longer than the server takes from one bookmark to the next. The library has no setting for it, and would break off before the first. */
const WATCH_SILENCE_MS_MAX = 120_000;

const GONE = 410;
const NOT_FOUND = 404;
const CONFLICT = 409;
/** The server is busy, or was not there: the same request may be made again, since each names what it makes. */
const PASSING: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);
/** Writes of others that a change may meet. */
const CONFLICTS_MAX = 5;

/** Where a cluster's API is, and who asks it. */
export interface ClusterAddress {
  readonly url: string;
  readonly namespace: string;
  /** Files that may be replaced: the token of a service account, and the certificate (PEM) of the cluster's authority. */
  readonly tokenFile: string;
  readonly caFile: string;
}

/** A watch can't go on from where it was: what was there since is only told by a new list. */
export class Expired extends Error {
  override readonly name = 'Expired';
}

/** The server refused, or gave no answer: it says what, whom and why by itself. */
class ClusterError extends Error {
  override readonly name = 'ClusterError';

  constructor(
    /** The status of its answer; undefined where there was none. */
    readonly code: number | undefined,
    message: string,
    cause: unknown,
  ) {
    super(message, { cause });
  }
}

type Library = typeof import('@kubernetes/client-node');

/** Asks the API of a cluster about one namespace, within a deadline, again where the server is busy or away. */
export class ClusterConnection {
  private constructor(
    private readonly library: Library,
    private readonly config: KubeConfig,
    readonly namespace: string,
    private readonly clock: Clock,
  ) {}

  /** The library is loaded here: it knows all of Kubernetes, and who runs no cluster needs none of it. */
  static async open({ url, namespace, tokenFile, caFile }: ClusterAddress, clock: Clock): Promise<ClusterConnection> {
    const library = await import('@kubernetes/client-node');
    const config = new library.KubeConfig();
    config.loadFromClusterAndUser(
      {
        name: 'cluster',
        server: url.replace(/\/$/, ''),
        caFile, // It refuses what isn't TLS otherwise, which settings allow on this machine alone.
        skipTLSVerify: url.startsWith('http:'),
      },
      { name: 'service', authProvider: { name: 'tokenFile', config: { tokenFile } } },
    );
    const identify = config.applySecurityAuthentication.bind(config);
    // The only place that each of its requests passes through.
    config.applySecurityAuthentication = async (context) => {
      await identify(context);
      context.setSignal(AbortSignal.timeout(REQUEST_MS_MAX));
    };
    return new ClusterConnection(library, config, namespace, clock);
  }

  /** Returns one of the library's APIs. */
  api<Api extends ApiType>(of: (library: Library) => ApiConstructor<Api>): Api {
    return this.config.makeApiClient(of(this.library));
  }

  /** Tells what a watch of a path yields, and settles once the server ends it. Rejects with `Expired` where its version is too old. */
  async watch(
    path: string,
    query: Readonly<Record<string, string | number | boolean>>,
    onEvent: (type: string, object: unknown) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const over = Promise.withResolvers<void>();
    const take = (type: string, object: unknown) => {
      try {
        onEvent(type, object);
      } catch (error) {
        over.reject(error);
      }
    };
    const done = (error: unknown) => (error ? over.reject(expiredOr(error)) : over.resolve());
    const watch = new this.library.Watch(this.config);
    Object.assign(watch, { requestTimeoutMs: WATCH_SILENCE_MS_MAX });
    const controller = await watch.watch(path, query, take, done);
    const end = () => controller.abort();
    signal.addEventListener('abort', end, { once: true });
    try {
      if (signal.aborted) end();
      await over.promise;
    } finally {
      signal.removeEventListener('abort', end);
      end();
    }
  }

  /** Makes a change that is decided from what is read, and decides it again where another write came between. */
  async unlessConflicting<Outcome>(change: () => Promise<Outcome>): Promise<Outcome> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await change();
      } catch (error) {
        if (statusOf(error) !== CONFLICT || tries >= CONFLICTS_MAX) throw error;
      }
    }
  }

  /** Returns undefined where there is one of its name. */
  async unlessThere<Outcome>(request: () => Promise<Outcome>): Promise<Outcome | undefined> {
    return this.call(request).catch((error: unknown) => {
      if (statusOf(error) === CONFLICT) return undefined;
      throw error;
    });
  }

  /** Returns undefined where there is none, or another than the one that was meant. */
  async unlessGone<Outcome>(request: () => Promise<Outcome>): Promise<Outcome | undefined> {
    return this.call(request).catch((error: unknown) => {
      const status = statusOf(error);
      if (status === NOT_FOUND || status === CONFLICT) return undefined;
      throw error;
    });
  }

  /** Makes a request, and makes it again where the server is busy or there is no answer. */
  async call<Outcome>(request: () => Promise<Outcome>): Promise<Outcome> {
    const giveUpAtMs = this.clock.nowMs() + CALL_MS_MAX;
    for (let pauseMs = PAUSE_MS_MIN; ; pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX)) {
      try {
        return await request();
      } catch (error) {
        const status = statusOf(error);
        const isPassing = status === undefined ? hadNoAnswer(error) : PASSING.has(status);
        const waitMs = Math.min(retryAfterMs(error) ?? pauseMs, PAUSE_MS_MAX);
        if (!isPassing || this.clock.nowMs() + waitMs > giveUpAtMs) throw told(error);
        await this.clock.sleep(waitMs);
      }
    }
  }
}

const failureSchema = z.object({
  /** Of an error of a request, and of one of a watch. */
  code: z.int().optional().catch(undefined),
  statusCode: z.int().optional(),
  headers: z.record(z.string(), z.string()).optional(),
});

/** The status of an answer; undefined where there was none. */
function statusOf(error: unknown): number | undefined {
  const { code, statusCode } = failureSchema.safeParse(error).data ?? {};
  return code ?? statusCode;
}

/** As `fetch` says it: what is thrown otherwise would only be thrown again. */
function hadNoAnswer(error: unknown): boolean {
  const isTooLate = error instanceof DOMException && error.name === 'TimeoutError';
  return isTooLate || (error instanceof Error && error.name === 'TypeError' && error.message === 'fetch failed');
}

const refusalSchema = z.object({ body: z.string() });
const messageSchema = z.object({ message: z.string() });

/** A message of one line: the library's own has all headers of the answer. */
function told(error: unknown): unknown {
  const code = statusOf(error);
  if (code === undefined)
    return hadNoAnswer(error)
      ? new ClusterError(code, `the cluster gives no answer (${reasonOf(error)})`, error)
      : error;
  const text = refusalSchema.safeParse(error).data?.body ?? '';
  const said = messageSchema.safeParse(parsed(text)).data?.message ?? text.slice(0, SAID_CHARACTERS_MAX);
  return new ClusterError(code, `the cluster refuses (${code}): ${said}`, error);
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function retryAfterMs(error: unknown): number | undefined {
  const seconds = Number(failureSchema.safeParse(error).data?.headers?.['retry-after']);
  return Number.isFinite(seconds) ? seconds * SECOND_MS : undefined;
}

function expiredOr(error: unknown): unknown {
  return statusOf(error) === GONE ? new Expired('the version is too old') : error;
}
