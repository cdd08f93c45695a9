import type {
  BatchV1Api,
  CoreV1Api,
  KubeConfig,
  NetworkingV1Api,
  V1Job,
  V1NetworkPolicy,
  V1Secret,
} from '@kubernetes/client-node';
import type { Clock } from '@platform/kit/clock';
import { z } from 'zod';

/** One call with all its repetitions, and one request of it. */
const CALL_MS_MAX = 60_000;
const REQUEST_MS_MAX = 10_000;
const PAUSE_MS_MIN = 250;
const PAUSE_MS_MAX = 30_000;
const SECOND_MS = 1_000;
const SAID_CHARACTERS_MAX = 500;
const PAGE = 500;
/** The server ends a watch after as long; it is gone on with. */
const WATCH_SECONDS = 240;
/** Longer than the server takes from one bookmark to the next. The library has no setting for it, and would break off before the first. */
const WATCH_SILENCE_MS_MAX = 120_000;

const GONE = 410;
const NOT_FOUND = 404;
const CONFLICT = 409;
/** The server is busy, or was not there: the same request may be made again, since each names what it makes. */
const PASSING: ReadonlySet<number> = new Set([429, 500, 502, 503, 504]);

/** Where a cluster's API is, and who asks it. */
export interface ClusterAddress {
  readonly url: string;
  readonly namespace: string;
  /** Files that may be replaced: the token of a service account, and the certificate (PEM) of the cluster's authority. */
  readonly tokenFile: string;
  readonly caFile: string;
}

const podSchema = z.object({
  metadata: z.object({
    name: z.string(),
    uid: z.string(),
    resourceVersion: z.string(),
    labels: z.record(z.string(), z.string()).default({}),
  }),
  status: z.object({
    phase: z.string().default('Pending'),
    podIP: z.string().optional(),
    containerStatuses: z
      .array(z.object({ state: z.object({ terminated: z.object({ reason: z.string().optional() }).optional() }) }))
      .default([]),
  }),
});
const bookmarkSchema = z.object({ metadata: z.object({ resourceVersion: z.string() }) });
const errorSchema = z.object({ code: z.int(), message: z.string().default('') });

/** What is read of a pod. */
export type Pod = z.output<typeof podSchema>;

/** What a watch tells; a `bookmark` only how far it has come. */
export type PodEvent =
  | { readonly kind: 'there' | 'gone'; readonly pod: Pod; readonly version: string }
  | { readonly kind: 'bookmark'; readonly version: string };

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

/** Makes, reads and removes what one namespace has of the platform's, within a deadline, again where the server is busy or away. */
export class Cluster {
  readonly #batch: BatchV1Api;
  readonly #core: CoreV1Api;
  readonly #networking: NetworkingV1Api;

  private constructor(
    private readonly library: Library,
    private readonly config: KubeConfig,
    private readonly namespace: string,
    private readonly clock: Clock,
  ) {
    this.#batch = config.makeApiClient(library.BatchV1Api);
    this.#core = config.makeApiClient(library.CoreV1Api);
    this.#networking = config.makeApiClient(library.NetworkingV1Api);
  }

  /** The library is loaded here: it knows all of Kubernetes, and who runs no cluster needs none of it. */
  static async open({ url, namespace, tokenFile, caFile }: ClusterAddress, clock: Clock): Promise<Cluster> {
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
    return new Cluster(library, config, namespace, clock);
  }

  /** Makes a job, or finds the one of its name, and returns its uid. */
  async createJob(job: V1Job): Promise<string> {
    const { namespace } = this;
    const name = job.metadata?.name ?? '';
    const made = await this.#unlessThere(() => this.#batch.createNamespacedJob({ namespace, body: job }));
    const found = made ?? (await this.#call(() => this.#batch.readNamespacedJob({ namespace, name })));
    return found.metadata?.uid ?? '';
  }

  /** Has the server say whether it would take a job; nothing is made. */
  async tryJob(job: V1Job): Promise<void> {
    const { namespace } = this;
    await this.#call(() => this.#batch.createNamespacedJob({ namespace, body: job, dryRun: 'All' }));
  }

  async createSecret(secret: V1Secret): Promise<void> {
    const { namespace } = this;
    await this.#unlessThere(() => this.#core.createNamespacedSecret({ namespace, body: secret }));
  }

  /** Makes a policy, or has the one of its name say the same. */
  async createPolicy(policy: V1NetworkPolicy): Promise<void> {
    const asked = { namespace: this.namespace, name: policy.metadata?.name ?? '', body: policy };
    const made = await this.#unlessThere(() => this.#networking.createNamespacedNetworkPolicy(asked));
    if (made === undefined) await this.#call(() => this.#networking.replaceNamespacedNetworkPolicy(asked));
  }

  /** Removes a job with its pods, and the Secret of its name. Settles once the server has taken note; it may be repeated. */
  async removeRun(name: string, jobUid: string): Promise<void> {
    const { namespace } = this;
    // Beside a body what the query says is not read, and then the pods of a job would stay.
    const body = { preconditions: { uid: jobUid }, propagationPolicy: 'Background' };
    await this.#unlessGone(() => this.#batch.deleteNamespacedJob({ namespace, name, body }));
    await this.#unlessGone(() => this.#core.deleteNamespacedSecret({ namespace, name }));
  }

  /** Returns a pod as it is now; undefined where there is none. */
  async readPod(name: string): Promise<Pod | undefined> {
    const { namespace } = this;
    const pod = await this.#unlessGone(() => this.#core.readNamespacedPod({ namespace, name }));
    return pod && podSchema.parse(pod);
  }

  /** Returns all pods that a selector finds, and from where a watch goes on. */
  async listPods(labelSelector: string): Promise<{ readonly pods: readonly Pod[]; readonly version: string }> {
    const { namespace } = this;
    const pods: Pod[] = [];
    let _continue: string | undefined;
    for (;;) {
      const page = { namespace, labelSelector, limit: PAGE, ...(_continue !== undefined && { _continue }) };
      const { items, metadata } = await this.#call(() => this.#core.listNamespacedPod(page));
      pods.push(...items.map((each) => podSchema.parse(each)));
      _continue = metadata?._continue || undefined;
      if (_continue === undefined) return { pods, version: metadata?.resourceVersion ?? '' };
    }
  }

  /** Tells what happens to pods from a version on, and settles once the server ends that. Rejects with `Expired` where the version is too old. */
  async watchPods(
    from: { readonly labelSelector: string; readonly version: string },
    onEvent: (event: PodEvent) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { labelSelector, version: resourceVersion } = from;
    const query = { labelSelector, resourceVersion, allowWatchBookmarks: true, timeoutSeconds: WATCH_SECONDS };
    const over = Promise.withResolvers<void>();
    const take = (type: string, object: unknown) => {
      try {
        onEvent(eventOf(type, object));
      } catch (error) {
        over.reject(error);
      }
    };
    const done = (error: unknown) => (error ? over.reject(expiredOr(error)) : over.resolve());
    const path = `/api/v1/namespaces/${this.namespace}/pods`;
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

  /** Returns undefined where there is one of its name. */
  async #unlessThere<Outcome>(request: () => Promise<Outcome>): Promise<Outcome | undefined> {
    return this.#call(request).catch((error: unknown) => {
      if (statusOf(error) === CONFLICT) return undefined;
      throw error;
    });
  }

  /** Returns undefined where there is none, or another than the one that was meant. */
  async #unlessGone<Outcome>(request: () => Promise<Outcome>): Promise<Outcome | undefined> {
    return this.#call(request).catch((error: unknown) => {
      const status = statusOf(error);
      if (status === NOT_FOUND || status === CONFLICT) return undefined;
      throw error;
    });
  }

  /** Makes a request, and makes it again where the server is busy or there is no answer. */
  async #call<Outcome>(request: () => Promise<Outcome>): Promise<Outcome> {
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

function eventOf(type: string, object: unknown): PodEvent {
  if (type === 'ERROR') {
    const { code, message } = errorSchema.parse(object);
    throw code === GONE ? new Expired(message) : new Error(`${code}: ${message}`);
  }
  if (type === 'BOOKMARK') return { kind: 'bookmark', version: bookmarkSchema.parse(object).metadata.resourceVersion };
  const pod = podSchema.parse(object);
  return { kind: type === 'DELETED' ? 'gone' : 'there', pod, version: pod.metadata.resourceVersion };
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
