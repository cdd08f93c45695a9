// Why: docs/decisions/runtime/legacy-deployments.md
import type { z } from 'zod';
import type { BotLogLine } from '../log-file.js';
import { type KubernetesAddress, KubernetesApi } from './kubernetes-api.js';
import {
  deploymentListSchema,
  hasRun,
  isLive,
  isOwnedBy,
  isReady,
  type KubernetesDeployment,
  type Pod,
  podListSchema,
  replicaSetListSchema,
} from './kubernetes-objects.js';
import { parseStampedLines } from './stamped-lines.js';
import type { ObservedWorkload, WorkloadQuery, WorkloadReader, WorkloadStatus } from './workload-reader.js';

const KIND = 'Deployment';
/** Two show that it isn't the only one. */
const WORKLOADS_MAX = 2;
/** Of one workload: those that have ended stay for a while. */
const OBJECTS_MAX = 100;
const LIST_BYTES_MAX = 4 * 1024 * 1024;
const LOG_BYTES_MAX = 4 * 1024 * 1024;
const NS_PER_MS = 1_000_000n;

/** Reads workloads of a Kubernetes cluster. It may list deployments, replica sets and pods, and read the logs of pods; it needs no more. */
export class KubernetesWorkloadReader implements WorkloadReader {
  readonly #api: KubernetesApi;

  constructor(address: KubernetesAddress) {
    this.#api = new KubernetesApi(address);
  }

  async observe(query: WorkloadQuery): Promise<ObservedWorkload | 'none' | 'several'> {
    if (query.kind !== KIND) return 'none';
    if (query.labels.size === 0) throw new Error('a workload is asked for without a label');
    const found = await this.#list(`/apis/apps/v1/namespaces/${query.namespace}/deployments`, deploymentListSchema, {
      ...{ labels: query.labels, max: WORKLOADS_MAX },
    });
    const [deployment, ...others] = found.items;
    if (others.length > 0) return 'several';
    if (deployment === undefined) return 'none';
    // The older platform gave each one replica: more than one is something else.
    if (deployment.spec.replicas > 1) return 'several';
    return this.#toWorkload(query, deployment, await this.#podsOf(deployment));
  }

  #toWorkload(query: WorkloadQuery, deployment: KubernetesDeployment, pods: readonly Pod[]): ObservedWorkload {
    const { name, namespace, uid, labels } = deployment.metadata;
    const newestFirst = pods.toSorted((one, other) => createdMs(other) - createdMs(one));
    const live = newestFirst.filter(isLive);
    const [newest] = live;
    const startTime = newest?.status.startTime;
    return {
      ...{ kind: KIND, name, namespace, uid },
      labels: new Map(Object.entries(labels)),
      status: statusOf(deployment, live),
      restarts: live
        .flatMap(({ status }) => status.containerStatuses)
        .reduce((sum, { restartCount }) => sum + restartCount, 0),
      ...(startTime !== undefined && { startedAt: new Date(startTime) }),
      readLogs: async (from) => {
        const pod = newest ?? newestFirst[0];
        return pod === undefined ? [] : this.#readLog(pod, query.container, from);
      },
    };
  }

  /** A pod is of a replica set, and that of the deployment, by their uids: what has the same labels by chance is neither. */
  async #podsOf({ metadata, spec }: KubernetesDeployment): Promise<Pod[]> {
    const labels = new Map(Object.entries(spec.selector.matchLabels));
    if (labels.size === 0) throw new Error(`${metadata.name} selects its pods by no label`);
    const asked = { labels, max: OBJECTS_MAX };
    const [sets, pods] = await Promise.all([
      this.#whole(`/apis/apps/v1/namespaces/${metadata.namespace}/replicasets`, replicaSetListSchema, asked),
      this.#whole(`/api/v1/namespaces/${metadata.namespace}/pods`, podListSchema, asked),
    ]);
    const own = new Set([metadata.uid]);
    const setUids = sets.filter((set) => isOwnedBy(set.metadata, own)).map((set) => set.metadata.uid);
    const owners = new Set(setUids);
    return pods.filter((pod) => isOwnedBy(pod.metadata, owners));
  }

  async #readLog(
    pod: Pod,
    container: string | undefined,
    { sinceNs, limit }: { readonly sinceNs: bigint; readonly limit: number },
  ): Promise<readonly BotLogLine[]> {
    if (!hasRun(pod, container)) return [];
    const { namespace, name } = pod.metadata;
    const text = await this.#api.get({
      path: `/api/v1/namespaces/${namespace}/pods/${name}/log`,
      query: {
        ...{ timestamps: 'true', tailLines: String(limit) },
        // It takes no fraction of a second: what is before the instant goes below.
        sinceTime: new Date(Number(sinceNs / NS_PER_MS)).toISOString().replace(/\.\d+/, ''),
        ...(container !== undefined && { container }),
      },
      answerBytesMax: LOG_BYTES_MAX,
    });
    const lines = parseStampedLines(text).filter(({ stampNs }) => stampNs >= sinceNs);
    return lines.slice(-limit);
  }

  async #whole<Item>(
    path: `/${string}`,
    schema: z.ZodType<{ metadata: { continue?: string | null | undefined }; items: Item[] }>,
    asked: { readonly labels: ReadonlyMap<string, string>; readonly max: number },
  ): Promise<Item[]> {
    const { metadata, items } = await this.#list(path, schema, asked);
    if (metadata.continue) throw new Error(`${path}: there are more than ${asked.max}`);
    return items;
  }

  async #list<List>(
    path: `/${string}`,
    schema: z.ZodType<List>,
    { labels, max }: { readonly labels: ReadonlyMap<string, string>; readonly max: number },
  ): Promise<List> {
    const labelSelector = [...labels].map(([key, value]) => `${key}=${value}`).join(',');
    const query = { labelSelector, limit: String(max) };
    return schema.parse(JSON.parse(await this.#api.get({ path, query, answerBytesMax: LIST_BYTES_MAX })));
  }
}

function createdMs({ metadata }: Pod): number {
  return Date.parse(metadata.creationTimestamp);
}

function statusOf({ metadata, spec }: KubernetesDeployment, live: readonly Pod[]): WorkloadStatus {
  if (metadata.deletionTimestamp != null) return 'deleting';
  if (spec.replicas === 0) return live.length === 0 ? 'stopped' : 'stopping';
  return live.some(isReady) ? 'running' : 'starting';
}
