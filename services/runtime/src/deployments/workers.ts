import { FlowRunner, FlowTurns, type HeldFlow, startPeriodic, type Turn } from '@platform/flows';
import type { Clock, Random } from '@platform/kit/clock';
import type { Closeable } from '@platform/lifecycle';
import type { Logger } from '@platform/observability/logging';
import type { BotRunner, Workload } from '../bots/bot-runner.js';
import type { BotState, Observation } from '../bots/observation.js';
import { begun } from './lifecycle.js';
import type { DeploymentRecord } from './record.js';
import type { DeploymentEvent, DeploymentStatus } from './state.js';
import type { DeploymentStore, Fields } from './store.js';
import { workloadIdOf } from './workload-id.js';

const OBSERVE_INTERVAL_MS = 2_000;
/** How old what a bot said of itself may be where it is read. */
const NOTE_INTERVAL_MS = 10_000;
/** A run that lasted for as long was a good one: the next end by itself is a first one again. */
const GOOD_RUN_MS = 10 * 60_000;
const FIRST_PAUSE_MS = 2_000;
const PAUSE_MS_MAX = 5 * 60_000;
/** Ends by itself that follow one another; then the deployment ends as `error`. */
const RESTARTS_IN_A_ROW_MAX = 5;
/** Tries to start a process that fail for a reason of the platform's. */
const PLACEMENTS_MAX = 8;

/** What a strategy or its config did: starting it again would do it again. */
const FINAL_FAILURES: ReadonlySet<string> = new Set(['strategy_failed', 'config_invalid', 'data_unavailable']);

interface DeploymentWorkersParts {
  readonly store: DeploymentStore;
  readonly runner: BotRunner;
  /** Returns all that the process of a deployment is started with. */
  readonly workloadOf: (record: DeploymentRecord) => Promise<Workload>;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

type Held = HeldFlow<DeploymentRecord, DeploymentStatus>;

/** What is known of a deployment's process. */
interface Seen {
  readonly process: Observation;
  readonly bot: BotState | undefined;
}

/**
 * Makes what runs agree with what should run: turns start and end processes; between them, an observer looks at all of them at once, and
 * moves each deployment whose process says otherwise.
 */
export class DeploymentWorkers implements Closeable {
  readonly #runner: FlowRunner<DeploymentRecord, DeploymentStatus>;
  readonly #notedAtMs = new Map<string, number>();
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

  wake(): void {
    this.#runner.wake();
  }

  /** Ends the work; what runs goes on running. */
  async close(): Promise<void> {
    await Promise.all([this.#runner.close(), this.#observing?.close()]);
  }

  async #advance({ record, state }: Held): Promise<Turn> {
    const seen = seenOf(record, await this.parts.runner.observe());
    if (state === 'starting') return this.#starting(record, seen);
    if (state === 'stopping') return this.#stopping_(record, seen);
    return this.#deleting(record, seen);
  }

  async #starting(record: DeploymentRecord, seen: Seen | undefined): Promise<Turn> {
    const { runner, workloadOf } = this.parts;
    const isThisStart = seen?.bot !== undefined && seen.bot.generation === record.generation;
    if (seen !== undefined && !isThisStart && seen.process.ended === null) {
      // What is left of an earlier start goes first.
      await runner.stop(workloadIdOf(record));
      return { kind: 'waiting' };
    }
    if (isThisStart) return this.#follow(record, seen);
    if ((record.failures ?? 0) >= PLACEMENTS_MAX)
      return this.#fail(record, { code: 'platform_failed', message: 'the platform could not start the bot' });
    await runner.place(await workloadOf(record));
    return { kind: 'waiting' };
  }

  async #stopping_(record: DeploymentRecord, seen: Seen | undefined): Promise<Turn> {
    if (seen !== undefined && seen.process.ended === null) {
      await this.parts.runner.stop(workloadIdOf(record));
      return { kind: 'waiting' };
    }
    return this.#move(record, 'ended', seen?.bot === undefined ? {} : notesOf(seen.bot));
  }

  async #deleting(record: DeploymentRecord, seen: Seen | undefined): Promise<Turn> {
    const { runner, store, clock } = this.parts;
    if (seen !== undefined) await runner.remove(workloadIdOf(record));
    await store.forgetStrategy(record._id);
    return this.#move(record, 'removed', { deletedAt: clock.now() });
  }

  /** Moves a deployment by what its process says. */
  async #follow(record: DeploymentRecord, { process, bot }: Seen): Promise<Turn> {
    if (bot?.failure != null && FINAL_FAILURES.has(bot.failure.code)) return this.#fail(record, bot.failure, bot);
    if (process.ended !== null) return this.#lost(record, process, bot);
    if (record.status === 'starting' && bot?.state === 'running') return this.#move(record, 'placed', notesOf(bot));
    return { kind: 'waiting' };
  }

  #fail(record: DeploymentRecord, { code, message }: { code: string; message: string }, bot?: BotState): Promise<Turn> {
    const error = { code, message, at: this.parts.clock.now() };
    return this.#move(record, 'failed', { error, ...(bot && notesOf(bot)) });
  }

  /** Its process ended by itself: it is started again after a pause, and not for ever. */
  async #lost(record: DeploymentRecord, { startedAtMs, ended }: Observation, bot: BotState | undefined): Promise<Turn> {
    const { clock, logger } = this.parts;
    const ranForMs = (ended?.atMs ?? clock.nowMs()) - startedAtMs;
    const inARow = ranForMs >= GOOD_RUN_MS ? 1 : record.restartsInARow + 1;
    if (inARow > RESTARTS_IN_A_ROW_MAX) {
      const { code, message } = bot?.failure ?? { code: 'platform_failed', message: 'the bot ended by itself' };
      const error = { code, message: `${message} (${RESTARTS_IN_A_ROW_MAX} restarts did not help)` };
      return this.#fail(record, error, bot);
    }
    // Ended with the platform: that is no fault of anything.
    const isSuspended = ended?.by === 'told';
    if (!isSuspended)
      logger.warn(
        { deployment: record._id, reason: bot?.failure?.message, inARow },
        'a bot ended by itself: started again',
      );
    const pauseMs = isSuspended ? 0 : Math.min(PAUSE_MS_MAX, FIRST_PAUSE_MS * 2 ** (inARow - 1));
    return this.#move(record, 'lost', {
      ...begun(record),
      dueAt: new Date(clock.nowMs() + pauseMs),
      ...(isSuspended ? {} : { restarts: record.restarts + 1, restartsInARow: inARow, restartedAt: clock.now() }),
    });
  }

  /** One that has moved since it was read is looked at again at once. */
  async #move(record: DeploymentRecord, event: DeploymentEvent, fields: Fields = {}): Promise<Turn> {
    const moved = await this.parts.store.move(record, event, fields);
    if (moved === undefined) return { kind: 'waiting' };
    this.wake();
    return { kind: 'done' };
  }

  async #observe(): Promise<void> {
    const { store, runner } = this.parts;
    const [observed, live] = await Promise.all([runner.observe(), store.live()]);
    const byWorkload = new Map(live.map((record) => [workloadIdOf(record), record]));
    for (const process of observed)
      if (process.ended === null && !byWorkload.has(process.workloadId)) await runner.stop(process.workloadId);
    const running = live.filter(({ status }) => status === 'running');
    for (const record of running) await this.#look(record, seenOf(record, observed));
    await this.#note(live, observed);
  }

  async #look(record: DeploymentRecord, seen: Seen | undefined): Promise<void> {
    const { runner, workloadOf } = this.parts;
    // A runner that knows nothing of it has lost it, with all that it kept.
    if (seen === undefined || seen.bot?.generation !== record.generation) {
      await this.#move(record, 'lost', { ...begun(record), restarts: record.restarts + 1 });
      return;
    }
    if ((await this.#follow(record, seen)).kind === 'done') return;
    if (await this.#expire(record)) return;
    if (record.entriesBlocked !== seen.bot.entriesBlocked) await runner.place(await workloadOf(record));
    else if (record.stopsWhenFlat && isFlat(seen.bot)) await this.#move(record, 'flat', notesOf(seen.bot));
  }

  async #expire(record: DeploymentRecord): Promise<boolean> {
    const { store, clock } = this.parts;
    if (record.aliveUntil === undefined || record.aliveUntil > clock.now()) return false;
    if (record.onExpiry === 'stop') {
      await store.move(record, 'expired', {}, ['aliveUntil']);
      this.wake();
    } else await store.change(record, { entriesBlocked: true, stopsWhenFlat: true }, ['aliveUntil']);
    return true;
  }

  /** Writes what bots said of themselves, not more often than it is read. */
  async #note(live: readonly DeploymentRecord[], observed: readonly Observation[]): Promise<void> {
    const { store, clock } = this.parts;
    const nowMs = clock.nowMs();
    const due = live.flatMap((record) => {
      const bot = seenOf(record, observed)?.bot;
      const isDue = nowMs - (this.#notedAtMs.get(record._id) ?? 0) >= NOTE_INTERVAL_MS;
      if (bot === undefined || bot.generation !== record.generation || !isDue) return [];
      this.#notedAtMs.set(record._id, nowMs);
      return [{ id: record._id, generation: record.generation, fields: notesOf(bot) }];
    });
    await store.note(due);
    const ids = new Set(live.map(({ _id }) => _id));
    for (const id of this.#notedAtMs.keys()) if (!ids.has(id)) this.#notedAtMs.delete(id);
  }
}

function seenOf(record: DeploymentRecord, observed: readonly Observation[]): Seen | undefined {
  const process = observed.find(({ workloadId }) => workloadId === workloadIdOf(record));
  return process && { process, bot: process.bots.find(({ deploymentId }) => deploymentId === record._id) };
}

function isFlat({ entriesBlocked, snapshot }: BotState): boolean {
  return entriesBlocked && snapshot !== null && snapshot.trades.open === 0;
}

function notesOf(bot: BotState): Fields {
  return {
    ...(bot.heartbeatAtMs !== null && { heartbeatAt: new Date(bot.heartbeatAtMs) }),
    strategyErrors: bot.strategyErrors,
    ...(bot.lastStrategyError !== null && { lastStrategyError: bot.lastStrategyError }),
    ...(bot.snapshot !== null && { snapshot: bot.snapshot }),
  };
}
