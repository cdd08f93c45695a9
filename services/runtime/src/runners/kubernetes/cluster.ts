import type { BatchV1Api, CoreV1Api, NetworkingV1Api, V1Job, V1NetworkPolicy, V1Secret } from '@kubernetes/client-node';
import type { Clock } from '@platform/kit/clock';
import { z } from 'zod';
import { type ClusterAddress, ClusterConnection, Expired } from './connection.js';

const PAGE = 500;
/** The server ends a watch after as long; it is gone on with. */
const WATCH_SECONDS = 240;
const GONE = 410;

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
      .array(
        z.object({
          state: z.object({
            running: z.object({}).optional(),
            terminated: z.object({ reason: z.string().optional() }).optional(),
          }),
        }),
      )
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

/** Makes, reads and removes what one namespace has of the platform's. */
export class Cluster {
  readonly #batch: BatchV1Api;
  readonly #core: CoreV1Api;
  readonly #networking: NetworkingV1Api;

  private constructor(readonly connection: ClusterConnection) {
    this.#batch = connection.api(({ BatchV1Api: Api }) => Api);
    this.#core = connection.api(({ CoreV1Api: Api }) => Api);
    this.#networking = connection.api(({ NetworkingV1Api: Api }) => Api);
  }

  static async open(address: ClusterAddress, clock: Clock): Promise<Cluster> {
    return new Cluster(await ClusterConnection.open(address, clock));
  }

  /** Makes a job, or finds the one of its name, and returns its uid. */
  async createJob(job: V1Job): Promise<string> {
    const { namespace } = this.connection;
    const name = job.metadata?.name ?? '';
    const made = await this.connection.unlessThere(() => this.#batch.createNamespacedJob({ namespace, body: job }));
    const found = made ?? (await this.connection.call(() => this.#batch.readNamespacedJob({ namespace, name })));
    return found.metadata?.uid ?? '';
  }

  /** Has the server say whether it would take a job; nothing is made. */
  async tryJob(job: V1Job): Promise<void> {
    const { namespace } = this.connection;
    await this.connection.call(() => this.#batch.createNamespacedJob({ namespace, body: job, dryRun: 'All' }));
  }

  async createSecret(secret: V1Secret): Promise<void> {
    const { namespace } = this.connection;
    await this.connection.unlessThere(() => this.#core.createNamespacedSecret({ namespace, body: secret }));
  }

  /** Makes a policy, or has the one of its name say the same. */
  async createPolicy(policy: V1NetworkPolicy): Promise<void> {
    const asked = { namespace: this.connection.namespace, name: policy.metadata?.name ?? '', body: policy };
    const made = await this.connection.unlessThere(() => this.#networking.createNamespacedNetworkPolicy(asked));
    if (made === undefined) await this.connection.call(() => this.#networking.replaceNamespacedNetworkPolicy(asked));
  }

  /** Removes a job with its pods, and the Secret of its name. Settles once the server has taken note; it may be repeated. */
  async removeRun(name: string, jobUid: string): Promise<void> {
    const { namespace } = this.connection;
    // Beside a body what the query says is not read, and then the pods of a job would stay.
    const body = { preconditions: { uid: jobUid }, propagationPolicy: 'Background' };
    await this.connection.unlessGone(() => this.#batch.deleteNamespacedJob({ namespace, name, body }));
    await this.connection.unlessGone(() => this.#core.deleteNamespacedSecret({ namespace, name }));
  }

  /** Returns a pod as it is now; undefined where there is none. */
  async readPod(name: string): Promise<Pod | undefined> {
    const { namespace } = this.connection;
    const pod = await this.connection.unlessGone(() => this.#core.readNamespacedPod({ namespace, name }));
    return pod && podSchema.parse(pod);
  }

  /** Returns all pods that a selector finds, and from where a watch goes on. */
  async listPods(labelSelector: string): Promise<{ readonly pods: readonly Pod[]; readonly version: string }> {
    const { namespace } = this.connection;
    const pods: Pod[] = [];
    let _continue: string | undefined;
    for (;;) {
      const page = { namespace, labelSelector, limit: PAGE, ...(_continue !== undefined && { _continue }) };
      const { items, metadata } = await this.connection.call(() => this.#core.listNamespacedPod(page));
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
    const path = `/api/v1/namespaces/${this.connection.namespace}/pods`;
    await this.connection.watch(path, query, (type, object) => onEvent(eventOf(type, object)), signal);
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
