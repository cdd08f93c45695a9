// Why: docs/decisions/runtime/backtest-slots-and-quotas.md
import type { Claimants } from '../backtests/queue.js';
import type { SlotHold } from './slot-hold.js';

/** How the slots of a process are shared. */
export interface SlotLimits {
  /** Backtests that run at once. */
  readonly workers: number;
  /** Further ones that are paused: each keeps its memory. */
  readonly paused: number;
  /** The memory that paused ones may hold together. */
  readonly pausedBytes: number;
  /** How long a run keeps a slot that others wait for. */
  readonly sliceMs: number;
}

/** A paused run waits no longer for its next turn while there are turns. */
const OVERDUE_MS = 30_000;

/**
 * The slots at one instant, and the next turn: the run that has held one for the shortest time goes first, an account that
 * runs none before all others. A run that has had a slot for a slice gives it up where another account waits, unless its memory has
 * no place beside that of the paused.
 */
export class SlotTable {
  readonly #holds: readonly SlotHold[];

  constructor(
    holds: readonly SlotHold[],
    private readonly limits: SlotLimits,
    private readonly nowMs: number,
  ) {
    this.#holds = holds;
  }

  /** Whose waiting backtests may start now; undefined where none may. */
  claimants(): Claimants | undefined {
    const { workers, paused } = this.limits;
    if (this.#holds.length < workers) return 'anybody';
    // Each paused run takes a place: an account's second run waits until none is paused.
    if (this.#holds.length >= workers + paused) return undefined;
    return this.#isFull() && this.#yielding().length === 0 ? undefined : 'newcomers';
  }

  /** Takes the slot for an account that runs none, unless one is free. */
  makeRoom(): void {
    // One that has grown since it was measured gives way all the same.
    if (this.#isFull()) [...this.#yielding(), ...this.#spent()][0]?.pause();
  }

  /** Resumes a paused run that has waited for too long; returns false where there is none, or no slot for it yet. */
  resumeOverdue(): boolean {
    const overdue = this.#paused().filter(({ sinceMs }) => this.nowMs - sinceMs >= OVERDUE_MS);
    const byWait = overdue.sort((left, right) => left.sinceMs - right.sinceMs);
    return byWait.some((hold) => this.#giveSlot(hold, () => true));
  }

  /** Resumes the paused run that has held a slot for the shortest time; returns false where none can. */
  resumeNext(): boolean {
    const byHeld = this.#paused().sort((left, right) => this.#heldMs(left) - this.#heldMs(right));
    return byHeld.some((hold) => this.#giveSlot(hold, (other) => this.#heldMs(other) > this.#heldMs(hold)));
  }

  #giveSlot(waiting: SlotHold, givesWay: (running: SlotHold) => boolean): boolean {
    if (this.#isFull()) {
      const runsAnother = this.#running().some(({ accountId }) => accountId === waiting.accountId);
      // An account that runs one has its share: its runs take turns with each other.
      const replaced = this.#yielding(waiting.memoryBytes).find(
        (hold) => givesWay(hold) && (!runsAnother || hold.accountId === waiting.accountId),
      );
      if (replaced === undefined) return false;
      replaced.pause();
    }
    waiting.resume();
    return true;
  }

  /** Those of the spent that can be paused, where one that goes on leaves the paused with so much less. */
  #yielding(leavingBytes = 0): SlotHold[] {
    const pausedBytes = this.#paused().reduce((sum, { memoryBytes }) => sum + memoryBytes, -leavingBytes);
    return this.#spent().filter(({ memoryBytes }) => pausedBytes + memoryBytes <= this.limits.pausedBytes);
  }

  /** Those that have had their slot for a slice: first those of accounts that run several, then those that held one for longest. */
  #spent(): SlotHold[] {
    const running = this.#running();
    const runs = ({ accountId }: SlotHold) => running.filter((other) => other.accountId === accountId).length;
    return running
      .filter(({ isPausable, sinceMs }) => isPausable && this.nowMs - sinceMs >= this.limits.sliceMs)
      .sort((left, right) => runs(right) - runs(left) || this.#heldMs(right) - this.#heldMs(left));
  }

  #isFull(): boolean {
    return this.#running().length >= this.limits.workers;
  }

  #running(): SlotHold[] {
    return this.#holds.filter(({ isPaused }) => !isPaused);
  }

  #paused(): SlotHold[] {
    return this.#holds.filter(({ isPaused }) => isPaused);
  }

  #heldMs(hold: SlotHold): number {
    return hold.heldMs(this.nowMs);
  }
}
