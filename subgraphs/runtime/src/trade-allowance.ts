import { PlatformError } from '@platform/errors';

const TRADES_A_REQUEST_MAX = 2_000;

/** How many trades one request may still ask for: below a list of backtests a page of them is asked for again and again. */
export class TradeAllowance {
  #left = TRADES_A_REQUEST_MAX;

  /** Throws `invalid_request` where the pages of a request would hold too many together. */
  take(count: number): void {
    this.#left -= Math.max(count, 0);
    if (this.#left >= 0) return;
    throw new PlatformError('invalid_request', {
      details: [{ path: 'first', message: `must come to at most ${TRADES_A_REQUEST_MAX} trades in one document` }],
    });
  }
}
