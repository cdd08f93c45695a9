import { mkdir } from 'node:fs/promises';
import type { Clock } from '@platform/kit/clock';
import { folderBytes } from '@platform/kit/files';
import type { workloadFolder } from '../folders.js';
import type { ClosedTrade } from '../frames.js';
import type { HostLine } from '../host-lines.js';
import type { BotState, Observation } from '../observation.js';
import type { Bot, Placement } from '../placement.js';
import { FeedClient } from './feed-client.js';
import { HeldBot } from './held-bot.js';
import type { HostProcess } from './host-process.js';
import { LogKeeper } from './log-keeper.js';
import { outerProcessId } from './outer-process-id.js';
import { VenueClient } from './venue-client.js';

/** How long the process waits for its first bot: a busy machine may be slow to place one. */
const FIRST_BOT_MS_MAX = 30_000;
/** How long the process is kept without a bot after that: the next one may be about to come. */
const IDLE_MS = 1_000;
const LOOK_INTERVAL_MS = 500;
const MEASURE_INTERVAL_MS = 30_000;
/** Ended bots that are shown; the oldest are forgotten. */
const ENDED_MAX = 500;

/** What cannot be done with a bot as it is. */
export class BotConflict extends Error {
  override readonly name = 'BotConflict';
}

interface HeldBotsOptions {
  readonly placement: Placement;
  readonly paths: ReturnType<typeof workloadFolder>;
  readonly host: HostProcess;
  readonly clock: Clock;
  readonly show: (text: string) => string;
  /** What was said of bots that ended before this process was started. */
  readonly earlier: readonly BotState[];
  /** Called when something has changed that must not be lost. */
  readonly onChange: () => void;
}

/** The bots of one process. */
export class HeldBots {
  readonly #held = new Map<string, HeldBot>();
  readonly #earlier: Map<string, BotState>;
  readonly #timers: NodeJS.Timeout[];
  readonly #over = Promise.withResolvers<void>();
  #idleSinceMs: number;
  #idleMsMax = FIRST_BOT_MS_MAX;
  #hasEnded = false;

  constructor(private readonly options: HeldBotsOptions) {
    this.#earlier = new Map(options.earlier.map((state) => [state.deploymentId, state]));
    this.#idleSinceMs = options.clock.nowMs();
    this.#timers = [
      setInterval(() => this.#look(), LOOK_INTERVAL_MS),
      setInterval(() => void this.#measure(), MEASURE_INTERVAL_MS),
    ];
    void options.host.read((line) => this.#take(line));
    void options.host.ended().then((reason) => this.#noteHostEnd(reason));
  }

  /** Settles once no bot has run for a while, or the process has ended: nothing is held any more. */
  over(): Promise<void> {
    return this.#over.promise;
  }

  get observation(): Observation {
    const { workloadId, nonce } = this.options.placement;
    const bots = [...this.#earlier.values(), ...[...this.#held.values()].map(({ state }) => state)];
    return { workloadId, nonce, state: this.#hasEnded ? 'ended' : 'running', bots };
  }

  /** Starts a bot; one that runs by this start of it is let open positions or not. Throws `BotConflict` while another start of it runs. */
  async place(bot: Bot): Promise<void> {
    const { deploymentId, generation, entriesBlocked } = bot;
    const running = this.#held.get(deploymentId);
    if (running !== undefined && !running.hasEnded) {
      if (running.bot.generation !== generation) throw new BotConflict('an earlier start of the bot runs');
      running.setEntries(entriesBlocked);
      return;
    }
    if (this.#hasEnded) throw new BotConflict('the process has ended');
    if (running?.bot.generation === generation) return;
    const { placement, paths, host, clock, show } = this.options;
    await mkdir(paths.logOf(deploymentId), { recursive: true, mode: 0o700 });
    const feed = new FeedClient(placement.feedSocket, bot.markets, () => clock.nowMs());
    const venue = bot.live && new VenueClient(bot.live.proxySocket);
    const log = new LogKeeper(paths.logOf(deploymentId), clock, show);
    this.#earlier.delete(deploymentId);
    this.#idleMsMax = IDLE_MS;
    this.#held.set(deploymentId, new HeldBot(bot, { host, feed, venue, log, clock, show }));
    this.options.onChange();
  }

  /** Asks a bot to stop. */
  stop(deploymentId: string): void {
    this.#held.get(deploymentId)?.stop();
  }

  /** Asks all of them to stop. */
  stopAll(): void {
    for (const bot of this.#held.values()) bot.stop();
  }

  /** Ends a bot at once, and forgets it once it has ended. */
  remove(deploymentId: string): void {
    this.#earlier.delete(deploymentId);
    const bot = this.#held.get(deploymentId);
    if (bot?.hasEnded === false) bot.kill();
    else this.#held.delete(deploymentId);
  }

  closedTrades(deploymentId: string, from: number): readonly ClosedTrade[] {
    return this.#held.get(deploymentId)?.closedTrades(from) ?? [];
  }

  #take(line: HostLine): void {
    if (line.kind === 'ready') return;
    const bot = this.#held.get(line.bot);
    if (bot === undefined) return;
    if (line.kind === 'frame') bot.take(line.text);
    else if (line.kind === 'log') bot.log(line.text);
    else if (line.kind === 'began') void this.#noteProcess(bot, line.processId);
    else void bot.noteEnd(line.exitCode).then(() => this.options.onChange());
  }

  async #noteProcess(bot: HeldBot, innerId: number): Promise<void> {
    const processId = await outerProcessId(process.pid, innerId);
    if (processId === undefined) return;
    bot.noteProcess(processId);
    this.options.onChange();
  }

  #look(): void {
    const nowMs = this.options.clock.nowMs();
    for (const bot of this.#held.values()) bot.look();
    const ended = [...this.#held].filter(([, { hasEnded }]) => hasEnded);
    if (ended.length < this.#held.size) this.#idleSinceMs = nowMs;
    for (const [deploymentId] of ended.slice(0, Math.max(0, ended.length - ENDED_MAX))) this.#held.delete(deploymentId);
    if (nowMs - this.#idleSinceMs < this.#idleMsMax) return;
    this.#hasEnded = true;
    this.options.host.kill();
  }

  /** Nothing of the file system bounds what a bot keeps. */
  async #measure(): Promise<void> {
    for (const bot of this.#held.values()) {
      if (bot.hasEnded) continue;
      const { stateBytes } = bot.bot.limits;
      const used = await folderBytes(this.options.paths.stateOf(bot.bot.deploymentId));
      if (used <= stateBytes) continue;
      const message = `the bot keeps ${used} bytes in its folder: at most ${stateBytes} are allowed`;
      bot.fail({ code: 'output_limit_exceeded', message });
    }
  }

  async #noteHostEnd(reason: string): Promise<void> {
    this.#hasEnded = true;
    for (const timer of this.#timers) clearInterval(timer);
    const failure = { code: 'process_ended', message: `the process that holds the bots ended: ${reason}` };
    await Promise.all([...this.#held.values()].map((bot) => bot.noteEnd(undefined, bot.isTold ? undefined : failure)));
    this.#over.resolve();
  }
}
