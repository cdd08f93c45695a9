// Why: docs/decisions/wallet/gas-and-turns.md
import { PlatformError } from '@platform/errors';

/** Withdrawals of an account that may be under way at once, and requests of it that may wait for their turn. */
export const OPEN_WITHDRAWALS_MAX = 20;
/** Requests of an account that may be in hand at once, those for the same withdrawal included: these need no turn, and each reads the store. */
const REQUESTS_MAX = 200;
const RETRY_AFTER_SECONDS = 60;

/** Returns the refusal of an account that has as many withdrawals under way as it may. */
export function tooManyWithdrawals(): PlatformError {
  return new PlatformError('rate_limited', { details: { retry_after_seconds: RETRY_AFTER_SECONDS } });
}

/**
 * Lets each account do one thing at a time: its requests conflict in the store anyway, and a crowd of them would be retried there at the
 * cost of everybody else.
 */
export class AccountTurns {
  readonly #waiting = new Map<string, { count: number; last: Promise<unknown> }>();
  readonly #underWay = new Map<string, Promise<unknown>>();
  readonly #inHand = new Map<string, number>();

  /**
   * Handles a request of an account. Throws `rate_limited` when the account has too many in hand: before anything is read for it, since the
   * reads of thousands of requests would keep every other account from the store.
   */
  async admit<Result>(accountId: string, handle: () => Promise<Result>): Promise<Result> {
    const inHand = this.#inHand.get(accountId) ?? 0;
    if (inHand >= REQUESTS_MAX) throw tooManyWithdrawals();
    this.#inHand.set(accountId, inHand + 1);
    try {
      return await handle();
    } finally {
      const left = (this.#inHand.get(accountId) ?? 0) - 1;
      if (left > 0) this.#inHand.set(accountId, left);
      else this.#inHand.delete(accountId);
    }
  }

  /** Returns what waits or works under a key of the account, so that the same request need not wait beside itself. */
  underWay(accountId: string, key: string): Promise<unknown> | undefined {
    return this.#underWay.get(`${accountId} ${key}`);
  }

  /**
   * Does the work of a request once the account's earlier work is over. Throws `rate_limited` when too much of it waits already. `key`: the
   * request's, under which nothing is under way.
   */
  async run<Result>(accountId: string, key: string, work: () => Promise<Result>): Promise<Result> {
    const turns = this.#waiting.get(accountId) ?? { count: 0, last: Promise.resolve() };
    if (turns.count >= OPEN_WITHDRAWALS_MAX) throw tooManyWithdrawals();
    turns.count += 1;
    const result = turns.last.then(work, work);
    turns.last = result;
    this.#waiting.set(accountId, turns);
    this.#underWay.set(`${accountId} ${key}`, result);
    try {
      return await result;
    } finally {
      this.#underWay.delete(`${accountId} ${key}`);
      turns.count -= 1;
      if (turns.count === 0) this.#waiting.delete(accountId);
    }
  }
}
