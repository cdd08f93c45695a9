import { type Clock, systemClock } from '@platform/kit/clock';

/** The machine's clock, which may skip hours: sleepers notice nothing. */
export class SkippingClock implements Clock {
  #skippedMs = 0;
  readonly sleep = systemClock.sleep;

  nowMs(): number {
    return systemClock.nowMs() + this.#skippedMs;
  }

  now(): Date {
    return new Date(this.nowMs());
  }

  skip(durationMs: number): void {
    this.#skippedMs += durationMs;
  }
}
