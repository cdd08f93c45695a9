// Why: docs/decisions/runtime/kubernetes.md
import { Agent, type ClientRequestArgs } from 'node:http';
import { type Duplex, PassThrough } from 'node:stream';
import type { Clock, Random } from '@platform/kit/clock';
import { killPoint } from '@platform/kit/kill-points';
import type { Standing } from '@platform/venues/live-bots';
import { venueIds } from '@platform/venues/registry';
import { type Hex, isHex } from 'viem';
import { accountDigestOf } from '../../bots/placement.js';
import { requestOverSocket } from '../../feed/socket-request.js';
import { sendCommand } from '../../runners/kubernetes/commands.js';
import type { ClusterAddress } from '../../runners/kubernetes/connection.js';
import { KeptPods } from '../../runners/kubernetes/kept/kept-pods.js';
import type { PodSet } from '../../runners/kubernetes/kept/pod-sets.js';
import { type LinkPlace, openLink } from '../../runners/kubernetes/links.js';
import { labelOf } from '../../runners/kubernetes/objects.js';
import type { PodsValues, ProxyPodValues } from '../../runners/kubernetes/pod-values.js';
import type { AgentGrants, GrantedDeployment } from '../agent-grants.js';
import { type LiveProxies, type ProxiedBot, type ProxiedPlace, plainBot } from '../venue-proxies.js';
import { answers, type Command, type CommandName, GRANT_USED, links } from './control.js';
import { type ProxyObjectParts, type ProxyOwner, proxyIdOf, proxySetOf } from './objects.js';

/** How long a pod is waited for in one try: who waits holds a lease of a minute, and tries again. */
const PLACED_MS_MAX = 45_000;
/** A proxy that ends before it answers is started again for as long. */
const START_MS_MAX = 3 * 60_000;
const START_AGAIN_MS = 2_000;
/** Longer than a proxy takes to start, after what was to be done before. */
const ACT_MS_MAX = 5 * 60_000;
const READ_MS_MAX = 5_000;
const END_MS_MAX = 60_000;
const LOOK_MS = 100;
/** As long as a bot waits for its order. */
const BOT_MS_MAX = 20_000;
const BOT_ANSWER_BYTES_MAX = 8 * 1024 ** 2;
/** Connections at once from here to one proxy: those of its bots. */
const CONNECTIONS_MAX = 128;
const VENUE = labelOf('venue');

interface ClusterProxiesOptions {
  readonly address: Omit<ClusterAddress, 'namespace'>;
  /** Tells the objects of this installation of the platform from those of others. */
  readonly installation: string;
  readonly services: PodsValues['services'];
  readonly pods: ProxyPodValues;
  /** The command that holds the proxy of a pod, and the program of the proxy, by paths of the image. */
  readonly holder: readonly [string, ...string[]];
  readonly program: string;
  /** What every proxy is started with: addresses, and the files of its keys by their paths in a pod. */
  readonly environment: Readonly<Record<string, string>>;
  readonly grants: Pick<AgentGrants, 'issue' | 'end'>;
  /** The term of this instance as keeper of the cluster; undefined where another one keeps it. */
  readonly term: () => number | undefined;
  /** Notes how many proxies of a venue run in the cluster, and returns how many run on all nodes. */
  readonly countProxies: (venue: string, inCluster: number) => Promise<number>;
  readonly clock: Clock;
  readonly random: Random;
  readonly onFailure: (error: unknown, what: string) => void;
}

/** A proxy that is never started: a server only says whether it would take its pod. */
const CHECKED: ProxyOwner = { venue: venueIds[0], accountDigest: 'check' };

/**
 * The proxies of live bots in pods of a cluster, one per account and venue. What is to be done is told by the one instance that keeps the
 * cluster; what bots ask is passed on by any.
 */
export class ClusterProxies implements LiveProxies {
  /** Connections to proxies, by their names. */
  readonly #agents = new Map<string, Agent>();
  /** What was made of each proxy, by its name: a hint, as what is seen of its pod. */
  readonly #known = new Map<string, PodSet>();
  #division = new Division(0);

  private constructor(
    private readonly options: ClusterProxiesOptions,
    private readonly pods: KeptPods,
  ) {}

  /** Rejects where the cluster can't be asked, or does not take what proxies need. */
  static async open(options: ClusterProxiesOptions): Promise<ClusterProxies> {
    const { address, pods, ...parts } = options;
    const { namespace, egress } = pods;
    const where = { ...parts, address: { ...address, namespace }, egress, component: 'proxies' } as const;
    return new ClusterProxies(options, await KeptPods.open(where, setOf(CHECKED, options)));
  }

  /** Rejects where the server would not take a proxy: it is away, or refuses for a right, a quota or a policy. */
  async check(): Promise<void> {
    await this.pods.sets.try(setOf(CHECKED, this.options));
  }

  /** Ends the watch and the connections; what runs goes on. */
  async close(): Promise<void> {
    for (const agent of this.#agents.values()) agent.destroy();
    await this.pods.close();
  }

  /** Of its own pod, which tells it. */
  socketOf(): string {
    return '';
  }

  async keyOf(place: ProxiedPlace, deploymentId: string, generation: number): Promise<Hex> {
    const asked = { place: plainPlace(place), deploymentId, generation };
    const { at } = await this.#made(place);
    const key = answers.keyOf.parse(await this.#ask(at, 'keyOf', asked, READ_MS_MAX));
    if (!isHex(key)) throw new Error('a proxy told a key that is none');
    return key;
  }

  async serve(place: ProxiedPlace, bots: readonly ProxiedBot[]): Promise<void> {
    const [first] = bots;
    if (first === undefined) throw new Error('there is no bot to serve');
    const { set, at } = await this.#made(place);
    const proxies = this.#divisionNow().told.get(set.uid) ?? (await this.#divided(place.venue));
    try {
      await this.#started({ ...place, deploymentId: first.deploymentId }, async (grant) => {
        killPoint('live.after_assignment');
        await this.#tell(at, 'serve', {
          ...{ ...this.#given(proxies), grant, place: plainPlace(place), bots: bots.map(plainBot) },
        });
      });
    } catch (error) {
      // Its pod may be another one by now.
      this.#known.delete(set.workloadId);
      throw error;
    }
    killPoint('live.after_agent');
  }

  /** Tries again with another grant where a proxy ended before it answered: the wallet service may have been away. */
  async #started(deployment: GrantedDeployment, start: (grant: string) => Promise<void>): Promise<void> {
    const { clock, grants } = this.options;
    const giveUpAtMs = clock.nowMs() + START_MS_MAX;
    for (;;)
      try {
        return await start(await grants.issue(deployment));
      } catch (error) {
        const isOver = !(error instanceof Error && error.message.includes(GRANT_USED)) || clock.nowMs() >= giveUpAtMs;
        if (isOver) throw error;
        await clock.sleep(START_AGAIN_MS);
      }
  }

  /** Its pod goes too, and its journal stays. */
  async stop(place: ProxiedPlace): Promise<void> {
    const given = this.#given(1);
    const set = await this.pods.sets.read(nameOf(place));
    if (!set?.isAwake) return;
    const at = await this.pods.at(set, await this.pods.podOf(set));
    if (at !== undefined) await this.#tell(at, 'stop', { ...given, place: plainPlace(place) });
    this.#known.delete(set.workloadId);
    await this.pods.sets.rest(set.workloadId);
    await this.#untilGone(set);
  }

  async serving(): Promise<ProxiedPlace[]> {
    const said = (await this.#running()).map(async ({ at }) =>
      answers.serving.parse(await this.#ask(at, 'serving', {}, READ_MS_MAX)),
    );
    // One that does not answer now is asked again.
    const settled = await Promise.allSettled(said);
    return settled.flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  }

  async share(): Promise<void> {
    const { counts } = this.#divisionNow();
    const running = await this.#running();
    for (const venue of venueIds) {
      const isNoted = counts.get(venue) === 0 && running.every(({ set }) => set.labels[VENUE] !== venue);
      if (!isNoted) await this.#divided(venue, running);
    }
  }

  async endAgent(deployment: GrantedDeployment): Promise<void> {
    const { at } = await this.#made(deployment);
    const grant = await this.options.grants.end(deployment);
    await this.#tell(at, 'endAgent', { ...this.#given(1), grant, deployment: plainDeployment(deployment) });
  }

  async renewAgent(deployment: GrantedDeployment): Promise<void> {
    const found = await this.pods.running(nameOf(deployment));
    if (found === undefined) return;
    const proxies = await this.#divided(deployment.venue);
    const grant = await this.options.grants.issue(deployment);
    await this.#tell(found.at, 'renewAgent', {
      ...{ ...this.#given(proxies), grant, deployment: plainDeployment(deployment) },
    });
  }

  async standing(place: ProxiedPlace): Promise<Standing | undefined> {
    const found = await this.pods.running(nameOf(place));
    if (found === undefined) return undefined;
    const said = await this.#ask(found.at, 'standing', { place: plainPlace(place) }, READ_MS_MAX).catch(() => null);
    return answers.standing.parse(said) ?? undefined;
  }

  async forget(place: ProxiedPlace): Promise<void> {
    const set = await this.pods.sets.read(nameOf(place));
    this.#agents.get(nameOf(place))?.destroy();
    this.#agents.delete(nameOf(place));
    this.#known.delete(nameOf(place));
    if (set !== undefined) await this.pods.sets.remove(set);
  }

  /** Passes on what a live bot asks of its account's proxy, once; returns the answer, whatever its status. Rejects where there is none. */
  ask(
    whose: ProxyOwner,
    path: `/${string}`,
    text: string,
  ): Promise<{ readonly status: number; readonly text: string }> {
    return requestOverSocket({
      ...{ agent: this.#agentOf(proxyIdOf(whose)), method: 'POST', path, body: JSON.parse(text) },
      ...{ timeoutMs: BOT_MS_MAX, answerBytesMax: BOT_ANSWER_BYTES_MAX },
    });
  }

  /** What every command has that changes something. Throws where another instance keeps the cluster. */
  #given(proxies: number) {
    const term = this.options.term();
    if (term === undefined) throw new Error('another instance keeps the cluster');
    return { term, proxies, environment: { ...this.options.environment } };
  }

  /** A proxy's pod, which is made where it is not there. */
  async #made(place: ProxiedPlace): Promise<Running> {
    // Nothing is made by one that may tell it nothing.
    this.#given(1);
    const owner = ownerOf(place);
    const proxyId = proxyIdOf(owner);
    const known = this.#known.get(proxyId);
    const knownAt = known && (await this.pods.at(known, this.pods.seen(proxyId)));
    if (known !== undefined && knownAt !== undefined) return { set: known, at: knownAt };
    const set = await this.pods.sets.make(proxyId, setOf(owner, this.options));
    const at = await this.pods.reach(set, PLACED_MS_MAX, (where) => this.#ask(where, 'serving', {}, READ_MS_MAX));
    this.#known.set(proxyId, set);
    return { set, at };
  }

  /** Counts the proxies of a venue, tells the pods that run among how many its allowance is divided, and returns that. */
  async #divided(venue: string, running?: readonly Running[]): Promise<number> {
    const { told, counts } = this.#divisionNow();
    const all = (running ?? (await this.#running())).filter(({ set }) => set.labels[VENUE] === venue);
    const proxies = Math.max(1, await this.options.countProxies(venue, all.length));
    counts.set(venue, all.length);
    const untold = all.filter(({ set }) => told.get(set.uid) !== proxies);
    const given = this.#given(proxies);
    // One that does not answer now holds up nobody else's: it is told the next time.
    const telling = untold.map(async ({ set, at }) => {
      await this.#ask(at, 'share', given, READ_MS_MAX);
      told.set(set.uid, proxies);
    });
    await Promise.allSettled(telling);
    return proxies;
  }

  /** What is known in this term: what was so in an earlier one, another keeper may have changed since. */
  #divisionNow(): Division {
    const { term } = this.#given(1);
    if (term !== this.#division.term) this.#division = new Division(term);
    return this.#division;
  }

  async #running(): Promise<readonly Running[]> {
    const sets = (await this.pods.sets.list()).filter(({ isAwake, isLeaving }) => isAwake && !isLeaving);
    const found = await Promise.all(
      sets.map(async (set) => ({ set, at: await this.pods.at(set, this.pods.seen(set.workloadId)) })),
    );
    return found.flatMap(({ set, at }) => (at === undefined ? [] : [{ set, at }]));
  }

  async #untilGone(set: PodSet): Promise<void> {
    const { clock } = this.options;
    const giveUpAtMs = clock.nowMs() + END_MS_MAX;
    while ((await this.pods.podOf(set)) !== undefined) {
      if (clock.nowMs() >= giveUpAtMs) throw new Error(`the pod of ${set.name} does not end`);
      await clock.sleep(LOOK_MS);
    }
  }

  async #tell<Name extends CommandName>(at: LinkPlace, name: Name, body: Command<Name>): Promise<void> {
    await this.#ask(at, name, body, ACT_MS_MAX);
  }

  #ask<Name extends CommandName>(at: LinkPlace, name: Name, body: Command<Name>, timeoutMs: number): Promise<unknown> {
    return sendCommand(at, links.control, { name, body, timeoutMs });
  }

  #agentOf(proxyId: string): Agent {
    const known = this.#agents.get(proxyId);
    if (known !== undefined) return known;
    const agent = new LinkAgent(async () => {
      const found = await this.pods.running(proxyId);
      if (found === undefined) throw new Error('the proxy does not run');
      return openLink(links.bots, found.at);
    });
    this.#agents.set(proxyId, agent);
    return agent;
  }
}

/** How the allowances of venues are divided, as a keeper knows it in one term. */
class Division {
  /** Among how many each pod was last told, by the uid of its set. */
  readonly told = new Map<string, number>();
  /** How many proxies of each venue were last counted. */
  readonly counts = new Map<string, number>();

  constructor(readonly term: number) {}
}

/** A proxy's pod that runs. */
interface Running {
  readonly set: PodSet;
  readonly at: LinkPlace;
}

/** Keeps links as connections: each is a request's alone, and the next one's once that has its answer. */
class LinkAgent extends Agent {
  constructor(private readonly open: () => Promise<Duplex>) {
    super({ keepAlive: true, maxSockets: CONNECTIONS_MAX });
  }

  override createConnection(
    _options: ClientRequestArgs,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    const refused = (error: unknown) =>
      callback?.(error instanceof Error ? error : new Error('no link'), new PassThrough());
    this.open().then((link) => callback?.(null, link), refused);
  }
}

function setOf(owner: ProxyOwner, { installation, pods: values, holder, program }: ClusterProxiesOptions) {
  const parts: ProxyObjectParts = { installation, values, holder, program };
  return proxySetOf(owner, parts);
}

function ownerOf({ accountId, venue }: ProxiedPlace): ProxyOwner {
  return { venue, accountDigest: accountDigestOf(accountId) };
}

function nameOf(place: ProxiedPlace): string {
  return proxyIdOf(ownerOf(place));
}

/** Without what else a deployment's record has. */
function plainPlace({ accountId, venue }: ProxiedPlace) {
  return { accountId, venue };
}

function plainDeployment({ deploymentId, ...place }: GrantedDeployment) {
  return { ...plainPlace(place), deploymentId };
}
