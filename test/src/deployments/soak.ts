/** Deployments of both frameworks for a while, while everything around them is started, stopped and killed at random. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { seededRandom } from '@platform/kit/sampling';
import { clearFaults, injectFault } from '../platform/faults.js';
import { Caller, type Platform, until } from '../platform/index.js';
import { botHolders, botProcesses, processTree } from './bot-processes.js';
import { traders } from './strategies.js';

const DEPLOYMENTS = 12;
const ACCOUNTS = 2;
const VENUE_DOWN_MS = 5_000;
const STEP_MS = { least: 1_000, more: 3_000 };
/** More ends in a row without a run of ten minutes would end the deployment as `error`, as documented. */
const KILLS_IN_A_ROW_MAX = 4;
/** Restarts of a bot wait up to half a minute after some kills in a row. */
const SETTLED_MS_MAX = 240_000;
/** A look at all deployments is a request for each, and an hour leaves a hundred: more often would be beyond the allowance of a key. */
const LOOK_AT_ALL_MS = 15_000;
/** The longest a bot that runs undisturbed says nothing. */
const GAP_MS_MAX = 20_000;
/** A bot that was just started, or is about to be ended, may be slower. */
const EDGE_MS = 30_000;
const KILLABLE = ['runtime', 'mongod', 'feed:hyperliquid', 'feed:lighter'];
const VENUES = ['hyperliquid', 'lighter'] as const;
/** What a new deployment is, in turn. */
const REQUESTS = [traders.freqtrade, traders.nautilus, traders.freqtrade, traders.lighter];
/** Whose passwords a bot could have come by. */
const DATABASE_USERS = ['admin', 'runtime', 'context'];
/** Bots look at their markets every few seconds. */
const HEARTBEAT_MS_MAX = 60_000;

/** One deployment, and what a test wants of it. */
interface Wanted {
  readonly id: string;
  readonly caller: Caller;
  runs: boolean;
  isDeleted: boolean;
  /** How often its bot was killed since it was started. */
  kills: number;
  /** Since when its bot runs undisturbed; undefined: it does not. */
  quietSinceMs: number | undefined;
  /** Times in which its bot ran undisturbed. */
  readonly quiet: { readonly fromMs: number; readonly toMs: number }[];
}

/** What a soak found. */
export interface Aftermath {
  readonly steps: Readonly<Record<string, number>>;
  /** Deployments whose status, or whose process, is not what it should be. */
  readonly wrong: readonly string[];
  /** Processes of bots that belong to no deployment that runs, and what deleted ones have left. */
  readonly strays: readonly string[];
  /** Gaps in logs of bots that ran undisturbed. */
  readonly gaps: readonly string[];
  /** Secrets that were found in folders or environments of the processes of bots. */
  readonly secrets: readonly string[];
}

/** Runs deployments for a time, then returns what is left of them. */
export async function soak(platform: Platform, durationMs: number, seed: number): Promise<Aftermath> {
  const run = new Soak(platform, seededRandom(seed));
  await run.begin();
  const untilMs = Date.now() + durationMs;
  while (Date.now() < untilMs) await run.step();
  return run.end();
}

class Soak {
  readonly #wanted: Wanted[] = [];
  readonly #steps: Record<string, number> = {};
  readonly #credentials: string[] = [];
  readonly #callers: Caller[] = [];
  #made = 0;

  constructor(
    private readonly platform: Platform,
    private readonly random: () => number,
  ) {}

  async begin(): Promise<void> {
    for (let index = 0; index < ACCOUNTS; index += 1) {
      const caller = await Caller.register(this.platform, `soak-${index}@example.com`);
      this.#callers.push(caller);
      this.#credentials.push(caller.apiKey, caller.sessionToken);
    }
    for (let index = 0; index < DEPLOYMENTS; index += 1) await this.#create();
    for (const each of this.#wanted) await this.#start(each);
    await until(
      'deployments that run',
      () => this.#statuses(),
      (all) => all.every((status) => status === 'running'),
      { pollIntervalMs: LOOK_AT_ALL_MS, timeoutMs: SETTLED_MS_MAX },
    );
    for (const each of this.#wanted) each.quietSinceMs = Date.now();
  }

  /** Does one thing at random, and waits a moment. */
  async step(): Promise<void> {
    const kept = this.#wanted.filter(({ isDeleted }) => !isDeleted);
    const one = this.#pick(kept);
    const actions: [string, () => Promise<void>][] = [
      ['start', () => this.#start(one)],
      ['stop', () => this.#stop(one)],
      ['patch', () => this.#patch(one)],
      ['kill bot', () => this.#killBot(one)],
      ['kill bot', () => this.#killBot(one)],
      ['kill process', () => this.platform.kill(this.#pick(KILLABLE))],
      ['venue down', () => this.#venueDown()],
      ['delete', () => this.#delete(one)],
    ];
    const [name, act] = this.#pick(actions);
    this.#steps[name] = (this.#steps[name] ?? 0) + 1;
    await act();
    await wait(STEP_MS.least + this.random() * STEP_MS.more);
  }

  /** Lets everything settle, and says what is left. */
  async end(): Promise<Aftermath> {
    await clearFaults(this.platform);
    const wrong = () => this.#wrong();
    const left = await until('deployments that settle', wrong, (all) => all.length === 0, {
      pollIntervalMs: LOOK_AT_ALL_MS,
      timeoutMs: SETTLED_MS_MAX,
    }).catch(wrong);
    for (const each of this.#wanted) this.#disturb(each);
    return {
      steps: this.#steps,
      wrong: left,
      strays: await this.#strays(),
      gaps: (await Promise.all(this.#wanted.map((each) => this.#gapsOf(each)))).flat(),
      secrets: await this.#secrets(),
    };
  }

  async #create(): Promise<void> {
    const request = REQUESTS[this.#made % REQUESTS.length];
    const caller = this.#pick(this.#callers);
    const name = `soak-${this.#made}`;
    this.#made += 1;
    const key = { 'idempotency-key': name };
    const { id } = await until(
      `a deployment ${name}`,
      async () => (await caller.send('POST', '/runtime/deployments', { ...request, name }, key)).body,
      (body) => body.id !== undefined,
    );
    this.#wanted.push({ id, caller, runs: false, isDeleted: false, kills: 0, quietSinceMs: undefined, quiet: [] });
  }

  async #start(one: Wanted): Promise<void> {
    await this.#act(one, { action: 'start' });
    if (!one.runs) one.kills = 0;
    one.runs = true;
  }

  async #stop(one: Wanted): Promise<void> {
    if (!one.runs) return;
    this.#disturb(one);
    await this.#act(one, { action: 'stop' });
    one.runs = false;
  }

  /** Until it is done: a service may be down, and the deployment on its way somewhere else. */
  async #act(one: Wanted, body: object): Promise<void> {
    await until(
      `${JSON.stringify(body)} of ${one.id}`,
      () => one.caller.send('PUT', `/runtime/deployments/${one.id}/status`, body),
      ({ status }) => status === 200,
      { timeoutMs: SETTLED_MS_MAX },
    ).catch(async (error) => {
      const found = `${await this.#account(one)}\n${JSON.stringify(this.#steps)}`;
      throw new Error(`${error}\n${found}`, { cause: error });
    });
  }

  /** What a deployment says of itself, for a failure's message. */
  async #account({ id, caller, kills }: Wanted): Promise<string> {
    const shown = (await caller.send('GET', `/runtime/deployments/${id}`)).body;
    const { logs } = (await caller.send('GET', `/runtime/deployments/${id}/logs?limit=300`)).body;
    return [JSON.stringify(shown), `killed ${kills} times since its start`, ...logs].join('\n');
  }

  async #patch(one: Wanted): Promise<void> {
    const aliveUntil = new Date(Date.now() + 86_400_000).toISOString();
    const path = `/runtime/deployments/${one.id}`;
    await until(
      'a patch',
      () => one.caller.send('PATCH', path, { alive_until: aliveUntil }),
      ({ status }) => status === 200,
    );
  }

  async #killBot(one: Wanted): Promise<void> {
    if (one.kills >= KILLS_IN_A_ROW_MAX) return;
    one.kills += 1;
    this.#disturb(one);
    const processId = (await this.platform.descriptor()).processes[`bot:${one.id}`];
    if (processId === undefined) return;
    try {
      process.kill(processId, 'SIGKILL');
    } catch (error) {
      // It has ended meanwhile.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }

  async #venueDown(): Promise<void> {
    await injectFault(this.platform, { venue: this.#pick(VENUES), kind: 'down', scope: 'all' });
    await wait(VENUE_DOWN_MS);
    await clearFaults(this.platform);
  }

  async #delete(one: Wanted): Promise<void> {
    this.#disturb(one);
    const body = { force: true, acknowledge_positions_open: true };
    await until(
      'a deletion',
      () => one.caller.send('DELETE', `/runtime/deployments/${one.id}`, body),
      ({ status }) => status === 202,
    );
    one.isDeleted = true;
    one.runs = false;
    await this.#create();
    const fresh = this.#wanted.at(-1);
    if (fresh !== undefined) await this.#start(fresh);
  }

  #disturb(one: Wanted): void {
    if (one.quietSinceMs !== undefined) one.quiet.push({ fromMs: one.quietSinceMs, toMs: Date.now() });
    one.quietSinceMs = undefined;
  }

  async #statuses(): Promise<string[]> {
    return Promise.all(this.#wanted.map((each) => this.#statusOf(each)));
  }

  async #statusOf({ id, caller }: Wanted): Promise<string> {
    return (await caller.send('GET', `/runtime/deployments/${id}`)).body.status;
  }

  async #wrong(): Promise<string[]> {
    const processes = await botProcesses(this.platform.dataDirectory);
    const found = await Promise.all(
      this.#wanted.map(async (each) => {
        const answer = await each.caller.send('GET', `/runtime/deployments/${each.id}`);
        if (answer.status !== 200) return [`${each.id} was answered ${answer.status} ${JSON.stringify(answer.body)}`];
        const { status, health } = answer.body;
        const hoped = each.isDeleted ? ['deleted'] : each.runs ? ['running'] : ['stopped', 'created'];
        const count = processes.filter(({ deploymentId }) => deploymentId === each.id).length;
        const isAlive = !each.runs || Date.now() - Date.parse(health.last_heartbeat) < HEARTBEAT_MS_MAX;
        const isRight = hoped.includes(status) && count === (each.runs ? 1 : 0) && isAlive;
        return isRight ? [] : [`${each.id} is ${status}, with ${count} processes, last heard ${health.last_heartbeat}`];
      }),
    );
    return found.flat();
  }

  /** Every process that runs a bot of no deployment that runs, and each file of a deployment that was deleted. */
  async #strays(): Promise<string[]> {
    const running = new Set(this.#wanted.filter(({ runs }) => runs).map(({ id }) => id));
    const processes = (await botProcesses(this.platform.dataDirectory))
      .filter(({ deploymentId }) => deploymentId === undefined || !running.has(deploymentId))
      .map(({ pid, deploymentId }) => `process ${pid} of ${deploymentId ?? 'nobody'}`);
    const deleted = this.#wanted.filter(({ isDeleted }) => isDeleted);
    const paths = await readdir(join(this.platform.dataDirectory, 'bots'), { recursive: true });
    return [...processes, ...paths.filter((path) => deleted.some(({ id }) => path.includes(id)))];
  }

  async #gapsOf({ id, caller, isDeleted, quiet }: Wanted): Promise<string[]> {
    if (isDeleted) return [];
    const { logs } = (await caller.send('GET', `/runtime/deployments/${id}/logs?limit=5000`)).body;
    const stamps = (logs as string[]).map((line) => Date.parse(line.slice(0, line.indexOf(' '))));
    const oldest = stamps[0] ?? Number.POSITIVE_INFINITY;
    return quiet.flatMap(({ fromMs, toMs }) => {
      const [from, to] = [Math.max(fromMs + EDGE_MS, oldest), toMs - EDGE_MS];
      if (from >= to) return [];
      const within = [from, ...stamps.filter((at) => at > from && at < to), to];
      const longest = Math.max(...within.slice(1).map((at, index) => at - (within[index] ?? at)));
      if (longest <= GAP_MS_MAX) return [];
      const last = (logs as string[]).findLast((_line, index) => (stamps[index] ?? 0) <= from);
      const window = `${new Date(from).toISOString()} to ${new Date(to).toISOString()}`;
      return [
        `${id} said nothing for ${Math.round(longest / 1_000)} s from ${window}, last: ${last}; ${logs.length} lines`,
      ];
    });
  }

  async #secrets(): Promise<string[]> {
    const uris = await Promise.all(DATABASE_USERS.map((user) => this.platform.mongodbUri(user)));
    const passwords = uris.map((uri) => decodeURIComponent(new URL(uri).password));
    const secrets = [...this.#credentials, ...passwords].filter((secret) => secret.length > 8);
    const folder = join(this.platform.dataDirectory, 'bots');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const holders = await botHolders(this.platform.dataDirectory);
    const environments = (await Promise.all(holders.map(processTree))).flat().map((id) => `/proc/${id}/environ`);
    const found = await Promise.all(
      [...files, ...environments].map(async (file) => {
        const text = await readFile(file, 'latin1').catch(() => '');
        return secrets.some((secret) => text.includes(secret)) ? [file] : [];
      }),
    );
    return found.flat();
  }

  #pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.random() * items.length)];
    if (item === undefined) throw new Error('there is nothing to pick from');
    return item;
  }
}
