import type { Clock } from '@platform/kit/clock';
import {
  heldBy,
  type Lease,
  type LeaseFields,
  releaseLease,
  renewLease,
  takeLease,
  unleased,
} from '@platform/store/leases';
import { type Connection, isDuplicateKey } from '@platform/store/mongo';
import { type PipelineStage, Schema } from 'mongoose';
import { LeaseLostError } from '../tables/catalogue.js';
import type { Analysis } from './analysis.js';
import type { ScanResult } from './ranking.js';

/** What was found out about a market in a round. */
export interface MarketSnapshot extends Analysis {
  readonly venue: string;
  readonly symbol: string;
  readonly computedAt: Date;
}

/** The scan of a round, best first. */
export interface ScanSnapshot {
  readonly computedAt: Date;
  readonly results: readonly ScanResult[];
}

type MarketRecord = MarketSnapshot & { readonly _id: string };

/** The one record of the rounds: who works on the next, when that is due, and what the last one found. */
interface RoundRecord extends LeaseFields {
  readonly _id: string;
  readonly dueAt: Date;
  /** When a round was last wanted before it was due. */
  readonly hastenedAt?: Date;
  readonly scan?: ScanSnapshot;
}

const marketSchema = new Schema<MarketRecord>(
  {
    _id: { type: String, required: true },
    venue: { type: String, required: true },
    symbol: { type: String, required: true },
    computedAt: { type: Date, required: true },
    setup: { type: Schema.Types.Mixed, required: true },
    findings: { type: [Schema.Types.Mixed], required: true },
  },
  { collection: 'market_snapshots', versionKey: false, minimize: false },
)
  .index({ symbol: 1 })
  .index({ computedAt: 1 });

const roundSchema = new Schema<RoundRecord>(
  {
    _id: { type: String, required: true },
    dueAt: { type: Date, required: true },
    hastenedAt: Date,
    scan: {
      type: new Schema({ computedAt: Date, results: [Schema.Types.Mixed] }, { _id: false, minimize: false }),
    },
    lease: { type: new Schema({ owner: String, epoch: Number, expiresAt: Date }, { _id: false }) },
  },
  { collection: 'intelligence_rounds', versionKey: false, minimize: false },
);

function modelsOf(connection: Connection) {
  return {
    markets: connection.model('MarketSnapshot', marketSchema),
    rounds: connection.model('IntelligenceRound', roundSchema),
  };
}

const ROUND = 'round';
/** Far longer than a part of a round takes; what a killed process held is free after it. */
const LEASE_MS = 15_000;
/** From the start of one round to that of the next at least, where many are wanted in a row: on a new platform. */
const PAUSE_MS = 5_000;
/** A market that no round has judged for so long has gone. */
const KEEP_MS = 24 * 3_600_000;

/** What was last found out about the markets, and who finds it out. Only snapshots are ever served. */
export class Snapshots {
  readonly #models: ReturnType<typeof modelsOf>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#models = modelsOf(connection);
  }

  /** Makes the indexes, and the record of the rounds, due at once. */
  async initialize(): Promise<void> {
    await this.#models.markets.createIndexes();
    const first = { $setOnInsert: { dueAt: this.clock.now() } };
    await this.#models.rounds.updateOne({ _id: ROUND }, first, { upsert: true }).catch((error: unknown) => {
      // Another process has made it in the same moment.
      if (!isDuplicateKey(error)) throw error;
    });
  }

  /** Takes the round that is due; undefined when none is, or another process works on it. */
  async take(owner: string): Promise<Lease | undefined> {
    const due = { _id: ROUND, dueAt: { $lte: this.clock.now() } };
    const taken = await this.#models.rounds
      .findOneAndUpdate({ $and: [due, unleased()] }, [takeLease(owner, LEASE_MS)], {
        returnDocument: 'after',
        updatePipeline: true,
      })
      .lean<RoundRecord>();
    return taken === null ? undefined : { owner, epoch: taken.lease?.epoch ?? 0 };
  }

  /** Stores what was found out about some markets, and keeps the round for longer. Throws `LeaseLostError`. */
  async keep(lease: Lease, markets: readonly MarketSnapshot[]): Promise<void> {
    await this.#write(lease, [renewLease(LEASE_MS)]);
    await this.#models.markets.bulkWrite(
      markets.map((market) => ({
        replaceOne: { filter: { _id: idOf(market) }, replacement: { _id: idOf(market), ...market }, upsert: true },
      })),
    );
  }

  /** Has a round begin soon: something that markets are judged by was stored for the first time. */
  async hasten(): Promise<void> {
    const now = this.clock.now();
    const soon = { $max: [now, { $add: ['$scan.computedAt', PAUSE_MS] }] };
    await this.#models.rounds.updateOne(
      { _id: ROUND },
      [{ $set: { hastenedAt: now, dueAt: { $min: ['$dueAt', soon] } } }],
      { updatePipeline: true },
    );
  }

  /**
   * Ends the round with its scan; the next is due at `dueAt`, or soon where it was hastened since this one began, which may not have
   * seen why. Throws `LeaseLostError`.
   */
  async complete(lease: Lease, scan: ScanSnapshot, dueAt: Date): Promise<void> {
    const soon = new Date(scan.computedAt.getTime() + PAUSE_MS);
    const isHastened = { $gte: ['$hastenedAt', scan.computedAt] };
    const next = { $cond: [isHastened, { $min: [soon, dueAt] }, dueAt] };
    await this.#write(lease, [{ $set: { scan: { $literal: scan }, dueAt: next } }, releaseLease()]);
    await this.#models.markets.deleteMany({ computedAt: { $lt: new Date(scan.computedAt.getTime() - KEEP_MS) } });
  }

  /** Gives the round back unfinished; it is due at `dueAt`. Throws `LeaseLostError`. */
  async abandon(lease: Lease, dueAt: Date): Promise<void> {
    await this.#write(lease, [{ $set: { dueAt } }, releaseLease()]);
  }

  async #write(lease: Lease, update: PipelineStage.Set[]): Promise<void> {
    const { matchedCount } = await this.#models.rounds.updateOne({ _id: ROUND, ...heldBy(lease) }, update, {
      updatePipeline: true,
    });
    if (matchedCount === 0) throw new LeaseLostError('another process works on the round');
  }

  /** The scan of the last round; undefined before the first. */
  async scan(): Promise<ScanSnapshot | undefined> {
    const round = await this.#models.rounds.findById(ROUND).lean<RoundRecord>();
    return round?.scan;
  }

  /** When the last round was computed; undefined before the first. */
  async computedAt(): Promise<Date | undefined> {
    const round = await this.#models.rounds.findById(ROUND, { 'scan.computedAt': 1 }).lean<RoundRecord>();
    return round?.scan?.computedAt;
  }

  /** What was found out about a market; its symbol is one of one venue alone. */
  async ofSymbol(symbol: string): Promise<MarketSnapshot | undefined> {
    const found = await this.#models.markets.findOne({ symbol }).lean<MarketRecord>();
    return found ?? undefined;
  }

  /** What was found out about several markets, by one query; in any order. */
  async ofMarkets(references: readonly Pick<MarketSnapshot, 'venue' | 'symbol'>[]): Promise<MarketSnapshot[]> {
    return this.#models.markets.find({ _id: { $in: references.map(idOf) } }).lean<MarketRecord[]>();
  }
}

function idOf({ venue, symbol }: Pick<MarketSnapshot, 'venue' | 'symbol'>): string {
  return `${venue}/${symbol}`;
}
