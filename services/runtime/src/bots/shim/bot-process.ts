import { createInterface } from 'node:readline';
import type { Clock } from '@platform/kit/clock';
import type { IsolatedProcess } from '../../runners/runner.js';
import { type BotFrame, parseBotFrame } from '../frames.js';
import type { BotState, Observation } from '../observation.js';
import type { Bot, Placement } from '../placement.js';
import type { FeedClient } from './feed-client.js';

const FRAME_BYTES_MAX = 1024 * 1024;
/** What is waiting to be read by a process that doesn't read; then it is ended. */
const UNREAD_BYTES_MAX = 64 * 1024 * 1024;
const WATCH_INTERVAL_MS = 1_000;

interface BotProcessOptions {
  readonly placement: Placement;
  readonly process: IsolatedProcess;
  readonly feed: FeedClient;
  readonly clock: Clock;
  /** Called when a bot reports what must not be lost. */
  readonly onChange: () => void;
}

/** The bots of one isolated process: it relays their questions to the feed, and knows what each said last. */
export class BotProcess {
  readonly #options: BotProcessOptions;
  readonly #startedAtMs: number;
  readonly #bots: Map<string, BotState>;
  readonly #watch: NodeJS.Timeout;
  #stoppingSinceMs: number | undefined;
  #movedAtMs: number;
  /** Whether it was told what to run. */
  #hasBegun = false;
  /** What was said of its bots since it was started. */
  readonly #entriesBlocked = new Map<string, boolean>();
  #ended: Observation['ended'] = null;

  constructor(options: BotProcessOptions) {
    this.#options = options;
    const { placement, process, clock } = options;
    this.#startedAtMs = clock.nowMs();
    this.#movedAtMs = this.#startedAtMs;
    this.#bots = new Map(placement.bots.map((bot) => [bot.deploymentId, startingState(bot)]));
    this.#watch = setInterval(() => this.#look(), WATCH_INTERVAL_MS);
    void this.#read();
    void process.ended.then(() => this.#end());
  }

  get observation(): Observation {
    const { placement, feed } = this.#options;
    return {
      workloadId: placement.workloadId,
      nonce: placement.nonce,
      processId: process.pid,
      startedAtMs: this.#startedAtMs,
      feedSilentSinceMs: feed.silentSinceMs,
      bots: [...this.#bots.values()],
      ended: this.#ended,
    };
  }

  /** Settles when nothing of the process is left. */
  async ended(): Promise<void> {
    await this.#options.process.ended;
  }

  /** Asks it to stop; it is ended where it doesn't in time. */
  stop(): void {
    this.#stoppingSinceMs ??= this.#options.clock.nowMs();
    // Before it runs anything there is nothing to be ended in order.
    if (this.#hasBegun) this.#say({ kind: 'stop' });
    else this.#options.process.kill();
  }

  /** Lets a bot open positions, or not. */
  setEntries(deploymentId: string, blocked: boolean): void {
    this.#entriesBlocked.set(deploymentId, blocked);
    if (this.#hasBegun) this.#say({ kind: 'entries', bot: deploymentId, blocked });
  }

  #say(message: object): void {
    const { input } = this.#options.process;
    if (input.writableLength > UNREAD_BYTES_MAX) this.#options.process.kill();
    else if (input.writable) input.write(`${JSON.stringify(message)}\n`);
  }

  async #read(): Promise<void> {
    const { process } = this.#options;
    let bytes = 0;
    process.output.on('data', (piece: Buffer) => {
      // A line that never ends would be kept whole.
      bytes = piece.includes('\n') ? piece.length - piece.lastIndexOf('\n') : bytes + piece.length;
      if (bytes > FRAME_BYTES_MAX) process.kill();
    });
    for await (const line of createInterface({ input: process.output })) {
      try {
        await this.#take(parseBotFrame(line));
      } catch {
        this.#failAll('strategy_failed', 'the bot said what the platform does not understand');
        process.kill();
        return;
      }
    }
  }

  async #take(frame: BotFrame): Promise<void> {
    if (frame.kind === 'ready') return this.#begin();
    if (frame.kind === 'asked') {
      // Not waited for: a process may ask for several things at once.
      void this.#options.feed
        .answer(frame.question, frame.ask)
        .then((answer) => this.#say({ kind: 'answer', number: frame.number, ...answer }));
      return;
    }
    const bot = this.#bots.get(frame.bot);
    if (bot === undefined) throw new Error(`there is no bot ${frame.bot}`);
    if (frame.kind === 'round') this.#noteRound(bot, frame);
    else if (frame.kind === 'stopped') this.#set({ ...bot, state: 'stopped' });
    else this.#set({ ...bot, state: 'failed', failure: { code: frame.code, message: lineAnd(frame) } });
    if (frame.kind !== 'round') this.#options.onChange();
  }

  /** What it is to run, once it can. */
  #begin(): void {
    const { placement } = this.#options;
    this.#hasBegun = true;
    this.#say({
      venue: placement.venue,
      bots: placement.bots.map((bot) => ({
        id: bot.deploymentId,
        code: bot.code,
        config_json: bot.configJson,
        strategy_class: bot.strategyClass ?? null,
        symbols: bot.symbols,
        fee_rate: bot.feeRate,
        entries_blocked: this.#entriesBlocked.get(bot.deploymentId) ?? bot.entriesBlocked,
      })),
      instruments: placement.markets.map((market) => ({
        symbol: market.alias,
        kind: market.kind,
        size_decimals: market.sizeDecimals,
        tick_size: market.tickSize,
        max_leverage: market.maxLeverage,
        mark_price: market.markPrice,
      })),
    });
  }

  #noteRound(bot: BotState, frame: Extract<BotFrame, { kind: 'round' }>): void {
    const atMs = this.#options.clock.nowMs();
    this.#movedAtMs = atMs;
    const { snapshot } = frame;
    this.#set({
      ...bot,
      state: bot.state === 'starting' ? 'running' : bot.state,
      heartbeatAtMs: atMs,
      entriesBlocked: frame.entries_blocked,
      strategyErrors: frame.strategy_errors,
      lastStrategyError: frame.last_strategy_error,
      ...(snapshot && {
        snapshot: {
          atMs,
          trades: snapshot.trades,
          realizedUsd: snapshot.realized_usd,
          unrealizedUsd: snapshot.unrealized_usd,
          positions: snapshot.positions.map(({ size_usd: sizeUsd, ...position }) => ({ ...position, sizeUsd })),
          balanceUsd: snapshot.balance_usd,
        },
      }),
    });
  }

  #set(bot: BotState): void {
    this.#bots.set(bot.deploymentId, bot);
  }

  #failAll(code: string, message: string): void {
    for (const bot of this.#bots.values())
      if (bot.state === 'starting' || bot.state === 'running')
        this.#set({ ...bot, state: 'failed', failure: { code, message } });
  }

  /** Ends a process that stands still, or doesn't stop. */
  #look(): void {
    const { placement, process, clock } = this.#options;
    const { startMs, stallMs, stopMs } = placement.limits;
    const nowMs = clock.nowMs();
    if (this.#stoppingSinceMs !== undefined) {
      if (nowMs - this.#stoppingSinceMs > stopMs) process.kill();
      return;
    }
    const isStarting = [...this.#bots.values()].every(({ state }) => state === 'starting');
    if (nowMs - this.#movedAtMs <= (isStarting ? startMs : stallMs)) return;
    const what = isStarting ? 'the bot did not start' : 'the bot did not look at its markets';
    this.#failAll('no_progress', `${what} for ${Math.round((nowMs - this.#movedAtMs) / 1_000)} s`);
    process.kill();
  }

  async #end(): Promise<void> {
    const { clock, process, placement } = this.#options;
    clearInterval(this.#watch);
    const end = await process.ended;
    const wasTold = this.#stoppingSinceMs !== undefined;
    if (end.kind === 'limit_exceeded')
      this.#failAll(end.limit, `the bot exceeded what it may use (${placement.limits.memoryBytes} bytes of memory)`);
    if (wasTold)
      for (const bot of this.#bots.values()) if (bot.state !== 'failed') this.#set({ ...bot, state: 'stopped' });
    this.#ended = { atMs: clock.nowMs(), by: wasTold ? 'told' : 'itself' };
  }
}

function startingState({ deploymentId, generation, entriesBlocked }: Bot): BotState {
  return {
    deploymentId,
    generation,
    state: 'starting',
    failure: null,
    heartbeatAtMs: null,
    entriesBlocked,
    strategyErrors: 0,
    lastStrategyError: null,
    snapshot: null,
  };
}

function lineAnd({ text, line }: { readonly text: string; readonly line: number | null }): string {
  return line === null ? text : `line ${line}: ${text}`;
}
