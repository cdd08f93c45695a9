import { PlatformError } from '@platform/errors';

/** How many of something one request may still ask for: below a list of backtests it is asked for again and again. */
export class Allowance {
  #left: number;

  constructor(
    private readonly maximum: number,
    private readonly what: string,
    private readonly path: string,
  ) {
    this.#left = maximum;
  }

  /** Throws `invalid_request` where a request would get too many together. */
  take(count: number): void {
    this.#left -= Math.max(count, 0);
    if (this.#left >= 0) return;
    throw new PlatformError('invalid_request', {
      details: [{ path: this.path, message: `must come to at most ${this.maximum} ${this.what} in one document` }],
    });
  }
}
