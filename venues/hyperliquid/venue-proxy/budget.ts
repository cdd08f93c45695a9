import type { Clock } from '@platform/kit/clock';

const MINUTE_MS = 60_000;

/** A limit of requests per minute, counted by the clock's minutes. */
export class Budget {
  #minute = 0;
  #spent = 0;

  constructor(
    private readonly perMinute: number,
    private readonly clock: Clock,
  ) {}

  /** Counts one request; returns false when the minute's limit is reached. */
  take(): boolean {
    const minute = Math.floor(this.clock.nowMs() / MINUTE_MS);
    if (minute !== this.#minute) [this.#minute, this.#spent] = [minute, 0];
    this.#spent += 1;
    return this.#spent <= this.perMinute;
  }
}
