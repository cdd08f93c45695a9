// Why: docs/decisions/wallet/gas-and-turns.md
import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import { type ClientSession, type Connection, Schema } from 'mongoose';
import type { Solvency } from './solvency.js';

const DAY_MS = 86_400_000;
const TOTAL = 'total';

/** What the transfers of one account, or of all, were expected to cost on one day. */
interface GasSpending {
  /** The day and the account's id, or `total`. */
  readonly _id: string;
  readonly wei: bigint;
  readonly forgetAt: Date;
}

const spendingSchema = new Schema<GasSpending>(
  {
    _id: { type: String, required: true },
    wei: { type: BigInt, required: true },
    forgetAt: { type: Date, required: true, index: { expires: 0 } },
  },
  { collection: 'gas_spending', versionKey: false },
);

/** The maximum cost of transfers per day (UTC), in wei. */
export interface GasLimits {
  readonly accountWei: bigint;
  readonly totalWei: bigint;
}

/**
 * Limits what accounts can make the relayer spend. A transfer is counted when it is accepted, with the price of that moment: what it costs
 * in the end is less, or is bounded by the relayer's maximum fee. Counts outlive the process; a reset in the database is bounded
 * by the relayer's balance.
 */
export class GasBudget {
  readonly #spending;

  constructor(
    connection: Connection,
    private readonly solvency: Pick<Solvency, 'transferCostWei'>,
    private readonly limits: GasLimits,
    private readonly clock: Clock,
  ) {
    this.#spending = connection.model('GasSpending', spendingSchema);
  }

  /** Creates the collection's indexes. */
  async initialize(): Promise<void> {
    await this.#spending.createIndexes();
  }

  /**
   * Returns what a transfer costs now. Throws `rate_limited` when the day's total is used up, and `wallet_upstream_unavailable` when the chain
   * doesn't say its price.
   */
  async quote(): Promise<bigint> {
    const costWei = await this.solvency.transferCostWei();
    if (costWei === undefined) throw new PlatformError('wallet_upstream_unavailable');
    const { wei = 0n } = (await this.#spending.findById(this.#idOf(TOTAL)).lean<GasSpending>()) ?? {};
    if (BigInt(wei) + costWei > this.limits.totalWei) throw this.#usedUp();
    return costWei;
  }

  /** Counts a transfer of an account in the caller's transaction. Throws `rate_limited` when the account's day is used up. */
  async take(accountId: string, costWei: bigint, session: ClientSession): Promise<void> {
    if ((await this.#add(accountId, costWei, session)) > this.limits.accountWei) throw this.#usedUp();
  }

  /** Counts an accepted transfer in the total: outside of its transaction, since all accounts' transactions would conflict there. */
  async taken(costWei: bigint): Promise<void> {
    await this.#add(TOTAL, costWei);
  }

  async #add(whose: string, wei: bigint, session?: ClientSession): Promise<bigint> {
    const forgetAt = new Date(this.#midnightMs() + DAY_MS);
    const spending = await this.#spending
      .findOneAndUpdate(
        { _id: this.#idOf(whose) },
        { $inc: { wei }, $setOnInsert: { forgetAt } },
        { upsert: true, returnDocument: 'after', session: session ?? null },
      )
      .orFail()
      .lean<GasSpending>();
    return BigInt(spending.wei);
  }

  #usedUp(): PlatformError {
    const retryAfterSeconds = Math.ceil((this.#midnightMs() - this.clock.nowMs()) / 1_000);
    return new PlatformError('rate_limited', { details: { retry_after_seconds: retryAfterSeconds } });
  }

  #idOf(whose: string): string {
    return `${this.clock.now().toISOString().slice(0, 10)}|${whose}`;
  }

  /** The end of the day. */
  #midnightMs(): number {
    const nowMs = this.clock.nowMs();
    return nowMs - (nowMs % DAY_MS) + DAY_MS;
  }
}
