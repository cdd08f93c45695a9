// Why: docs/decisions/wallet/gas-and-turns.md
import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import { type Network, networks } from '@platform/kit/networks';
import { type ClientSession, type Connection, inTransaction } from '@platform/store/mongo';
import { Schema } from 'mongoose';
import type { PaymentObstacle, Solvency } from './solvency.js';

const DAY_MS = 86_400_000;
const WEI_PER_GWEI = 1_000_000_000n;
const TOTAL = 'total';

/** What the transfers of one account, or of all, on a network were expected to cost on one day. */
interface GasSpending {
  /** The day, the network, and the account's id or `total`. */
  readonly _id: string;
  /** A sum in wei would not fit into 64 bits. */
  readonly gwei: bigint;
  readonly forgetAt: Date;
}

const spendingSchema = new Schema<GasSpending>(
  {
    _id: { type: String, required: true },
    gwei: { type: BigInt, required: true },
    forgetAt: { type: Date, required: true, index: { expires: 0 } },
  },
  { collection: 'gas_spending', versionKey: false },
);

/** The maximum cost of a network's transfers per day (UTC), in gwei. */
export interface GasLimits {
  readonly accountGwei: bigint;
  readonly totalGwei: bigint;
}

/**
 * Limits what accounts can make the relayer spend on a network. A transfer is counted when it is accepted, with the price of that moment: what it costs
 * in the end is less, or is bounded by the relayer's maximum fee. Counts outlive the process; a reset in the database is bounded
 * by the relayer's balance.
 */
export class GasBudget {
  readonly #spending;

  constructor(
    private readonly connection: Connection,
    private readonly network: Network,
    private readonly solvency: Pick<Solvency, 'transferCost'>,
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
   * Runs the transaction that accepts a transfer of an account. `accept` calls `take` once it is sure to accept: that counts what the
   * transfer costs now. Throws `rate_limited` when the day of the account, or of all, is used up, and `wallet_upstream_unavailable` when the
   * chain doesn't say its price, or the relayer can't pay it: `details.reason` is then the `PaymentObstacle`.
   */
  async accepting<Result>(
    accountId: string,
    accept: (session: ClientSession, take: () => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    const gwei = await this.#quote();
    let isTaken = false;
    const result = await inTransaction(this.connection, (session) => {
      isTaken = false;
      return accept(session, async () => {
        if ((await this.#add(accountId, gwei, session)) > this.limits.accountGwei) throw this.#usedUp();
        isTaken = true;
      });
    });
    // Outside of the transaction, since all accounts' transactions would conflict here.
    if (isTaken) await this.#add(TOTAL, gwei);
    return result;
  }

  async #quote(): Promise<bigint> {
    const { network } = this;
    const cost = await this.solvency.transferCost();
    if (cost === undefined) throw new PlatformError('wallet_upstream_unavailable', { details: { network } });
    // Accepted now, it would most likely fail when its time is over, and hold its money until then.
    if ('obstacle' in cost) throw unpayable(network, cost.obstacle);
    const costGwei = (cost.costWei + WEI_PER_GWEI - 1n) / WEI_PER_GWEI;
    const { gwei = 0n } = (await this.#spending.findById(this.#idOf(TOTAL)).lean<GasSpending>()) ?? {};
    if (BigInt(gwei) + costGwei > this.limits.totalGwei) throw this.#usedUp();
    return costGwei;
  }

  async #add(whose: string, gwei: bigint, session?: ClientSession): Promise<bigint> {
    const forgetAt = new Date(this.#midnightMs() + DAY_MS);
    const spending = await this.#spending
      .findOneAndUpdate(
        { _id: this.#idOf(whose) },
        { $inc: { gwei }, $setOnInsert: { forgetAt } },
        { upsert: true, returnDocument: 'after', session: session ?? null },
      )
      .orFail()
      .lean<GasSpending>();
    return BigInt(spending.gwei);
  }

  #usedUp(): PlatformError {
    const retryAfterSeconds = Math.ceil((this.#midnightMs() - this.clock.nowMs()) / 1_000);
    return new PlatformError('rate_limited', { details: { retry_after_seconds: retryAfterSeconds } });
  }

  #idOf(whose: string): string {
    return `${this.clock.now().toISOString().slice(0, 10)}|${this.network}|${whose}`;
  }

  /** The end of the day. */
  #midnightMs(): number {
    const nowMs = this.clock.nowMs();
    return nowMs - (nowMs % DAY_MS) + DAY_MS;
  }
}

function unpayable(network: Network, reason: PaymentObstacle): PlatformError {
  const { name } = networks[network];
  return new PlatformError('wallet_upstream_unavailable', {
    message: `The platform can not pay for a transfer on ${name} at present. Nothing was accepted: try again later.`,
    details: { network, reason },
  });
}
