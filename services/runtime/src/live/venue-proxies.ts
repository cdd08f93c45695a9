// Why: docs/decisions/runtime/live-deployments.md
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { link, mkdir, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock, Random } from '@platform/kit/clock';
import { writeWhole } from '@platform/kit/files';
import { killPoint } from '@platform/kit/kill-points';
import { isRunning, ownerOfLock } from '@platform/kit/provisioning';
import {
  address,
  type BotLimits,
  botAssignmentSchema,
  type Standing,
  standingSchema,
} from '@platform/venues/live-bots';
import { type Hex, toHex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { z } from 'zod';
import { requestOverSocket } from '../feed/socket-request.js';
import { AGENT_NAME, type AgentGrants, type GrantedDeployment } from './agent-grants.js';

/** Long enough for the first reads within a share of the venue's allowance that many proxies divide. */
const START_MS_MAX = 3 * 60_000;
const START_AGAIN_MS = 2_000;
const END_MS_MAX = 10_000;
const LOOK_MS = 100;
const SECRET_BYTES = 32;
const DIGITS = 16;
const SHARE_SUFFIX = '.json';
const HEAP_MEBIBYTES = 128;
/** A grant is valid for two minutes: what is not through is asked for again before that. */
const ASK_AGAIN_MS = 60_000;
const HEALTH_LIMITS = { timeoutMs: 2_000, answerBytesMax: 4_096 };
const STANDING_LIMITS = { timeoutMs: 5_000, answerBytesMax: 4 * 1024 ** 2 };

/** An account at a venue: its bots there share one proxy. */
export type ProxiedPlace = Pick<GrantedDeployment, 'accountId' | 'venue'>;

/** A bot of an account; its key is made here. */
export type ProxiedBot = Omit<BotLimits, 'bot'> & { readonly generation: number };

/** The proxies of live bots, one per account and venue, wherever they run. Everything is safe to repeat. */
export interface LiveProxies {
  /** The socket on which a proxy listens. */
  socketOf(place: ProxiedPlace): string;
  /** The key of one start of a bot: the same one whenever it is asked for, so that a start can be repeated. */
  keyOf(place: ProxiedPlace, deploymentId: string, generation: number): Promise<Hex>;
  /** Has an account's proxy serve these bots, at least one, and no others; starts it where it doesn't run. Settles once it answers. */
  serve(place: ProxiedPlace, bots: readonly ProxiedBot[]): Promise<void>;
  /** Ends a proxy at once: the next one to be started gets an agent of its own. */
  stop(place: ProxiedPlace): Promise<void>;
  /** Returns the accounts whose proxies run and were told to serve bots. */
  serving(): Promise<ProxiedPlace[]>;
  /** Says again among how many proxies each venue's allowance is divided: some may have ended, here or on other machines. */
  share(): Promise<void>;
  /** Has an account's agent ended at the venue; does nothing while that is under way. */
  endAgent(deployment: GrantedDeployment): Promise<void>;
  /**
   * Has an account's proxy trade by another agent, without a pause for its bots; does nothing while that is under way, or where no proxy runs:
   * the next one has an agent of its own.
   */
  renewAgent(deployment: GrantedDeployment): Promise<void>;
  /** Returns the account as its proxy last saw it at the venue; undefined where none runs that tells. */
  standing(place: ProxiedPlace): Promise<Standing | undefined>;
  /** Removes what is left of a proxy that runs no more. */
  forget(place: ProxiedPlace): Promise<void>;
}

const placeSchema = z.object({ accountId: z.string(), venue: z.string() });

interface VenueProxiesOptions {
  /** Where each proxy has its folder. */
  readonly folder: string;
  /** The program of a proxy. */
  readonly program: string;
  /** What every proxy is started with: addresses, and the files of its keys. */
  readonly environment: Readonly<Record<string, string>>;
  readonly grants: Pick<AgentGrants, 'issue' | 'end'>;
  /** Notes how many proxies of a venue run on this machine, and returns how many run on all. */
  readonly countProxies: (venue: string, here: number) => Promise<number>;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * The proxies of live bots on this machine: processes of their own that outlive this one, found again by their lock. What a proxy allows is a
 * file that is made of the deployments that run, and of nothing before: it can be made again at any time.
 */
export class VenueProxies implements LiveProxies {
  /** The folders of proxies that start just now: they don't hold their lock yet. */
  readonly #starting = new Set<string>();
  #divided: Promise<void> = Promise.resolve();

  constructor(private readonly options: VenueProxiesOptions) {}

  /** Rejects where no proxy can be started. */
  async check(): Promise<void> {
    await mkdir(this.options.folder, { recursive: true, mode: 0o700 });
    await stat(this.options.program);
  }

  socketOf(place: ProxiedPlace): string {
    return filesOf(this.#folderOf(place)).socket;
  }

  async keyOf(place: ProxiedPlace, deploymentId: string, generation: number): Promise<Hex> {
    const secret = await this.#secretOf(place);
    return toHex(createHmac('sha256', secret).update(`${deploymentId} ${generation}`).digest());
  }

  async serve(place: ProxiedPlace, bots: readonly ProxiedBot[]): Promise<void> {
    const [first] = bots;
    if (first === undefined) throw new Error('there is no bot to serve');
    const files = filesOf(await this.#made(place));
    const limits = await Promise.all(bots.map((bot) => this.#limitsOf(place, bot)));
    const wanted = plain(botAssignmentSchema.parse({ grant: '', bots: plain(limits) }).bots);
    const isUp = (await ownerOfLock(files.lock)) !== undefined;
    const said = await readAssignment(files.assignment);
    const isSaid = said !== undefined && JSON.stringify(said.bots) === JSON.stringify(wanted);
    if (isUp) {
      await this.#divide(place.venue);
      const grant = said?.grant ?? (await this.#issue(place, first.deploymentId));
      if (!isSaid) await writeWhole(files.assignment, JSON.stringify({ grant, bots: wanted }), 0o600);
      return this.#untilUp(files);
    }
    await this.#started(place, files, async () => {
      const grant = await this.#issue(place, first.deploymentId);
      await writeWhole(files.assignment, JSON.stringify({ grant, bots: wanted }), 0o600);
      killPoint('live.after_assignment');
      const child = await this.#spawn(place, files);
      killPoint('live.after_spawn');
      return child;
    });
    killPoint('live.after_agent');
  }

  async stop(place: ProxiedPlace): Promise<void> {
    const { lock } = filesOf(this.#folderOf(place));
    const owner = await ownerOfLock(lock);
    if (owner === undefined) return;
    process.kill(owner.pid, 'SIGTERM');
    await this.#until(async () => !isRunning(owner), END_MS_MAX, 'a proxy does not end');
  }

  async serving(): Promise<ProxiedPlace[]> {
    const places = await this.#whereRunning();
    const said = await Promise.all(places.map((place) => readAssignment(filesOf(this.#folderOf(place)).assignment)));
    return places.filter((_, index) => (said[index]?.bots.length ?? 0) > 0);
  }

  async endAgent(deployment: GrantedDeployment): Promise<void> {
    const files = filesOf(await this.#made(deployment));
    const isUp = (await ownerOfLock(files.lock)) !== undefined;
    const said = await readAssignment(files.assignment);
    const isAsked = said?.bots.length === 0 && isUp;
    const saidAtMs = isAsked ? (await stat(files.assignment)).mtimeMs : Number.NEGATIVE_INFINITY;
    if (this.options.clock.nowMs() - saidAtMs < ASK_AGAIN_MS) return;
    const grant = await this.options.grants.end(deployment);
    await writeWhole(files.assignment, JSON.stringify({ grant, bots: [] }), 0o600);
    if (!isUp) await this.#spawn(deployment, files);
  }

  async renewAgent(deployment: GrantedDeployment): Promise<void> {
    const files = filesOf(this.#folderOf(deployment));
    const said = await readAssignment(files.assignment);
    if (said === undefined || said.bots.length === 0 || (await ownerOfLock(files.lock)) === undefined) return;
    const renewed = (await stat(files.renewal).catch(() => undefined))?.mtimeMs ?? Number.NEGATIVE_INFINITY;
    if (Math.abs(this.options.clock.nowMs() - renewed) < ASK_AGAIN_MS) return;
    const grant = await this.#issue(deployment, deployment.deploymentId);
    await writeWhole(files.assignment, JSON.stringify({ grant, bots: said.bots }), 0o600);
    await writeWhole(files.renewal, '', 0o600);
  }

  async standing(place: ProxiedPlace): Promise<Standing | undefined> {
    const { socket: socketPath } = filesOf(this.#folderOf(place));
    const asked = { socketPath, method: 'GET', path: '/standing', ...STANDING_LIMITS } as const;
    const answer = await requestOverSocket(asked).catch(() => undefined);
    return answer?.status === 200 ? standingSchema.parse(JSON.parse(answer.text)) : undefined;
  }

  async forget(place: ProxiedPlace): Promise<void> {
    await this.stop(place);
    await rm(this.#folderOf(place), { recursive: true, force: true });
  }

  #issue({ accountId, venue }: ProxiedPlace, deploymentId: string): Promise<string> {
    return this.options.grants.issue({ deploymentId, accountId, venue });
  }

  async #limitsOf(place: ProxiedPlace, { generation, ...limits }: ProxiedBot): Promise<BotLimits> {
    const key = await this.keyOf(place, limits.deploymentId, generation);
    return { ...limits, bot: address.parse(privateKeyToAddress(key)) };
  }

  #folderOf({ accountId, venue }: ProxiedPlace): string {
    const name = createHash('sha256').update(`${accountId} ${venue}`).digest('hex').slice(0, DIGITS);
    return join(this.options.folder, name);
  }

  async #made(place: ProxiedPlace): Promise<string> {
    const folder = this.#folderOf(place);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await this.#writeOnce(filesOf(folder).place, JSON.stringify({ accountId: place.accountId, venue: place.venue }));
    return folder;
  }

  async #secretOf(place: ProxiedPlace): Promise<string> {
    const { secret } = filesOf(await this.#made(place));
    return this.#writeOnce(secret, this.options.random.bytes(SECRET_BYTES).toString('hex'));
  }

  /** Returns what a file has, which it is given where it is not there: several bots of an account are started at once. */
  async #writeOnce(file: string, text: string): Promise<string> {
    const read = () => readFile(file, 'utf8');
    const known = await read().catch(() => undefined);
    if (known !== undefined) return known;
    const candidate = `${file}.${this.options.random.bytes(DIGITS).toString('hex')}`;
    await writeFile(candidate, text, { mode: 0o600 });
    // The first one stays, where another is made meanwhile.
    await link(candidate, file).catch(() => undefined);
    await rm(candidate);
    return read();
  }

  /** Starts one that serves bots, once the others are told that they share the venue's allowance with it. */
  async #started(
    { venue, ...place }: ProxiedPlace,
    files: ProxyFiles,
    start: () => Promise<ChildProcess>,
  ): Promise<void> {
    const folder = this.#folderOf({ venue, ...place });
    this.#starting.add(folder);
    try {
      await this.#divide(venue);
      await this.#untilUp(files, start);
    } finally {
      this.#starting.delete(folder);
    }
  }

  async share(): Promise<void> {
    const running = (await this.#whereRunning()).map(({ venue }) => venue);
    const told = (await readdir(this.#sharesFolder).catch(() => [])).filter((name) => name.endsWith(SHARE_SUFFIX));
    const shared = told.map((name) => name.slice(0, -SHARE_SUFFIX.length));
    for (const venue of new Set([...running, ...shared])) await this.#divide(venue);
  }

  /**
   * Says among how many proxies of all machines the allowance for live bots of a venue is divided, one count after the other; each proxy follows it.
   */
  #divide(venue: string): Promise<void> {
    this.#divided = this.#divided.catch(() => undefined).then(() => this.#writeShare(venue));
    return this.#divided;
  }

  async #writeShare(venue: string): Promise<void> {
    const running = await this.#whereRunning();
    const here = running.filter((place) => place.venue === venue).length;
    const proxies = Math.max(1, await this.options.countProxies(venue, here));
    const file = this.#shareFileOf(venue);
    const said = JSON.stringify({ proxies });
    if ((await readFile(file, 'utf8').catch(() => '')) === said) return;
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeWhole(file, said, 0o600);
  }

  /** The accounts whose proxies run, or are about to. */
  async #whereRunning(): Promise<ProxiedPlace[]> {
    const { folder: all } = this.options;
    await mkdir(all, { recursive: true, mode: 0o700 });
    const places = await Promise.all(
      (await readdir(all)).map(async (name) => {
        const folder = join(all, name);
        const files = filesOf(folder);
        const isRunning = this.#starting.has(folder) || (await ownerOfLock(files.lock)) !== undefined;
        return isRunning ? placeSchema.safeParse(await readJson(files.place)).data : undefined;
      }),
    );
    return places.filter((place) => place !== undefined);
  }

  /** Beside the proxies' folders, of which each is one proxy's. */
  get #sharesFolder(): string {
    return `${this.options.folder}-shares`;
  }

  #shareFileOf(venue: string): string {
    return join(this.#sharesFolder, `${venue}${SHARE_SUFFIX}`);
  }

  /** Detached, and with what it needs alone: it outlives this process. */
  async #spawn({ accountId, venue }: ProxiedPlace, files: ProxyFiles): Promise<ChildProcess> {
    const errors = await open(files.errors, 'w', 0o600);
    try {
      const args = [`--max-old-space-size=${HEAP_MEBIBYTES}`, '--max-semi-space-size=1', this.options.program];
      const child = spawn(process.execPath, args, {
        detached: true,
        env: {
          ...{ NODE_ENV: 'production', MALLOC_ARENA_MAX: '1', LOG_LEVEL: 'warn' },
          ...this.options.environment,
          ...{ VENUE: venue, ACCOUNT_ID: accountId, AGENT_NAME },
          ...{ ASSIGNMENT_FILE: files.assignment, SHARE_FILE: this.#shareFileOf(venue), JOURNAL_FILE: files.journal },
          ...{ HTTP_LISTEN: files.socket, LOCK_FILE: files.lock },
        },
        stdio: ['ignore', errors.fd, errors.fd],
      });
      await once(child, 'spawn');
      child.unref();
      return child;
    } finally {
      await errors.close();
    }
  }

  /** Settles once a proxy answers; one that `start` starts and that ends before is started again: the wallet service may have been away. */
  async #untilUp({ socket: socketPath, errors }: ProxyFiles, start?: () => Promise<ChildProcess>): Promise<void> {
    let child = await start?.();
    const answers = async () => {
      const asked = { socketPath, method: 'GET', path: '/health', ...HEALTH_LIMITS } as const;
      if ((await requestOverSocket(asked).catch(() => undefined))?.status === 200) return true;
      if (child === undefined || (child.exitCode === null && child.signalCode === null)) return false;
      await this.options.clock.sleep(START_AGAIN_MS);
      child = await start?.();
      return false;
    };
    await this.#until(answers, START_MS_MAX, 'a proxy did not start', () => readFile(errors, 'utf8').catch(() => ''));
  }

  async #until(
    holds: () => Promise<boolean>,
    msMax: number,
    otherwise: string,
    why: () => Promise<string> = async () => '',
  ): Promise<void> {
    const { clock } = this.options;
    const giveUpAtMs = clock.nowMs() + msMax;
    while (!(await holds())) {
      if (clock.nowMs() >= giveUpAtMs) throw new Error(`${otherwise}: ${(await why()).trim().slice(-1_000)}`);
      await clock.sleep(LOOK_MS);
    }
  }
}

type ProxyFiles = ReturnType<typeof filesOf>;

/** What lies in the folder of a proxy; all of it outlives the process. */
function filesOf(folder: string) {
  return {
    /** Whose it is. */
    place: join(folder, 'place.json'),
    assignment: join(folder, 'assignment.json'),
    /** What the bots' keys are made of: they have no power but through the proxy. */
    secret: join(folder, 'secret'),
    /** What was sent to the venue, and what became of it. */
    journal: join(folder, 'journal.jsonl'),
    /** Written when another agent was last asked for. */
    renewal: join(folder, 'renewal'),
    lock: join(folder, 'lock'),
    socket: join(folder, 'proxy.sock'),
    errors: join(folder, 'errors.log'),
  };
}

/** What the file says; undefined where there is none, or one of another version, which is made again. */
async function readAssignment(file: string) {
  const { data } = botAssignmentSchema.safeParse(await readJson(file));
  return data && { grant: data.grant, bots: plain(data.bots) };
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => 'null');
  return JSON.parse(text);
}

function plain(bots: readonly BotLimits[]) {
  return bots.map((bot) => plainBot(bot));
}

/** A bot's limits as JSON can have them. */
export function plainBot<Bot extends Pick<BotLimits, 'capitalMicroUsdc' | 'maximumDailyLossMicroUsdc'>>(bot: Bot) {
  const { capitalMicroUsdc, maximumDailyLossMicroUsdc, ...limits } = bot;
  return {
    ...limits,
    capitalMicroUsdc: String(capitalMicroUsdc),
    maximumDailyLossMicroUsdc: maximumDailyLossMicroUsdc === null ? null : String(maximumDailyLossMicroUsdc),
  };
}
