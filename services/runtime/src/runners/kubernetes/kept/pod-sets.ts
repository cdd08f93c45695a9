import { setTimeout as sleep } from 'node:timers/promises';
import type { AppsV1Api, CoreV1Api, V1Secret, V1StatefulSet } from '@kubernetes/client-node';
import { monotonicMs, type Random } from '@platform/kit/clock';
import { z } from 'zod';
import type { Cluster } from '../cluster.js';
import { keyIn, keyOf, ownLabels, selectorOf } from '../objects.js';
import { claimOf, type KeptComponent, podNameOf, setNameOf, WORKLOAD } from './objects.js';

const KEY_BYTES = 32;
const PAGE = 500;
const LOOK_MS = 100;
/** How long what is being removed may take to be gone: a pod has a minute to end. */
const GONE_MS_MAX = 120_000;

const setSchema = z.object({
  metadata: z.object({
    name: z.string(),
    uid: z.string(),
    resourceVersion: z.string(),
    labels: z.record(z.string(), z.string()).default({}),
  }),
  spec: z.object({ replicas: z.int().default(1) }),
});

/** What a process that keeps something has in a cluster. */
export interface PodSet {
  readonly name: string;
  readonly uid: string;
  /** The name of the process. */
  readonly workloadId: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Whether it is to have its pod. */
  readonly isAwake: boolean;
  /** Whether it is on its way out. */
  readonly isLeaving: boolean;
}

/** Makes, reads and removes what processes of one kind have in a namespace: a StatefulSet each, with its claim, its pod and its key. */
export class PodSets {
  readonly #apps: AppsV1Api;
  readonly #core: CoreV1Api;
  /** By the uid of the set that they belong to. */
  readonly #keys = new Map<string, Buffer>();

  constructor(
    private readonly cluster: Cluster,
    private readonly component: KeptComponent,
    private readonly installation: string,
    private readonly random: Random,
  ) {
    this.#apps = cluster.connection.api(({ AppsV1Api: Api }) => Api);
    this.#core = cluster.connection.api(({ CoreV1Api: Api }) => Api);
  }

  /** Has the server say whether it would take a set; nothing is made. */
  async try(wanted: V1StatefulSet): Promise<void> {
    const { connection } = this.cluster;
    const asked = { namespace: connection.namespace, body: wanted, dryRun: 'All' };
    await connection.call(() => this.#apps.createNamespacedStatefulSet(asked));
  }

  /** Returns what all processes have. */
  async list(): Promise<readonly PodSet[]> {
    const { connection } = this.cluster;
    const labelSelector = selectorOf(this.component, this.installation);
    const found: PodSet[] = [];
    let _continue: string | undefined;
    do {
      const page = { namespace: connection.namespace, labelSelector, limit: PAGE, ...(_continue && { _continue }) };
      const { items, metadata } = await connection.call(() => this.#apps.listNamespacedStatefulSet(page));
      found.push(...items.map((each) => podSetOf(each)));
      _continue = metadata?._continue;
    } while (_continue);
    return found;
  }

  /** Returns what a process has; undefined where that is nothing. Throws where something else has its name. */
  async read(workloadId: string): Promise<PodSet | undefined> {
    const set = await this.#read(setNameOf(this.component, this.installation, workloadId));
    return set && podSetOf(this.#own(set, workloadId));
  }

  /** Has there be a set with its pod and its key, whatever is there now, and returns it. */
  async make(workloadId: string, wanted: V1StatefulSet): Promise<PodSet> {
    const { connection } = this.cluster;
    const { namespace } = connection;
    const name = setNameOf(this.component, this.installation, workloadId);
    await this.#untilGone(name, workloadId);
    // Read before: one that is there while there is no set was another's, with which its pod would begin.
    const left = await this.#claimOf(name);
    if ((await this.#read(name)) === undefined) {
      await this.#removeClaim(name, left);
      await connection.unlessThere(() => this.#apps.createNamespacedStatefulSet({ namespace, body: wanted }));
    }
    const set = await this.wake(workloadId, wanted.spec?.template);
    if (set === undefined) throw new Error(`${name} was removed while it was made`);
    await this.#makeKey(set);
    return set;
  }

  /** Has a set have its pod, of the given kind where it has none now. Returns the set; undefined where there is none. */
  async wake(
    workloadId: string,
    template?: NonNullable<V1StatefulSet['spec']>['template'],
  ): Promise<PodSet | undefined> {
    return this.#change(workloadId, (set) => {
      if (set.spec === undefined || set.spec.replicas !== 0) return undefined;
      return { ...set.spec, replicas: 1, ...(template && { template }) };
    });
  }

  /** Takes a set's pod away, and leaves what its bots keep. */
  async rest(workloadId: string): Promise<void> {
    await this.#change(workloadId, (set) => {
      if (set.spec === undefined || set.spec.replicas === 0) return undefined;
      return { ...set.spec, replicas: 0 };
    });
  }

  /** Removes a set with its pod, its claim and its key, and settles once all of them are gone. It may be repeated. */
  async remove({ workloadId, name, uid }: PodSet): Promise<void> {
    const { connection } = this.cluster;
    const { namespace } = connection;
    const claim = await this.#claimOf(name);
    // It stays until its pod is gone.
    const body = { preconditions: { uid }, propagationPolicy: 'Foreground' };
    await connection.unlessGone(() => this.#apps.deleteNamespacedStatefulSet({ namespace, name, body }));
    await this.#untilGone(name, workloadId);
    await this.#removeKey(name, uid);
    await this.#removeClaim(name, claim);
    this.#keys.delete(uid);
  }

  /** Returns the key of a set's pod. */
  async key({ name, uid }: PodSet): Promise<Buffer> {
    const known = this.#keys.get(uid);
    if (known !== undefined) return known;
    const secret = await this.#secretOf(name);
    const key = secret !== undefined && isOwnedBy(secret, uid) ? keyIn(secret) : undefined;
    if (key === undefined) throw new Error(`the Secret ${name} has no key of this set`);
    this.#keys.set(uid, key);
    return key;
  }

  /** A key that a set before it has left is made again. */
  async #makeKey(set: PodSet): Promise<void> {
    const { connection } = this.cluster;
    const { namespace } = connection;
    const { name, uid, workloadId } = set;
    const labels = { ...ownLabels(this.component, this.installation), [WORKLOAD]: workloadId };
    const owner = { apiVersion: 'apps/v1', kind: 'StatefulSet', uid };
    const body: V1Secret = keyOf({ name, labels }, this.random.bytes(KEY_BYTES), owner);
    const made = await connection.unlessThere(() => this.#core.createNamespacedSecret({ namespace, body }));
    if (made !== undefined) return;
    const there = await this.#secretOf(name);
    if (there !== undefined && isOwnedBy(there, uid)) return;
    await this.#removeSecret(there);
    await connection.unlessThere(() => this.#core.createNamespacedSecret({ namespace, body }));
  }

  /** The cluster does too, after a while. */
  async #removeKey(name: string, setUid: string): Promise<void> {
    const secret = await this.#secretOf(name);
    if (secret !== undefined && isOwnedBy(secret, setUid)) await this.#removeSecret(secret);
  }

  async #removeSecret(secret: V1Secret | undefined): Promise<void> {
    const { connection } = this.cluster;
    const { name, uid } = secret?.metadata ?? {};
    if (name === undefined || uid === undefined) return;
    const asked = { namespace: connection.namespace, name, body: { preconditions: { uid } } };
    await connection.unlessGone(() => this.#core.deleteNamespacedSecret(asked));
  }

  #secretOf(name: string): Promise<V1Secret | undefined> {
    const { connection } = this.cluster;
    const asked = { namespace: connection.namespace, name };
    return connection.unlessGone(() => this.#core.readNamespacedSecret(asked));
  }

  /** Changes what a set is to be as it was read, and reads it again where it has changed since. */
  async #change(
    workloadId: string,
    decide: (set: V1StatefulSet) => V1StatefulSet['spec'] | undefined,
  ): Promise<PodSet | undefined> {
    const { connection } = this.cluster;
    const { namespace } = connection;
    const name = setNameOf(this.component, this.installation, workloadId);
    return connection.unlessConflicting(async () => {
      const set = await this.#read(name);
      if (set === undefined) return undefined;
      const spec = decide(this.#own(set, workloadId));
      if (spec === undefined) return podSetOf(set);
      const body = { ...set, spec };
      return podSetOf(await connection.call(() => this.#apps.replaceNamespacedStatefulSet({ namespace, name, body })));
    });
  }

  #read(name: string): Promise<V1StatefulSet | undefined> {
    const { connection } = this.cluster;
    const asked = { namespace: connection.namespace, name };
    return connection.unlessGone(() => this.#apps.readNamespacedStatefulSet(asked));
  }

  /** Throws where a set is not that of a process of this installation. */
  #own(set: V1StatefulSet, workloadId: string): V1StatefulSet {
    const { labels = {}, name } = set.metadata ?? {};
    const own = { ...ownLabels(this.component, this.installation), [WORKLOAD]: workloadId };
    const isOwn = Object.entries(own).every(([label, value]) => labels[label] === value);
    if (!isOwn) throw new Error(`the StatefulSet ${name} is not of this installation: it is left alone`);
    return set;
  }

  /** The uid of the claim of a set's pod; undefined where there is none. */
  async #claimOf(name: string): Promise<string | undefined> {
    const { connection } = this.cluster;
    const asked = { namespace: connection.namespace, name: claimOf(name) };
    const claim = await connection.unlessGone(() => this.#core.readNamespacedPersistentVolumeClaim(asked));
    return claim?.metadata?.uid;
  }

  /** Settles once this one is gone, whatever is there in its place. */
  async #removeClaim(name: string, uid: string | undefined): Promise<void> {
    if (uid === undefined) return;
    const { connection } = this.cluster;
    const asked = { namespace: connection.namespace, name: claimOf(name), body: { preconditions: { uid } } };
    await connection.unlessGone(() => this.#core.deleteNamespacedPersistentVolumeClaim(asked));
    await this.#until(async () => (await this.#claimOf(name)) !== uid, `the claim ${asked.name} is not gone`);
  }

  /** Settles once a set that is on its way out is gone, with its pod. */
  async #untilGone(name: string, workloadId: string): Promise<void> {
    const isGone = async () => {
      const set = await this.#read(name);
      if (set !== undefined) return !podSetOf(this.#own(set, workloadId)).isLeaving;
      return (await this.cluster.readPod(podNameOf(name))) === undefined;
    };
    await this.#until(isGone, `${name} is not gone`);
  }

  async #until(holds: () => Promise<boolean>, otherwise: string): Promise<void> {
    const giveUpAtMs = monotonicMs() + GONE_MS_MAX;
    while (!(await holds())) {
      if (monotonicMs() > giveUpAtMs) throw new Error(otherwise);
      await sleep(LOOK_MS);
    }
  }
}

function podSetOf(set: V1StatefulSet): PodSet {
  const { metadata, spec } = setSchema.parse(set);
  return {
    ...{ name: metadata.name, uid: metadata.uid, labels: metadata.labels, workloadId: metadata.labels[WORKLOAD] ?? '' },
    isAwake: spec.replicas > 0,
    isLeaving: set.metadata?.deletionTimestamp !== undefined,
  };
}

function isOwnedBy({ metadata }: V1Secret, uid: string): boolean {
  return metadata?.ownerReferences?.some((owner) => owner.uid === uid) ?? false;
}
