// Why: docs/decisions/runtime/kubernetes.md
import { setTimeout as sleep } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import type { V1Job } from '@kubernetes/client-node';
import { type Clock, monotonicMs, type Random } from '@platform/kit/clock';
import type { IsolatedProcess, IsolatedProgram, ProcessEnd, ProcessLimits, Runner } from '../runner.js';
import { Cluster, type Pod } from './cluster.js';
import type { ClusterAddress } from './connection.js';
import type { Order } from './control.js';
import { type LinkName, type LinkPlace, openLink } from './links.js';
import { jobOf, LINKS_PORT, nameOf, policyOf, RUN, secretOf, selectorOf } from './objects.js';
import type { PodsValues } from './pod-values.js';
import { PodWatch } from './pod-watch.js';
import { type ProgramPod, RemoteProcess } from './remote-process.js';

const KEY_BYTES = 32;
const ID_BYTES = 16;
/** How long a pod may take to be scheduled, to get its image and to run. */
const PLACED_MS_MAX = 5 * 60_000;
/** How long what it runs may take to listen. */
const LISTENS_MS_MAX = 30_000;
const LOOK_MS = 50;
/**
 * Beyond what bounds the program: it may wait to be given its work, and be paused. Where the service dies the program ends by itself; this
 * is for a machine of the cluster that stands still meanwhile.
 */
const SPARE_SECONDS = 24 * 60 * 60;

/** What isolates programs: the tool, null where there is none, and an interpreter; by paths of the image. */
export type Isolation = Extract<Order, { kind: 'start' }>['isolation'];

interface KubernetesRunnerOptions {
  readonly address: Omit<ClusterAddress, 'namespace'>;
  /** Tells the objects of this installation of the platform from those of others. */
  readonly installation: string;
  readonly pods: Pick<PodsValues, 'services' | 'backtests'>;
  /** The command that holds a program, by paths of the image. */
  readonly holder: readonly [string, ...string[]];
  /** How long a program may run at all. */
  readonly wallSeconds: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly onFailure: (error: unknown, what: string) => void;
}

/** Limits of a program that is never started: a server only says whether it would take its pod. */
const SMALL: ProcessLimits = { memoryBytes: 1024 ** 2, folderBytes: 1024 ** 2, processes: 1, cpuSeconds: 1 };

/** Runs programs in pods of a cluster, one job each. */
export class KubernetesRunner {
  readonly #cluster: Cluster;
  readonly #watch: PodWatch;
  readonly #removing = new Set<Promise<void>>();

  private constructor(
    private readonly options: KubernetesRunnerOptions,
    cluster: Cluster,
  ) {
    const { installation, clock, random, onFailure } = options;
    this.#cluster = cluster;
    this.#watch = new PodWatch({
      ...{ source: cluster, labelSelector: selectorOf('backtest', installation), keyLabel: RUN, clock, random },
      onFailure: (error) => onFailure(error, 'the watch of pods broke off'),
    });
  }

  /** Rejects where the cluster can't be asked, or does not take the policy that shuts its pods off. */
  static async open(options: KubernetesRunnerOptions): Promise<KubernetesRunner> {
    const { address, pods, installation, clock } = options;
    const cluster = await Cluster.open({ ...address, namespace: pods.backtests.namespace }, clock);
    await cluster.createPolicy(policyOf('backtest', installation, pods.services));
    const runner = new KubernetesRunner(options, cluster);
    await runner.#check().catch(async (error: unknown) => {
      await runner.close();
      throw error;
    });
    return runner;
  }

  /** Returns what runs programs, each isolated in its pod by these. */
  isolatedBy(isolation: Isolation): Runner {
    return {
      isolates: isolation.bubblewrap !== null,
      placingMsMax: PLACED_MS_MAX + LISTENS_MS_MAX,
      start: (program, limits) => this.#start(program, limits, isolation),
      check: () => this.#check(),
    };
  }

  #start(
    { command, readOnlyPaths, environment }: IsolatedProgram,
    limits: ProcessLimits,
    isolation: Isolation,
  ): IsolatedProcess {
    const [file, ...args] = command;
    const program: Extract<Order, { kind: 'start' }>['program'] = {
      ...{ command: [file, ...args], readOnlyPaths: [...readOnlyPaths], environment },
    };
    return new RemoteProcess(this.#place(limits), { kind: 'start', program, limits, isolation });
  }

  /** Rejects where the server would not take a job: it is away, or refuses for a right, a quota or a policy. */
  async #check(): Promise<void> {
    await this.#cluster.tryJob(this.#jobOf('check', SMALL));
  }

  /** Ends the watch, and waits until what is being removed is. */
  async close(): Promise<void> {
    await this.#watch.close();
    await Promise.all(this.#removing);
  }

  async #place(limits: ProcessLimits): Promise<ProgramPod> {
    const { installation, random } = this.options;
    const id = random.bytes(ID_BYTES).toString('hex');
    const name = nameOf('run', id);
    const key = random.bytes(KEY_BYTES);
    const jobUid = await this.#cluster.createJob(this.#jobOf(id, limits));
    try {
      await this.#cluster.createSecret(secretOf({ name, installation }, key, jobUid));
      const pod = await this.#watch.until(name, placedOrGone(), AbortSignal.timeout(PLACED_MS_MAX));
      const host = pod?.status.podIP;
      if (pod === undefined || host === undefined || pod.status.phase !== 'Running')
        throw new Error(`the pod of ${name} ended before its program began`);
      return {
        open: (link) => this.#open(link, { host, port: LINKS_PORT, identity: name, key }),
        lost: () => this.#endOf(pod, limits),
        remove: () => this.#remove(name, jobUid),
      };
    } catch (error) {
      this.#remove(name, jobUid);
      throw error;
    }
  }

  #jobOf(id: string, limits: ProcessLimits): V1Job {
    const { installation, holder, pods, wallSeconds } = this.options;
    const deadlineSeconds = wallSeconds + SPARE_SECONDS;
    return jobOf({
      ...{ name: nameOf('run', id), installation, limits, holder, values: pods.backtests, deadlineSeconds },
    });
  }

  /** Its pod runs before what runs in it listens. */
  async #open(link: LinkName, at: LinkPlace): Promise<TLSSocket> {
    const giveUpAtMs = monotonicMs() + LISTENS_MS_MAX;
    for (;;) {
      try {
        return await openLink(link, at);
      } catch (error) {
        if (monotonicMs() > giveUpAtMs) throw error;
        await sleep(LOOK_MS);
      }
    }
  }

  /** A program is not at fault for what a cluster ends for its own reasons; it is where it had more memory than its pod. */
  async #endOf({ metadata: { name, uid } }: Pod, limits: ProcessLimits): Promise<ProcessEnd> {
    const pod = await this.#cluster.readPod(name).catch(() => undefined);
    const states = pod?.metadata.uid === uid ? pod.status.containerStatuses : [];
    const isBeyond = states.some(({ state }) => state.terminated?.reason === 'OOMKilled');
    return isBeyond
      ? { kind: 'limit_exceeded', limit: 'memory_limit_exceeded', used: limits.memoryBytes }
      : { kind: 'signalled', signal: 'SIGKILL' };
  }

  #remove(name: string, jobUid: string): void {
    // Where it fails, the cluster removes it after a while.
    const removing = this.#cluster
      .removeRun(name, jobUid)
      .catch((error: unknown) => this.options.onFailure(error, `${name} was not removed`))
      .finally(() => this.#removing.delete(removing));
    this.#removing.add(removing);
  }
}

/** Whether a pod can be spoken to, or never will be: one that was there is made once. */
function placedOrGone(): (pod: Pod | undefined) => boolean {
  let wasThere = false;
  return (pod) => {
    wasThere ||= pod !== undefined;
    const { phase, podIP } = pod?.status ?? {};
    if (pod === undefined) return wasThere;
    return (phase === 'Running' && podIP !== undefined) || phase === 'Succeeded' || phase === 'Failed';
  };
}
