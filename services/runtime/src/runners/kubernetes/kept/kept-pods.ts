import { setTimeout as sleep } from 'node:timers/promises';
import type { V1StatefulSet } from '@kubernetes/client-node';
import { type Clock, monotonicMs, type Random } from '@platform/kit/clock';
import { Cluster, type Pod } from '../cluster.js';
import type { ClusterAddress } from '../connection.js';
import type { LinkPlace } from '../links.js';
import { LINKS_PORT, policyOf, selectorOf } from '../objects.js';
import type { PodsValues } from '../pod-values.js';
import { PodWatch } from '../pod-watch.js';
import { type KeptComponent, podNameOf, WORKLOAD } from './objects.js';
import { type PodSet, PodSets } from './pod-sets.js';

/** How long what a pod runs may take to listen. */
const LISTENS_MS_MAX = 30_000;
const LOOK_MS = 50;

/** Where and how kept pods are made. */
export interface KeptPodsOptions {
  readonly address: ClusterAddress;
  readonly component: KeptComponent;
  /** Tells the objects of this installation of the platform from those of others. */
  readonly installation: string;
  readonly services: PodsValues['services'];
  /** What the pods reach, as the rules of a policy. */
  readonly egress?: readonly object[];
  readonly clock: Clock;
  readonly random: Random;
  readonly onFailure: (error: unknown, what: string) => void;
}

/** The pods of processes of one kind that keep something, each with its set, and how they are reached. */
export class KeptPods {
  readonly sets: PodSets;
  readonly #watch: PodWatch;

  private constructor(
    private readonly cluster: Cluster,
    { component, installation, clock, random, onFailure }: KeptPodsOptions,
  ) {
    this.sets = new PodSets(cluster, component, installation, random);
    this.#watch = new PodWatch({
      ...{ source: cluster, labelSelector: selectorOf(component, installation), keyLabel: WORKLOAD, clock, random },
      onFailure: (error) => onFailure(error, `the watch of pods of ${component} broke off`),
    });
  }

  /** Rejects where the cluster can't be asked, or does not take a set such as this one, which is not made. */
  static async open(options: KeptPodsOptions, checked: V1StatefulSet): Promise<KeptPods> {
    const { address, component, installation, services, egress, clock } = options;
    const cluster = await Cluster.open(address, clock);
    await cluster.createPolicy(policyOf(component, installation, services, egress));
    const pods = new KeptPods(cluster, options);
    await pods.sets.try(checked).catch(async (error: unknown) => {
      await pods.close();
      throw error;
    });
    return pods;
  }

  /** Ends the watch; what runs goes on. */
  close(): Promise<void> {
    return this.#watch.close();
  }

  /** Where a set's pod is reached, once it runs and answers. Rejects where that takes longer than it may. */
  async reach(set: PodSet, placedMsMax: number, answers: (at: LinkPlace) => Promise<unknown>): Promise<LinkPlace> {
    const signal = AbortSignal.timeout(placedMsMax);
    let giveUpAtMs: number | undefined;
    for (;;) {
      const pod = await this.#watch.until(set.workloadId, runs, signal);
      giveUpAtMs ??= monotonicMs() + Math.min(LISTENS_MS_MAX, placedMsMax);
      try {
        const at = await this.at(set, pod);
        if (at !== undefined) {
          await answers(at);
          return at;
        }
      } catch (error) {
        if (monotonicMs() > giveUpAtMs) throw error;
      }
      await sleep(LOOK_MS);
    }
  }

  /** Where the pod of a process is reached; undefined where none runs. */
  async running(workloadId: string): Promise<{ readonly set: PodSet; readonly at: LinkPlace } | undefined> {
    const set = await this.sets.read(workloadId);
    if (!set?.isAwake) return undefined;
    const at = await this.at(set, await this.podOf(set));
    return at && { set, at };
  }

  /** Where a pod is reached; undefined where it does not run. */
  async at(set: PodSet, pod: Pod | undefined): Promise<LinkPlace | undefined> {
    if (!runs(pod) || pod?.status.podIP === undefined) return undefined;
    const key = await this.sets.key(set);
    return { host: pod.status.podIP, port: LINKS_PORT, identity: set.name, key };
  }

  /** What was last heard of the pod of a process: a hint. */
  seen(workloadId: string): Pod | undefined {
    return this.#watch.seen(workloadId);
  }

  podOf({ name }: PodSet): Promise<Pod | undefined> {
    return this.cluster.readPod(podNameOf(name));
  }
}

/** Whether there is something to speak to: what waits, has ended or is being started again by its machine runs nothing. */
export function runs(pod: Pod | undefined): boolean {
  if (pod?.status.phase !== 'Running' || pod.status.podIP === undefined) return false;
  return pod.status.containerStatuses.every(({ state }) => state.running !== undefined);
}
