import { type Connection, type Model, Schema } from 'mongoose';
import type { ClosedTrade } from '../../bots/frames.js';

/** Of one deployment: beyond that the oldest go. */
const KEPT_MAX = 50_000;
/** Characters of a tag or a reason, which are the strategy's own: freqtrade keeps as many. */
const TEXT_MAX = 255;

/** A closed trade as it is kept. */
export interface StoredTrade {
  /** Its number among the trades of its deployment. */
  readonly number: number;
  /** Framework alias of its market. */
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly openedAtMs: number;
  readonly closedAtMs: number;
  readonly openRate: number;
  readonly closeRate: number;
  readonly amount: number;
  readonly stakeAmount: number;
  readonly leverage: number;
  readonly feesAbs: number;
  readonly profitAbs: number;
  readonly profitRatio: number;
  readonly entryTag: string | null;
  readonly exitReason: string;
  /** Whether one of its orders was filled only in part; absent where its bot didn't say. */
  readonly partlyFilled?: boolean;
}

/** A place in their order: the newest close first, then the greater number. */
export type TradePosition = Pick<StoredTrade, 'closedAtMs' | 'number'>;

/** `_id` is of the deployment and the number: a trade that is told again is the same one. */
interface TradeRecord extends StoredTrade {
  readonly _id: string;
  readonly deploymentId: string;
}

const tradeSchema = new Schema<TradeRecord>(
  {
    _id: { type: String, required: true },
    deploymentId: { type: String, required: true },
    number: { type: Number, required: true },
    symbol: { type: String, required: true },
    side: { type: String, required: true },
    openedAtMs: { type: Number, required: true },
    closedAtMs: { type: Number, required: true },
    openRate: { type: Number, required: true },
    closeRate: { type: Number, required: true },
    amount: { type: Number, required: true },
    stakeAmount: { type: Number, required: true },
    leverage: { type: Number, required: true },
    feesAbs: { type: Number, required: true },
    profitAbs: { type: Number, required: true },
    profitRatio: { type: Number, required: true },
    entryTag: String,
    exitReason: String,
    partlyFilled: Boolean,
  },
  { collection: 'deployment_trades', versionKey: false },
).index({ deploymentId: 1, closedAtMs: -1, number: -1 });

const NEWEST_FIRST = { closedAtMs: -1, number: -1 } as const;

/** The trades that deployments have closed. */
export class ClosedTrades {
  readonly #trades: Model<TradeRecord>;

  constructor(connection: Connection) {
    this.#trades = connection.model<TradeRecord>('DeploymentTrade', tradeSchema);
  }

  /** Makes the index that reads use. */
  async initialize(): Promise<void> {
    await this.#trades.createIndexes();
  }

  /** Stores trades; one that is told again is written over. */
  async note(deploymentId: string, trades: readonly ClosedTrade[]): Promise<void> {
    if (trades.length === 0) return;
    const writes = trades.map((trade) => ({
      updateOne: {
        filter: { _id: `${deploymentId}/${trade.number}` },
        update: { $set: { deploymentId, ...toStored(trade) } },
        upsert: true,
      },
    }));
    await this.#trades.bulkWrite(writes, { ordered: false });
    await this.#dropOldest(deploymentId);
  }

  /** Returns up to `limit` trades of a deployment, those after a position. */
  async page(deploymentId: string, after: TradePosition | undefined, limit: number): Promise<StoredTrade[]> {
    const older = after === undefined ? {} : olderThan(after);
    return this.#trades
      .find({ deploymentId, ...older }, { _id: 0, deploymentId: 0 })
      .sort(NEWEST_FIRST)
      .limit(limit)
      .lean<StoredTrade[]>();
  }

  /** Returns the highest number of a deployment's trades; undefined where it has none. */
  async lastNumber(deploymentId: string): Promise<number | undefined> {
    const found = this.#trades.findOne({ deploymentId }, { _id: 0, number: 1 }).sort({ number: -1 });
    return (await found.lean<Pick<StoredTrade, 'number'>>())?.number;
  }

  /** Removes the trades of a deployment. */
  async remove(deploymentId: string): Promise<void> {
    await this.#trades.deleteMany({ deploymentId });
  }

  async #dropOldest(deploymentId: string): Promise<void> {
    const [newestDropped] = await this.#trades
      .find({ deploymentId }, { _id: 0, closedAtMs: 1, number: 1 })
      .sort(NEWEST_FIRST)
      .skip(KEPT_MAX)
      .limit(1)
      .lean<TradePosition[]>();
    if (newestDropped === undefined) return;
    const { closedAtMs, number } = newestDropped;
    await this.#trades.deleteMany({
      deploymentId,
      $or: [{ closedAtMs: { $lt: closedAtMs } }, { closedAtMs, number: { $lte: number } }],
    });
  }
}

function olderThan({ closedAtMs, number }: TradePosition) {
  // The index uses the first condition; the alternatives select the remaining trades of the same millisecond.
  return {
    closedAtMs: { $lte: closedAtMs },
    $or: [{ closedAtMs: { $lt: closedAtMs } }, { closedAtMs, number: { $lt: number } }],
  };
}

function toStored(trade: ClosedTrade): StoredTrade {
  return {
    number: trade.number,
    symbol: trade.symbol,
    side: trade.side,
    openedAtMs: trade.opened_at_ms,
    closedAtMs: trade.closed_at_ms,
    openRate: trade.open_rate,
    closeRate: trade.close_rate,
    amount: trade.amount,
    stakeAmount: trade.stake_amount,
    leverage: trade.leverage,
    feesAbs: trade.fees_abs,
    profitAbs: trade.profit_abs,
    profitRatio: trade.profit_ratio,
    entryTag: trade.entry_tag?.slice(0, TEXT_MAX) ?? null,
    exitReason: trade.exit_reason.slice(0, TEXT_MAX),
    ...(trade.partly_filled !== undefined && { partlyFilled: trade.partly_filled }),
  };
}
