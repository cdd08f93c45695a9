import { PlatformError } from '@platform/errors';

/** How many items of a kind one request may still read: below a list of backtests each item is read separately. */
export class Allowance {
  #left: number;

  constructor(
    private readonly maximum: number,
    private readonly what: string,
    private readonly path: string,
  ) {
    this.#left = maximum;
  }

  /** Throws `invalid_request` when a request would read too many in total. */
  take(count: number): void {
    this.#left -= Math.max(count, 0);
    if (this.#left >= 0) return;
    throw new PlatformError('invalid_request', {
      details: [{ path: this.path, message: `must come to at most ${this.maximum} ${this.what} in one document` }],
    });
  }
}
