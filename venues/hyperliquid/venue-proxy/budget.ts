import type { Clock } from '@platform/kit/clock';

const MINUTE_MS = 60_000;

/** So many per minute, counted by the clock's minutes. */
export class Budget {
  #minute = 0;
  #spent = 0;

  constructor(
    private readonly perMinute: number,
    private readonly clock: Clock,
  ) {}

  /** Takes one; false when the minute has no more. */
  take(): boolean {
    const minute = Math.floor(this.clock.nowMs() / MINUTE_MS);
    if (minute !== this.#minute) [this.#minute, this.#spent] = [minute, 0];
    this.#spent += 1;
    return this.#spent <= this.perMinute;
  }
}
