import type { Clock } from '@platform/kit/clock';
import { PauseSwitch, type Pauses } from '../frameworks/pause-switch.js';

/** A run's hold on a slot: it has the slot, or is paused and waits for one. */
export class SlotHold {
  readonly #switch = new PauseSwitch();
  #sinceMs: number;
  #heldBeforeMs = 0;
  #memoryBytes = 0;

  constructor(
    readonly accountId: string,
    private readonly clock: Clock,
    /** Whether its run can be paused. */
    readonly isPausable: boolean,
  ) {
    this.#sinceMs = clock.nowMs();
  }

  /** The pause switch that the run follows. */
  get pauses(): Pauses {
    return this.#switch;
  }

  get isPaused(): boolean {
    return this.#switch.isPaused;
  }

  /** The memory that the run was last seen to hold. */
  get memoryBytes(): number {
    return this.#memoryBytes;
  }

  /** Notes the memory that the run holds now. */
  keepMemory(heldBytes: number): void {
    this.#memoryBytes = heldBytes;
  }

  /** Since when it has its slot, or waits for one. */
  get sinceMs(): number {
    return this.#sinceMs;
  }

  /** Returns how long it has had a slot in all. */
  heldMs(nowMs: number): number {
    return this.#heldBeforeMs + (this.isPaused ? 0 : nowMs - this.#sinceMs);
  }

  /** Pauses the run, so that another takes its slot. */
  pause(): void {
    const nowMs = this.clock.nowMs();
    this.#heldBeforeMs = this.heldMs(nowMs);
    this.#sinceMs = nowMs;
    this.#switch.set(true);
  }

  /** Resumes the run with a slot. */
  resume(): void {
    this.#sinceMs = this.clock.nowMs();
    this.#switch.set(false);
  }
}
