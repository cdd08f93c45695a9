// Why: docs/decisions/platform/durable-operations.md
import type { Closeable } from '@platform/lifecycle';
import type { FlowFields } from './records.js';
import type { HeldFlow } from './store.js';
import type { FlowTurns } from './turns.js';

/** The poll intervals for due operations: while there is any operation, and while there is none. */
const POLL_INTERVAL_MS = 500;
const IDLE_POLL_INTERVAL_MS = 2_500;
/** Longer than a poll for due operations, or a turn, takes when the store and external systems are both slow. */
const STILL_MS_MAX = 60_000;

/**
 * Runs the turns of due operations, several at once and each independently: a slow or failing one occupies only its own slot, and
 * operations of one state never take the slots of another.
 */
export class FlowRunner<Operation extends FlowFields & { readonly _id: string }, State extends string>
  implements Closeable
{
  readonly #stop = new AbortController();
  readonly #turns = new Map<HeldFlow<Operation, State>, { startedAtMs: number; ended: Promise<void> }>();
  #woken = Promise.withResolvers<void>();
  #running: Promise<void> = Promise.resolve();
  #lookedAtMs = Number.NEGATIVE_INFINITY;
  #wasSetBack = false;

  constructor(readonly turns: FlowTurns<Operation, State>) {}

  /** Resumes the operations that a previous run of this process left in flight, and starts. */
  async start(): Promise<void> {
    const { store, logger } = this.turns.parts;
    const recovered = await store.recover();
    if (recovered > 0) logger.info({ flow: store.name, recovered }, 'operations of a predecessor are taken up');
    this.#running = this.#run();
  }

  /** Polls for due operations now. */
  wake(): void {
    this.#woken.resolve();
  }

  /** Throws unless the runner polls and no turn hangs. */
  checkAlive(): void {
    const { store, clock } = this.turns.parts;
    const since = [this.#lookedAtMs, ...[...this.#turns.values()].map(({ startedAtMs }) => startedAtMs)];
    if (clock.nowMs() - Math.min(...since) > STILL_MS_MAX) throw new Error(`the runner of ${store.name} stands still`);
  }

  /** Finishes the turns under way and stops. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.wake();
    await this.#running;
    await Promise.all([...this.#turns.values()].map(({ ended }) => ended));
  }

  async #run(): Promise<void> {
    const { store, clock, logger } = this.turns.parts;
    while (!this.#stop.signal.aborted) {
      this.#woken = Promise.withResolvers<void>();
      this.#noteTime(clock.nowMs());
      let pauseMs = POLL_INTERVAL_MS;
      try {
        if (this.#wasSetBack) await this.#hurry();
        await this.#takeWhatIsDue();
        // Code that starts an operation wakes the runner of its process: an idle runner polls only for operations that others left.
        if (this.#turns.size === 0 && !(await store.hasWork())) pauseMs = IDLE_POLL_INTERVAL_MS;
      } catch (error) {
        logger.warn({ err: error, flow: store.name }, 'due operations could not be looked for');
      }
      const enough = new AbortController();
      const pause = clock.sleep(pauseMs, enough.signal).catch(() => {});
      await Promise.race([pause, this.#woken.promise]);
      enough.abort();
    }
  }

  #noteTime(nowMs: number): void {
    if (nowMs < this.#lookedAtMs) this.#wasSetBack = true;
    this.#lookedAtMs = nowMs;
  }

  /** What waits would wait on for as long as the clock was set back; so would what a turn gives back that began before. */
  async #hurry(): Promise<void> {
    const { store, clock, logger } = this.turns.parts;
    const hurried = await store.hurry(clock.now());
    if (hurried > 0) logger.warn({ flow: store.name, hurried }, 'the clock was set back: what waited is due at once');
    this.#wasSetBack = [...this.#turns.values()].some(({ startedAtMs }) => startedAtMs > clock.nowMs());
  }

  /** Takes one operation of each state in turn, so that many due operations of one state do not delay those of another. */
  async #takeWhatIsDue(): Promise<void> {
    const { store } = this.turns.parts;
    const served = new Set<State>();
    while (!this.#stop.signal.aborted) {
      const states = store.worked.filter((state) => this.#hasRoom(state) && !served.has(state));
      const held = states.length === 0 ? undefined : await store.takeDue(states);
      if (held !== undefined) {
        served.add(held.state);
        this.#begin(held);
      } else if (served.size > 0) served.clear();
      else return;
    }
  }

  #hasRoom(state: State): boolean {
    const taken = [...this.#turns.keys()].filter((held) => held.state === state).length;
    return taken < (this.turns.parts.store.definition.lanes[state] ?? 0);
  }

  #begin(held: HeldFlow<Operation, State>): void {
    const ended = this.turns.give(held).finally(() => {
      this.#turns.delete(held);
      // Its slot is free.
      this.wake();
    });
    this.#turns.set(held, { startedAtMs: this.turns.parts.clock.nowMs(), ended });
  }
}
