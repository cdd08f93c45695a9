import type { RunProgress } from '../frameworks/framework.js';

/** The progress of a run, as it reports it: whatever that is, it stays within the run's window and never goes back. */
export class ProgressMeter {
  #latest: RunProgress | undefined;
  #isTaken = true;

  constructor(private readonly window: { readonly fromMs: number; readonly toMs: number }) {}

  /** Notes what the run reports; less than it reported before is ignored. */
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

  /** Returns the progress; undefined where it is unchanged since the last call. */
  take(): RunProgress | undefined {
    if (this.#isTaken) return undefined;
    this.#isTaken = true;
    return this.#latest;
  }
}
