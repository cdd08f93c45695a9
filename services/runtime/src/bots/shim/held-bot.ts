import { type Clock, monotonicMs } from '@platform/kit/clock';
import { z } from 'zod';
import { type BotFrame, type ClosedTrade, parseBotFrame } from '../frames.js';
import type { BotState } from '../observation.js';
import type { Bot } from '../placement.js';
import type { FeedClient } from './feed-client.js';
import type { HostProcess } from './host-process.js';
import type { LogKeeper } from './log-keeper.js';
import type { VenueClient } from './venue-client.js';

/** Closed trades that it may tell of in one run; a bot that tells of more has lost count. */
const CLOSED_TRADES_MAX = 100_000;
const CLOSED_TRADES_A_PAGE = 500;
/** How often the log says that a bot waits for its feed. */
const WAIT_TOLD_EVERY_MS = 10_000;

type Failure = NonNullable<BotState['failure']>;

/** What a bot has to do with. */
export interface HeldBotParts {
  readonly host: HostProcess;
  readonly feed: FeedClient;
  /** Absent on paper. */
  readonly venue?: VenueClient | undefined;
  readonly log: LogKeeper;
  readonly clock: Clock;
  /** Makes of a text of the bot's what may be shown. */
  readonly show: (text: string) => string;
}

/** One bot: it relays its questions to the feed, ends it where it stands still, and knows what it said last. */
export class HeldBot {
  readonly #trades: ClosedTrade[] = [];
  #state: Omit<BotState, 'feedSilentSinceMs' | 'incidents' | 'closedTrades'>;
  /** By the monotonic clock, as all that ends it: a wall clock that is set forward ends no bot. */
  #movedAtMs = monotonicMs();
  #stoppingSinceMs: number | undefined;
  #waitToldAtMs = 0;

  constructor(
    readonly bot: Bot,
    private readonly parts: HeldBotParts,
  ) {
    const { deploymentId, generation, entriesBlocked } = bot;
    this.#state = {
      ...{ deploymentId, generation, entriesBlocked },
      processId: null,
      startedAtMs: parts.clock.nowMs(),
      state: 'starting',
      failure: null,
      heartbeatAtMs: null,
      strategyErrors: 0,
      lastStrategyError: null,
      snapshot: null,
      ended: null,
    };
    parts.host.begin(bot);
  }

  get state(): BotState {
    const { silentSinceMs, incidents } = this.parts.feed;
    return { ...this.#state, feedSilentSinceMs: silentSinceMs, incidents, closedTrades: this.#trades.length };
  }

  /** Whether it was told to stop. */
  get isTold(): boolean {
    return this.#stoppingSinceMs !== undefined;
  }

  get hasEnded(): boolean {
    return this.#state.ended !== null;
  }

  /** Returns the trades that it has closed, from the n-th on: a page of them. */
  closedTrades(from: number): readonly ClosedTrade[] {
    return this.#trades.slice(from, from + CLOSED_TRADES_A_PAGE);
  }

  /** Lets it open positions, or not. */
  setEntries(blocked: boolean): void {
    this.parts.host.say(this.bot.deploymentId, { kind: 'entries', blocked });
  }

  /** Asks it to stop; it is ended where it doesn't in time. */
  stop(): void {
    if (this.#stoppingSinceMs !== undefined || this.hasEnded) return;
    this.#stoppingSinceMs = monotonicMs();
    this.parts.host.say(this.bot.deploymentId, { kind: 'stop' });
  }

  /** Ends it at once, as it was told to. */
  kill(): void {
    this.#stoppingSinceMs ??= monotonicMs();
    this.parts.host.endBot(this.bot.deploymentId);
  }

  /** Ends it at once, for a reason of its own. */
  fail(failure: Failure): void {
    this.#noteFailure(failure);
    this.parts.host.endBot(this.bot.deploymentId);
  }

  noteProcess(processId: number): void {
    if (!this.hasEnded) this.#state = { ...this.#state, processId };
  }

  log(line: string): void {
    this.parts.log.take(line);
  }

  /** Takes what it says. */
  take(text: string): void {
    if (this.hasEnded) return;
    try {
      this.#take(parseBotFrame(text));
    } catch (error) {
      const where = error instanceof z.ZodError ? `: ${error.issues.map(({ path }) => path.join('.')).join(', ')}` : '';
      this.fail({ code: 'strategy_failed', message: `the bot said what the platform does not understand${where}` });
    }
  }

  /** Ends it where it stands still, or doesn't stop. */
  look(): void {
    if (this.hasEnded) return;
    const { startMs, stallMs, stopMs } = this.bot.limits;
    this.#tellWait(this.parts.clock.nowMs());
    const nowMs = monotonicMs();
    if (this.#stoppingSinceMs !== undefined) {
      if (nowMs - this.#stoppingSinceMs > stopMs) this.kill();
      return;
    }
    const isStarting = this.#state.state === 'starting';
    const stoodMs = nowMs - this.#movedAtMs;
    if (stoodMs <= (isStarting ? startMs : stallMs)) return;
    const what = isStarting ? 'the bot did not start' : 'the bot did not look at its markets';
    this.fail({ code: 'no_progress', message: `${what} for ${Math.round(stoodMs / 1_000)} s` });
  }

  /** Its process has ended: by a signal where the code is below zero, for the reason of its holder where there is one. */
  async noteEnd(exitCode: number | undefined, failure?: Failure): Promise<void> {
    if (this.hasEnded) return;
    const wasTold = this.#stoppingSinceMs !== undefined;
    if (failure !== undefined) this.#noteFailure(failure);
    else if (!wasTold && this.#state.state !== 'stopped') this.#noteFailure(failureOf(exitCode));
    const isFailed = this.#state.failure !== null;
    const ended = { atMs: this.parts.clock.nowMs(), by: wasTold && !isFailed ? 'told' : 'itself' } as const;
    this.#state = { ...this.#state, state: isFailed ? 'failed' : 'stopped', processId: null, ended };
    this.parts.feed.close();
    this.parts.venue?.close();
    await this.parts.log.close();
  }

  #take(frame: BotFrame): void {
    const { feed, venue, host, show } = this.parts;
    if (frame.kind === 'asked') {
      const isForVenue = venue !== undefined && frame.question === 'venue';
      // Not waited for: a bot may ask for several things at once.
      void (isForVenue ? venue.answer(frame.ask) : feed.answer(frame.question, frame.ask)).then((answer) =>
        host.say(this.bot.deploymentId, { kind: 'answer', number: frame.number, ...answer }),
      );
    } else if (frame.kind === 'round') this.#noteRound(frame);
    else if (frame.kind === 'stopped') this.#state = { ...this.#state, state: 'stopped' };
    else {
      const text = show(frame.text);
      const message = frame.line === null ? text : `line ${frame.line}: ${text}`;
      this.#noteFailure({ code: frame.code, message });
    }
  }

  /** A user sees in the log why a bot does nothing. */
  #tellWait(nowMs: number): void {
    const { feed, log } = this.parts;
    const sinceMs = feed.waitingSinceMs ?? nowMs;
    if (nowMs - Math.max(sinceMs, this.#waitToldAtMs) < WAIT_TOLD_EVERY_MS) return;
    this.#waitToldAtMs = nowMs;
    log.add(`(no answer of the venue's feed for ${Math.round((nowMs - sinceMs) / 1_000)} s)`);
  }

  #noteRound(frame: Extract<BotFrame, { kind: 'round' }>): void {
    const atMs = this.parts.clock.nowMs();
    this.#movedAtMs = monotonicMs();
    const { snapshot, last_strategy_error: lastError } = frame;
    if (this.#trades.length + frame.closed_trades.length > CLOSED_TRADES_MAX)
      throw new Error('more trades than a bot can have');
    this.#trades.push(...frame.closed_trades);
    this.#state = {
      ...this.#state,
      state: this.#state.state === 'starting' ? 'running' : this.#state.state,
      heartbeatAtMs: atMs,
      entriesBlocked: frame.entries_blocked,
      strategyErrors: frame.strategy_errors,
      lastStrategyError: lastError === null ? null : this.parts.show(lastError),
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
    };
  }

  /** The first reason is the true one. */
  #noteFailure(failure: Failure): void {
    if (this.#state.failure === null) this.#state = { ...this.#state, state: 'failed', failure };
  }
}

function failureOf(exitCode: number | undefined): Failure {
  const how = exitCode !== undefined && exitCode < 0 ? `was ended by signal ${-exitCode}` : 'ended by itself';
  return { code: 'process_ended', message: `the bot's process ${how}` };
}
