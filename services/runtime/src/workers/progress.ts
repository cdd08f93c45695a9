import type { RunProgress } from '../frameworks/framework.js';

/** How far a run has come, as it says itself: whatever that is, it stays within the run's window and never goes back. */
export class ProgressMeter {
  #latest: RunProgress | undefined;
  #isTaken = true;

  constructor(private readonly window: { readonly fromMs: number; readonly toMs: number }) {}

  /** Notes what the run says; less than it said before counts for nothing. */
  add({ fraction, simulatedMs }: RunProgress): void {
    const { fromMs, toMs } = this.window;
    const before = this.#latest ?? { fraction: 0, simulatedMs: fromMs };
    const next = {
      fraction: Math.max(before.fraction, fraction),
      simulatedMs: Math.max(before.simulatedMs, Math.min(simulatedMs, toMs)),
    };
    if (next.fraction === this.#latest?.fraction && next.simulatedMs === this.#latest.simulatedMs) return;
    this.#latest = next;
    this.#isTaken = false;
  }

  /** How far it has come; undefined where that is no news since it was last asked for. */
  take(): RunProgress | undefined {
    if (this.#isTaken) return undefined;
    this.#isTaken = true;
    return this.#latest;
  }
}
