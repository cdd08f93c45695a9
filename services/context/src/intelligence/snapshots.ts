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

/** A market's analysis in a round. */
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

/** The one record of the rounds: the holder of the next, its due time, and the last one's scan. */
interface RoundRecord extends LeaseFields {
  readonly _id: string;
  readonly dueAt: Date;
  /** When a round was last requested before its due time. */
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
/** Far longer than a part of a round takes; a killed process's lease ends after it. */
const LEASE_MS = 15_000;
/** The shortest time from the start of one round to that of the next, where many are requested in a row: on a new platform. */
const PAUSE_MS = 5_000;
/** A market that no round has judged for this long was removed. */
const KEEP_MS = 24 * 3_600_000;

/** The last analyses of the markets, and the lease of the next round. Only snapshots are ever served. */
export class Snapshots {
  readonly #models: ReturnType<typeof modelsOf>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#models = modelsOf(connection);
  }

  /** Creates the indexes and the record of the rounds, due at once. */
  async initialize(): Promise<void> {
    await this.#models.markets.createIndexes();
    const first = { $setOnInsert: { dueAt: this.clock.now() } };
    await this.#models.rounds.updateOne({ _id: ROUND }, first, { upsert: true }).catch((error: unknown) => {
      // Another process has created it in the same moment.
      if (!isDuplicateKey(error)) throw error;
    });
  }

  /** Takes the lease of the due round; returns undefined when none is due, or another process works on it. */
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

  /** Stores the analyses of some markets and renews the lease. Throws `LeaseLostError`. */
  async keep(lease: Lease, markets: readonly MarketSnapshot[]): Promise<void> {
    await this.#write(lease, [renewLease(LEASE_MS)]);
    await this.#models.markets.bulkWrite(
      markets.map((market) => ({
        replaceOne: { filter: { _id: idOf(market) }, replacement: { _id: idOf(market), ...market }, upsert: true },
      })),
    );
  }

  /** Makes the next round begin soon: a table that markets are judged by was stored for the first time. */
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
   * Ends the round with its scan; the next is due at `dueAt`, or soon where it was hastened after this one began, which may have missed the
   * new rows. Throws `LeaseLostError`.
   */
  async complete(lease: Lease, scan: ScanSnapshot, dueAt: Date): Promise<void> {
    const soon = new Date(scan.computedAt.getTime() + PAUSE_MS);
    const isHastened = { $gte: ['$hastenedAt', scan.computedAt] };
    const next = { $cond: [isHastened, { $min: [soon, dueAt] }, dueAt] };
    await this.#write(lease, [{ $set: { scan: { $literal: scan }, dueAt: next } }, releaseLease()]);
    await this.#models.markets.deleteMany({ computedAt: { $lt: new Date(scan.computedAt.getTime() - KEEP_MS) } });
  }

  /** Releases the round's lease before its end; it is due at `dueAt`. Throws `LeaseLostError`. */
  async abandon(lease: Lease, dueAt: Date): Promise<void> {
    await this.#write(lease, [{ $set: { dueAt } }, releaseLease()]);
  }

  async #write(lease: Lease, update: PipelineStage.Set[]): Promise<void> {
    const { matchedCount } = await this.#models.rounds.updateOne({ _id: ROUND, ...heldBy(lease) }, update, {
      updatePipeline: true,
    });
    if (matchedCount === 0) throw new LeaseLostError('another process works on the round');
  }

  /** Returns the scan of the last round; undefined before the first. */
  async scan(): Promise<ScanSnapshot | undefined> {
    const round = await this.#models.rounds.findById(ROUND).lean<RoundRecord>();
    return round?.scan;
  }

  /** Returns the time of the last round's computation; undefined before the first. */
  async computedAt(): Promise<Date | undefined> {
    const round = await this.#models.rounds.findById(ROUND, { 'scan.computedAt': 1 }).lean<RoundRecord>();
    return round?.scan?.computedAt;
  }

  /** Returns the snapshot of a market; its symbol belongs to one venue alone. */
  async ofSymbol(symbol: string): Promise<MarketSnapshot | undefined> {
    const found = await this.#models.markets.findOne({ symbol }).lean<MarketRecord>();
    return found ?? undefined;
  }

  /** Returns the snapshots of several markets, by one query; in any order. */
  async ofMarkets(references: readonly Pick<MarketSnapshot, 'venue' | 'symbol'>[]): Promise<MarketSnapshot[]> {
    return this.#models.markets.find({ _id: { $in: references.map(idOf) } }).lean<MarketRecord[]>();
  }
}

function idOf({ venue, symbol }: Pick<MarketSnapshot, 'venue' | 'symbol'>): string {
  return `${venue}/${symbol}`;
}
