import { type Connection, type Model, Schema } from 'mongoose';
import type { BacktestView } from '../records/record.js';

/** What a record was given to run, where the older store kept it. */
export interface LegacyStrategy {
  readonly code: string;
  readonly configJson: string;
}

/**
 * What may be done with a record. `ended`: its owner may read and delete it. `active`: it waited or ran when it was exported.
 * `ambiguous`: it does not say clearly what it is. `removed`: nothing of it is kept but its id, so that no import brings it back.
 */
export type LegacyState = 'ended' | 'active' | 'ambiguous' | 'removed';

/** A record of the older platform, as it was imported. */
export interface LegacyRecord {
  readonly _id: string;
  readonly state: LegacyState;
  /** Absent where the older store has no owner: then the record is never shown. */
  readonly accountId?: string;
  /** Why it is ambiguous. */
  readonly reasons?: readonly string[];
  /** What its owner is shown; absent unless it ended. */
  readonly view?: Omit<BacktestView, '_id' | 'deletedAt'>;
  readonly strategy?: LegacyStrategy;
  /** SHA-256 of what was read of the line, in lower-case hex: what is ignored of it changes nothing. */
  readonly digest?: string;
  readonly importedAt?: Date;
  readonly deletedAt?: Date;
}

const { Mixed } = Schema.Types;
const legacySchema = new Schema<LegacyRecord>(
  {
    _id: { type: String, required: true },
    state: { type: String, required: true },
    accountId: String,
    reasons: { type: [String], default: undefined },
    view: Mixed,
    strategy: Mixed,
    digest: String,
    importedAt: Date,
    deletedAt: Date,
  },
  { collection: 'legacy_backtests', versionKey: false },
);
legacySchema.index({ importedAt: 1 }, { sparse: true });
legacySchema.index({ deletedAt: 1 }, { sparse: true });

/** The collection of records of the older platform. */
export function legacyModel(connection: Connection): Model<LegacyRecord> {
  return connection.model<LegacyRecord>('LegacyBacktest', legacySchema);
}

/** Ids of this platform's own backtests; whatever has another form can only be of an older record. */
const OWN_ID = /^bt_[0-9a-hjkmnp-tv-z]{26}$/;

/** Whether an id is none that this platform makes. */
export function isLegacyId(id: string): boolean {
  return !OWN_ID.test(id);
}
