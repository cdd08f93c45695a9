// Why: docs/decisions/runtime/worker-output.md
import { type Connection, type Model, mongo, Schema } from 'mongoose';
import type { BacktestTrade } from '../frameworks/framework.js';
import type { LogLines } from './log-lines.js';

/** One attempt at a backtest: what a fenced-off worker still writes belongs to its own epoch, which is never read. */
export interface Attempt {
  readonly backtestId: string;
  readonly epoch: number;
}

interface Chunk<Item> extends Attempt {
  readonly sequence: number;
  readonly items: readonly Item[];
}

/** Lines of a log. */
interface LogChunk extends Chunk<string> {
  /** Which of the items the platform wrote; absent where a version wrote them that did not tell. */
  readonly platformItems?: readonly number[];
}

function chunkSchema<Item>(collection: string, item: object, further: object = {}) {
  const schema = new Schema<Chunk<Item>>(
    {
      backtestId: { type: String, required: true },
      epoch: { type: Number, required: true },
      sequence: { type: Number, required: true },
      items: { type: [item], required: true },
      ...further,
    },
    { collection, versionKey: false },
  );
  return schema.index({ backtestId: 1, epoch: 1, sequence: 1 }, { unique: true });
}

/** What later runs keep of a trade beside what all have kept. */
type LaterFields = 'stakeAmount' | 'leverage' | 'feesAbs' | 'entryTag';

/** A trade as it is kept; of a run of before they were kept the later fields are absent. */
export type StoredTrade = Omit<BacktestTrade, LaterFields> & Partial<Pick<BacktestTrade, LaterFields>>;

/** Where a trade stands among those of its run: its chunk, and its place in the chunk. */
export interface TradePosition {
  readonly sequence: number;
  readonly index: number;
}

/** The filter of trades. */
export interface TradeFilter {
  /** Framework alias of their market. */
  readonly symbol?: string | undefined;
  /** Inclusive. */
  readonly closedFromMs?: number | undefined;
  /** Exclusive. */
  readonly closedToMs?: number | undefined;
}

/** Up to `limit` trades that a filter lets through, those after a position. */
export interface TradePage extends TradeFilter {
  readonly after: TradePosition | undefined;
  readonly limit: number;
}

/** A trade with its place. */
export interface PlacedTrade extends TradePosition {
  readonly trade: StoredTrade;
}

const logSchema = chunkSchema<string>(
  'backtest_logs',
  { type: String },
  { platformItems: { type: [Number], default: undefined } },
);
const tradeSchema = chunkSchema<StoredTrade>('backtest_trades', {
  _id: false,
  symbol: String,
  side: String,
  openedAtMs: Number,
  closedAtMs: Number,
  openRate: Number,
  closeRate: Number,
  amount: Number,
  stakeAmount: Number,
  leverage: Number,
  feesAbs: Number,
  profitAbs: Number,
  profitRatio: Number,
  entryTag: String,
  exitReason: String,
});

/** What runs print and trade, in chunks beside their records. */
export class RunOutput {
  readonly #logs: Model<LogChunk>;
  readonly #trades: Model<Chunk<StoredTrade>>;

  constructor(connection: Connection) {
    this.#logs = connection.model<LogChunk>('BacktestLogChunk', logSchema);
    this.#trades = connection.model<Chunk<StoredTrade>>('BacktestTradeChunk', tradeSchema);
  }

  /** Makes the indexes that reads use. */
  async initialize(): Promise<void> {
    await Promise.all([this.#logs.createIndexes(), this.#trades.createIndexes()]);
  }

  /** Stores lines as the chunk of a sequence number; writing one again changes nothing. */
  async writeLogs(attempt: Attempt, sequence: number, { lines, platformLines }: LogLines): Promise<void> {
    const chunk = { items: lines, platformItems: platformLines };
    await this.#logs.updateOne({ ...attempt, sequence }, { $setOnInsert: chunk }, { upsert: true });
  }

  /** Returns the lines of an attempt, oldest first. */
  async readLogs(attempt: Attempt): Promise<LogLines> {
    const chunks = await this.#logs
      .find({ ...attempt }, { items: 1, platformItems: 1 })
      .sort({ sequence: 1 })
      .lean<LogChunk[]>();
    const lines: string[] = [];
    const platformLines: number[] = [];
    for (const { items, platformItems = [] } of chunks) {
      for (const index of platformItems) platformLines.push(lines.length + index);
      for (const line of items) lines.push(line);
    }
    return { lines, platformLines };
  }

  /** Stores trades as the chunk of a sequence number; writing one again changes nothing. */
  async writeTrades(attempt: Attempt, sequence: number, trades: readonly BacktestTrade[]): Promise<void> {
    await this.#trades.updateOne({ ...attempt, sequence }, { $setOnInsert: { items: trades } }, { upsert: true });
  }

  /** Returns a page of the trades of an attempt, in their order. */
  async readTrades(attempt: Attempt, { after, limit, ...filter }: TradePage): Promise<PlacedTrade[]> {
    const { backtestId, epoch } = attempt;
    const beyond = {
      ...matching(filter),
      ...(after && { $or: [{ sequence: { $gt: after.sequence } }, { index: { $gt: after.index } }] }),
    };
    return this.#trades.aggregate<PlacedTrade>([
      { $match: { backtestId, epoch, sequence: { $gte: after?.sequence ?? 0 } } },
      { $sort: { sequence: 1 } },
      { $unwind: { path: '$items', includeArrayIndex: 'index' } },
      ...(Object.keys(beyond).length === 0 ? [] : [{ $match: beyond }]),
      { $limit: limit },
      // The index of an unwound item is a 64-bit integer, which is read as a bigint.
      { $project: { _id: 0, sequence: 1, index: { $toInt: '$index' }, trade: '$items' } },
    ]);
  }

  /** Removes what earlier attempts at a backtest left, and the attempt's own trades unless they are kept. */
  async keepLatest({ backtestId, epoch }: Attempt, keepTrades: boolean): Promise<void> {
    const earlier = { backtestId, epoch: { $lt: epoch } };
    const trades = keepTrades ? earlier : { backtestId, epoch: { $lte: epoch } };
    await Promise.all([this.#logs.deleteMany(earlier), this.#trades.deleteMany(trades)]);
  }

  /** Returns the stored size of a backtest's output, all attempts together, in bytes. */
  async storedBytes(backtestId: string): Promise<number> {
    const sizes = [{ $match: { backtestId } }, { $group: { _id: null, bytes: { $sum: { $bsonSize: '$$ROOT' } } } }];
    const sums = await Promise.all([
      this.#logs.aggregate<{ bytes: number }>(sizes),
      this.#trades.aggregate<{ bytes: number }>(sizes),
    ]);
    return sums.flat().reduce((total, { bytes }) => total + Number(bytes), 0);
  }

  /** Removes everything of these backtests. */
  async remove(backtestIds: readonly string[]): Promise<void> {
    const filter = { backtestId: { $in: backtestIds } };
    await Promise.all([this.#logs.deleteMany(filter), this.#trades.deleteMany(filter)]);
  }
}

/** Returns the stored size of trades, in bytes. */
export function storedTradeBytes(trades: readonly BacktestTrade[]): number {
  return trades.reduce((total, trade) => total + mongo.BSON.calculateObjectSize(trade), 0);
}

/** Matches the unwound trades that a filter lets through. */
function matching({ symbol, closedFromMs, closedToMs }: TradeFilter) {
  const closed = {
    ...(closedFromMs !== undefined && { $gte: closedFromMs }),
    ...(closedToMs !== undefined && { $lt: closedToMs }),
  };
  return {
    ...(symbol !== undefined && { 'items.symbol': symbol }),
    ...(Object.keys(closed).length > 0 && { 'items.closedAtMs': closed }),
  };
}
