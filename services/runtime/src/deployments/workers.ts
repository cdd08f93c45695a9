import { FlowRunner, FlowTurns, type HeldFlow, startPeriodic, type Turn } from '@platform/flows';
import type { Clock, Random } from '@platform/kit/clock';
import { killPoint } from '@platform/kit/kill-points';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import type { BotRunner } from '../bots/bot-runner.js';
import type { BotState, Observation } from '../bots/observation.js';
import { areEntriesBlocked } from '../live/differences.js';
import type { LiveDeployments } from '../live/live-deployments.js';
import { begun } from './lifecycle.js';
import { type Notes, notesOf } from './notes.js';
import { placeOf } from './place.js';
import type { DeploymentRecord } from './record.js';
import type { DeploymentEvent, DeploymentStatus } from './state.js';
import type { DeploymentStore, Fields } from './store.js';
import type { Placed } from './workload.js';

const OBSERVE_INTERVAL_MS = 2_000;
/** A run that lasted for as long was a good one: the next end by itself is a first one again. */
const GOOD_RUN_MS = 10 * 60_000;
const FIRST_PAUSE_MS = 2_000;
const PAUSE_MS_MAX = 5 * 60_000;
/** Ends by itself that follow one another; then the deployment ends as `error`. */
const RESTARTS_IN_A_ROW_MAX = 5;
/** From so many on an operator is told. */
const RESTARTS_IN_A_ROW_ALERT = 3;
/** Tries to start a bot that fail for a reason of the platform's. */
const PLACEMENTS_MAX = 8;

/** What a strategy or its config did: starting it again would do it again. */
const FINAL_FAILURES: ReadonlySet<string> = new Set(['strategy_failed', 'config_invalid', 'data_unavailable']);

interface DeploymentWorkersParts {
  readonly store: DeploymentStore;
  readonly runner: BotRunner;
  /** Returns all that a deployment's bot is started with. */
  readonly workloadOf: (record: DeploymentRecord) => Promise<Placed>;
  /** What those with real money need beside their bots. */
  readonly live: Pick<LiveDeployments, 'keep' | 'credentialIsGone'>;
  /** Keeps what bots say of themselves. */
  readonly notes: Notes;
  /** Whether this instance is the one that observes them, and does what those with real money need; absent: it is. */
  readonly isObserver?: () => boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

type Held = HeldFlow<DeploymentRecord, DeploymentStatus>;

/** What is known of a deployment's bot: nothing, where its process doesn't say now. */
type Seen = BotState | 'unknown' | undefined;

/**
 * Makes what runs agree with what should run: turns start and end bots; between them, an observer looks at all of them at once, and moves
 * each deployment whose bot says otherwise.
 */
export class DeploymentWorkers implements Closeable {
  readonly #runner: FlowRunner<DeploymentRecord, DeploymentStatus>;
  #observing: Closeable | undefined;

  constructor(private readonly parts: DeploymentWorkersParts) {
    const { store, clock, random, logger } = parts;
    const waiting = { firstMs: 250, maxMs: 2_000, factor: 1.5 };
    const advance = (held: Held) => this.#advance(held);
    this.#runner = new FlowRunner(new FlowTurns({ store: store.flow, advance, waiting, clock, random, logger }));
  }

  async start(): Promise<void> {
    await this.#runner.start();
    const { clock, logger } = this.parts;
    const work = { name: 'bots', intervalMs: OBSERVE_INTERVAL_MS, run: () => this.#observe() };
    this.#observing = startPeriodic(work, clock, logger);
  }

  get #isObserver(): boolean {
    return this.parts.isObserver?.() ?? true;
  }

  wake(): void {
    this.#runner.wake();
  }

  /** Ends the work; what runs goes on running. */
  async close(): Promise<void> {
    await Promise.all([this.#runner.close(), this.#observing?.close()]);
  }

  async #advance({ record, state }: Held): Promise<Turn> {
    // Two that tell a proxy what it may do would take turns at undoing each other's work.
    if (record.mode === 'live' && !this.#isObserver) return { kind: 'waiting' };
    const seen = seenOf(record, await this.parts.runner.observe(placeOf(record).workloadId));
    if (seen === 'unknown' && state !== 'deleting') return { kind: 'waiting' };
    if (state === 'starting') return this.#starting(record, seen);
    if (state === 'stopping') return this.#stopping_(record, seen);
    return this.#deleting(record);
  }

  async #starting(record: DeploymentRecord, seen: Seen): Promise<Turn> {
    const { runner, workloadOf } = this.parts;
    if (isKnown(seen) && seen.generation === record.generation) return this.#follow(record, seen);
    if (isKnown(seen) && seen.ended === null) {
      // What is left of an earlier start goes first.
      await runner.stop(placeOf(record));
      return { kind: 'waiting' };
    }
    if ((record.failures ?? 0) >= PLACEMENTS_MAX)
      return this.#fail(record, { code: 'platform_failed', message: 'the platform could not start the bot' });
    const { workload, bot } = await workloadOf(record);
    await runner.place(workload, bot);
    if (record.mode === 'live') killPoint('live.after_place');
    return { kind: 'waiting' };
  }

  async #stopping_(record: DeploymentRecord, seen: Seen): Promise<Turn> {
    if (!isKnown(seen)) return this.#move(record, 'ended');
    if (seen.ended === null) {
      await this.parts.runner.stop(placeOf(record));
      return { kind: 'waiting' };
    }
    await this.parts.notes.keep(record, seen);
    return this.#move(record, 'ended', notesOf(seen));
  }

  async #deleting(record: DeploymentRecord): Promise<Turn> {
    const { runner, store, notes, live, clock } = this.parts;
    await runner.remove(placeOf(record));
    if (record.mode === 'live' && !(await live.credentialIsGone(record))) return { kind: 'waiting' };
    await notes.forget(record._id);
    await store.forgetStrategy(record._id);
    return this.#move(record, 'removed', { deletedAt: clock.now() });
  }

  /** Moves a deployment by what its bot says. */
  async #follow(record: DeploymentRecord, bot: BotState): Promise<Turn> {
    if (bot.failure !== null && FINAL_FAILURES.has(bot.failure.code)) return this.#fail(record, bot.failure, bot);
    if (bot.ended !== null) return this.#lost(record, bot);
    if (record.status !== 'starting' || bot.state !== 'running') return { kind: 'waiting' };
    await this.parts.notes.keepPause(record, bot);
    return this.#move(record, 'placed', notesOf(bot));
  }

  async #fail(
    record: DeploymentRecord,
    { code, message }: { readonly code: string; readonly message: string },
    bot?: BotState,
  ): Promise<Turn> {
    if (bot !== undefined) await this.parts.notes.keep(record, bot);
    const error = { code, message, at: this.parts.clock.now() };
    return this.#move(record, 'failed', { error, ...(bot && notesOf(bot)) });
  }

  /** Its bot ended by itself: it is started again after a pause, and not for ever. */
  async #lost(record: DeploymentRecord, bot: BotState): Promise<Turn> {
    const { clock, notes } = this.parts;
    const ranForMs = (bot.ended?.atMs ?? clock.nowMs()) - bot.startedAtMs;
    const inARow = ranForMs >= GOOD_RUN_MS ? 1 : record.restartsInARow + 1;
    if (inARow > RESTARTS_IN_A_ROW_MAX) {
      const { code, message } = bot.failure ?? { code: 'process_ended', message: 'the bot ended by itself' };
      return this.#fail(record, { code, message: `${message} (${RESTARTS_IN_A_ROW_MAX} restarts did not help)` }, bot);
    }
    await notes.keep(record, bot);
    // Ended with the platform: nothing is at fault.
    const isSuspended = bot.ended?.by === 'told';
    if (!isSuspended) this.#tellOf(record, bot, inARow);
    const pauseMs = isSuspended ? 0 : Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** (inARow - 1));
    return this.#move(record, 'lost', {
      ...begun(record),
      ...notesOf(bot),
      dueAt: new Date(clock.nowMs() + pauseMs),
      ...(isSuspended ? {} : { restarts: record.restarts + 1, restartsInARow: inARow }),
    });
  }

  #tellOf({ _id, accountId }: DeploymentRecord, { failure }: BotState, inARow: number): void {
    const fields = { deployment: _id, account: accountId, reason: failure?.message, inARow };
    if (inARow >= RESTARTS_IN_A_ROW_ALERT) this.parts.logger.error(fields, 'a bot ends by itself again and again');
    else this.parts.logger.warn(fields, 'a bot ended by itself: started again');
  }

  /** One that has moved since it was read is looked at again at once. */
  async #move(record: DeploymentRecord, event: DeploymentEvent, fields: Fields = {}): Promise<Turn> {
    const moved = await this.parts.store.move(record, event, { fields, releases: true });
    if (moved === undefined) return { kind: 'waiting' };
    this.wake();
    return { kind: 'done' };
  }

  async #observe(): Promise<void> {
    if (!this.#isObserver) return;
    const { store, runner, notes } = this.parts;
    // Read before: what runs by its record was seen to run. Read after: a bot that was placed meanwhile has its record.
    const live = await store.live();
    await this.#hurry(live);
    this.parts.live.keep(live);
    const observed = await runner.observe();
    await this.#endStrays(await store.live(), observed);
    const running = live.filter(({ status }) => status === 'running');
    for (const record of running) await this.#look(record, seenOf(record, observed));
    const known = live.flatMap((record) => {
      const bot = seenOf(record, observed);
      return isKnown(bot) && bot.generation === record.generation ? [{ record, bot }] : [];
    });
    await notes.keepDue(known);
  }

  /** No pause is as long: the clock was set back while nobody looked, or while the end of the pause was being written. */
  async #hurry(live: readonly DeploymentRecord[]): Promise<void> {
    const { store, clock } = this.parts;
    const latest = new Date(clock.nowMs() + PAUSE_MS_MAX);
    if (!live.some(({ dueAt }) => dueAt !== undefined && dueAt > latest)) return;
    await store.flow.hurry(latest);
    this.wake();
  }

  /** A bot that no deployment wants is stopped. */
  async #endStrays(live: readonly DeploymentRecord[], observed: readonly Observation[]): Promise<void> {
    const wanted = new Map(live.map((record) => [record._id, record]));
    for (const { workloadId, bots } of observed)
      for (const { deploymentId, ended } of bots) {
        const record = wanted.get(deploymentId);
        const isWanted = record !== undefined && placeOf(record).workloadId === workloadId;
        if (ended === null && !isWanted) await this.parts.runner.stop({ workloadId, deploymentId });
      }
  }

  async #look(record: DeploymentRecord, seen: Seen): Promise<void> {
    const { runner, workloadOf } = this.parts;
    if (seen === 'unknown') return;
    // A runner that knows nothing of it has lost it, with all that it kept.
    if (seen === undefined || seen.generation !== record.generation) {
      await this.#move(record, 'lost', { ...begun(record), restarts: record.restarts + 1 });
      return;
    }
    if ((await this.#follow(record, seen)).kind === 'done') return;
    if (await this.#expire(record)) return;
    if (areEntriesBlocked(record) !== seen.entriesBlocked) {
      const { workload, bot } = await workloadOf(record);
      await runner.place(workload, bot);
    } else if (record.stopsWhenFlat && isFlat(seen)) await this.#move(record, 'flat', notesOf(seen));
  }

  async #expire(record: DeploymentRecord): Promise<boolean> {
    const { store, clock } = this.parts;
    if (record.aliveUntil === undefined || record.aliveUntil > clock.now()) return false;
    if (record.onExpiry === 'stop') {
      await store.move(record, 'expired', { unset: ['aliveUntil'], ends: record });
      this.wake();
    } else {
      const { entriesBlockedSince = clock.now() } = record;
      await store.change(record, { entriesBlockedSince, stopsWhenFlat: true }, ['aliveUntil']);
    }
    return true;
  }
}

function seenOf(record: DeploymentRecord, observed: readonly Observation[]): Seen {
  const { workloadId, deploymentId } = placeOf(record);
  const process = observed.find((each) => each.workloadId === workloadId);
  if (process?.state === 'silent') return 'unknown';
  return process?.bots.find((bot) => bot.deploymentId === deploymentId);
}

function isKnown(seen: Seen): seen is BotState {
  return seen !== undefined && seen !== 'unknown';
}

function isFlat({ entriesBlocked, snapshot }: BotState): boolean {
  return entriesBlocked && snapshot !== null && snapshot.trades.open === 0;
}
