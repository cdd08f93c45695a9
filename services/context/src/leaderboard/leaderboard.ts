import { type Connection, storeUnavailableAs } from '@platform/store/mongo';
import { Schema } from 'mongoose';

/** A paper deployment whose account agreed to be shown; it does not name the account. */
export interface RankedStrategy {
  /** From 1; rows are shown in its order. */
  readonly displayRank: number;
  readonly name: string;
  readonly framework: string;
  readonly venue: string;
  /** Canonical symbols. */
  readonly symbols: readonly string[];
  /** Whether prices are generated, as a sandbox's are. */
  readonly simulated: boolean;
  readonly daysRunning: number;
  readonly profitPct: number;
  readonly maxDrawdownPct: number;
  readonly trades: number;
  /** 0 to 1. */
  readonly winRate: number;
  readonly startedAt: Date;
}

/** One document per deployment, by its id. */
type StrategyRecord = RankedStrategy & { readonly _id: string };

/** The most strategies shown. */
const SHOWN_MAX = 100;

const DISCLAIMER =
  'Paper trading on simulated money. Past results say nothing about future ones. No row is advice to trade.';

const strategySchema = new Schema<StrategyRecord>(
  {
    _id: { type: String, required: true },
    displayRank: { type: Number, required: true },
    name: { type: String, required: true },
    framework: { type: String, required: true },
    venue: { type: String, required: true },
    symbols: { type: [String], required: true },
    simulated: { type: Boolean, required: true },
    daysRunning: { type: Number, required: true },
    profitPct: { type: Number, required: true },
    maxDrawdownPct: { type: Number, required: true },
    trades: { type: Number, required: true },
    winRate: { type: Number, required: true },
    startedAt: { type: Date, required: true },
  },
  { collection: 'leaderboard', versionKey: false },
).index({ displayRank: 1 });

function strategyModel(connection: Connection) {
  return connection.model('RankedStrategy', strategySchema);
}

/** The public paper deployments. Every row is real: while there are none, the board is empty. */
export class Leaderboard {
  readonly #strategies: ReturnType<typeof strategyModel>;

  constructor(connection: Connection) {
    this.#strategies = strategyModel(connection);
  }

  /** Creates the index. */
  async initialize(): Promise<void> {
    await this.#strategies.createIndexes();
  }

  /** Returns the strategies in the order of their ranks. Throws `leaderboard_store_unavailable`. */
  async read(): Promise<{ strategies: RankedStrategy[]; disclaimer: string }> {
    const strategies = await this.#strategies
      .find({}, { _id: 0 })
      .sort({ displayRank: 1 })
      .limit(SHOWN_MAX)
      .lean<RankedStrategy[]>()
      .catch((error: unknown) => {
        throw storeUnavailableAs('leaderboard_store_unavailable')(error);
      });
    return { strategies, disclaimer: DISCLAIMER };
  }
}
