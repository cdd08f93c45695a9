// Why: docs/decisions/runtime/kubernetes.md
import { PlatformError } from '@platform/errors';
import type { Clock, Random } from '@platform/kit/clock';
import { venueIds } from '@platform/venues/registry';
import type { Pod } from '../../runners/kubernetes/cluster.js';
import type { ClusterAddress } from '../../runners/kubernetes/connection.js';
import { KeptPods, runs } from '../../runners/kubernetes/kept/kept-pods.js';
import type { PodSet } from '../../runners/kubernetes/kept/pod-sets.js';
import type { LinkPlace } from '../../runners/kubernetes/links.js';
import { labelOf } from '../../runners/kubernetes/objects.js';
import type { BotPodValues, PodsValues } from '../../runners/kubernetes/pod-values.js';
import type { BotPlace, BotRunner } from '../bot-runner.js';
import type { ClosedTrade } from '../frames.js';
import type { BotLogLine } from '../log-file.js';
import type { Observation } from '../observation.js';
import type { Workload, WorkloadBot } from '../placement.js';
import type { AskProxy, FeedSocketOf } from './asked.js';
import { type SetWorkload, statefulSetOf } from './objects.js';
import { QuestionLinks } from './question-links.js';
import { RemoteBots } from './remote-bots.js';

/** How long a pod is waited for in one try: who waits holds a lease of a minute, and tries again. */
const PLACED_MS_MAX = 45_000;
/** Of one that was away, for a caller who waits to read a log. */
const AWAKE_MS_MAX = 15_000;
/** How long a pod is kept in which no bot runs: the next one may be about to come. */
const IDLE_MS = 10 * 60_000;

const [VENUE, ACCOUNT] = [labelOf('venue'), labelOf('account')];

interface KubernetesBotRunnerOptions {
  readonly address: Omit<ClusterAddress, 'namespace'>;
  /** Tells the objects of this installation of the platform from those of others. */
  readonly installation: string;
  readonly services: PodsValues['services'];
  readonly pods: BotPodValues;
  /** The command that holds the bots of a pod, and the program of their processes, by paths of the image. */
  readonly holder: readonly [string, ...string[]];
  readonly shim: string;
  /** The socket of a venue's feed on this machine, which bots ask over a link. */
  readonly feedSocket: FeedSocketOf;
  /** Passes on what live bots ask of their account's proxy; absent: there are none in pods. */
  readonly askProxy?: AskProxy;
  readonly clock: Clock;
  readonly random: Random;
  readonly onFailure: (error: unknown, what: string) => void;
  /** Absent: ten minutes. */
  readonly idleMs?: number;
}

/** A process of bots that is never started: a server only says whether it would take its pod. */
const CHECKED: SetWorkload = {
  ...{ workloadId: 'check', venue: venueIds[0] },
  limits: { memoryBytes: 1024 ** 2, folderBytes: 1024 ** 2, processes: 1, cpuSeconds: 1 },
};

/**
 * Runs bots in pods of a cluster: each process of them in the one pod of a StatefulSet, with a claim for what they keep. All that it knows is in the
 * cluster, so that any instance of the service can look after any of them.
 */
export class KubernetesBotRunner implements BotRunner {
  readonly #links: QuestionLinks;
  /** What is made and removed of one process, one after the other. */
  readonly #turns = new Map<string, Promise<unknown>>();
  /** Since when no bot runs in a pod, by its process. */
  readonly #idleSinceMs = new Map<string, number>();

  private constructor(
    private readonly options: KubernetesBotRunnerOptions,
    private readonly pods: KeptPods,
  ) {
    this.#links = new QuestionLinks(options);
  }

  /** Rejects where the cluster can't be asked, or does not take what bots need. */
  static async open(options: KubernetesBotRunnerOptions): Promise<KubernetesBotRunner> {
    const { address, pods, ...parts } = options;
    const where = { ...parts, address: { ...address, namespace: pods.namespace }, component: 'bots' } as const;
    return new KubernetesBotRunner(options, await KeptPods.open(where, setOf(CHECKED, options)));
  }

  /** Rejects where the server would not take a process of bots: it is away, or refuses for a right, a quota or a policy. */
  async check(): Promise<void> {
    await this.pods.sets.try(setOf(CHECKED, this.options));
  }

  /** Ends the watch and the links; what runs goes on. */
  async close(): Promise<void> {
    this.#links.close();
    await this.pods.close();
  }

  async place(workload: Workload, bot: WorkloadBot): Promise<void> {
    const { workloadId } = workload;
    await this.#inTurn(workloadId, async () => {
      const set = await this.pods.sets.make(workloadId, setOf(workload, this.options));
      const bots = await this.#reach(set, PLACED_MS_MAX);
      await bots.place(workload, bot);
      this.#idleSinceMs.delete(workloadId);
    });
  }

  async observe(workloadId?: string): Promise<readonly Observation[]> {
    const sets = workloadId === undefined ? await this.pods.sets.list() : [await this.pods.sets.read(workloadId)];
    const there = sets.filter((set) => set !== undefined);
    const observed = await Promise.all(there.map((set) => this.#observe(set)));
    return observed.flat();
  }

  async stop(place: BotPlace): Promise<void> {
    await (await this.#running(place.workloadId))?.stop(place);
  }

  async remove(place: BotPlace): Promise<void> {
    const { workloadId } = place;
    await this.#inTurn(workloadId, async () => {
      const there = await this.pods.sets.read(workloadId);
      if (there === undefined) return;
      // What is on its way out takes with it all that it kept.
      const set = there.isLeaving ? there : await this.pods.sets.wake(workloadId);
      if (set === undefined) return;
      if (!set.isLeaving && (await (await this.#reach(set, PLACED_MS_MAX)).remove(place)) > 0) return;
      this.#links.end(workloadId);
      await this.pods.sets.remove(set);
      this.#idleSinceMs.delete(workloadId);
    });
  }

  async logs(
    place: BotPlace,
    from: { readonly sinceNs: bigint; readonly limit: number },
  ): Promise<readonly BotLogLine[]> {
    const { workloadId } = place;
    const set = await this.pods.sets.wake(workloadId);
    if (set === undefined) return [];
    this.#idleSinceMs.delete(workloadId);
    const bots = await this.#reach(set, AWAKE_MS_MAX).catch((cause: unknown) => {
      const message = 'The pod that has the log is not there yet. Repeat the request.';
      throw new PlatformError('service_unavailable', { message, cause });
    });
    return bots.logs(place, from);
  }

  async closedTrades(place: BotPlace, from: number): Promise<readonly ClosedTrade[]> {
    const bots = await this.#running(place.workloadId);
    return bots === undefined ? [] : bots.closedTrades(place, from);
  }

  /** What the pod of a process says; one that runs and can't be asked is not taken for ended. */
  async #observe(set: PodSet): Promise<readonly Observation[]> {
    if (!set.isAwake) return [];
    const { workloadId } = set;
    const asked = async (pod: Pod | undefined) => {
      const bots = await this.#at(set, pod);
      if (bots === undefined) return [];
      const said = await bots.observe();
      await this.#restIfIdle(set, said);
      return said;
    };
    try {
      return await asked(this.pods.seen(workloadId) ?? (await this.pods.podOf(set)));
    } catch {
      // What was heard of it is a hint: it may be another one by now.
      const pod = await this.pods.podOf(set);
      if (!runs(pod)) return [];
      return await asked(pod).catch(() => [{ workloadId, nonce: set.uid, state: 'silent' as const, bots: [] }]);
    }
  }

  /** Takes the pod of a process away in which no bot has run for long. */
  async #restIfIdle({ workloadId }: PodSet, said: readonly Observation[]): Promise<void> {
    const { clock, idleMs = IDLE_MS } = this.options;
    if (said.some(({ state }) => state !== 'ended')) {
      this.#idleSinceMs.delete(workloadId);
      return;
    }
    const nowMs = clock.nowMs();
    const sinceMs = this.#idleSinceMs.get(workloadId) ?? nowMs;
    this.#idleSinceMs.set(workloadId, sinceMs);
    // Of one that is being started, or removed, its turn decides.
    if (nowMs - sinceMs < idleMs || this.#turns.has(workloadId)) return;
    this.#links.end(workloadId);
    await this.pods.sets.rest(workloadId);
    this.#idleSinceMs.delete(workloadId);
  }

  /** The bots of a process; undefined where its pod does not run. Rejects where it runs and can't be asked. */
  async #running(workloadId: string): Promise<RemoteBots | undefined> {
    const found = await this.pods.running(workloadId);
    return found && this.#botsAt(found.set, found.at);
  }

  /** The bots of a set, once its pod runs and answers. */
  async #reach(set: PodSet, placedMsMax: number): Promise<RemoteBots> {
    const answers = (at: LinkPlace) => this.#botsAt(set, at).observe();
    return new RemoteBots(await this.pods.reach(set, placedMsMax, answers));
  }

  /** The bots of a pod that runs, whose questions are answered from now on. */
  async #at(set: PodSet, pod: Pod | undefined): Promise<RemoteBots | undefined> {
    const at = await this.pods.at(set, pod);
    return at && this.#botsAt(set, at);
  }

  #botsAt({ workloadId, labels }: PodSet, at: LinkPlace): RemoteBots {
    this.#links.keep(workloadId, at, { venue: labels[VENUE], accountDigest: labels[ACCOUNT] });
    return new RemoteBots(at);
  }

  async #inTurn<Result>(workloadId: string, work: () => Promise<Result>): Promise<Result> {
    const former = this.#turns.get(workloadId) ?? Promise.resolve();
    const turn = former.then(work, work);
    this.#turns.set(workloadId, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(workloadId) === turn) this.#turns.delete(workloadId);
    }
  }
}

function setOf(workload: SetWorkload, { installation, pods: values, holder, shim }: KubernetesBotRunnerOptions) {
  return statefulSetOf(workload, { installation, values, holder, shim });
}
