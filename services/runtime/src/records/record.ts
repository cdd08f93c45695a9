import type { LeaseFields } from '@platform/store/leases';
import type { VenueOffering } from '@platform/venues/registry';
import { type Connection, type Model, Schema } from 'mongoose';
import { type BacktestChecks, unmadeChecks } from '../frameworks/checks.js';
import type {
  BacktestErrorCode,
  BacktestResult,
  FrameworkDescription,
  StrategyFinding,
  TradeSummary,
} from '../frameworks/framework.js';
import { type BacktestStatus, backtestStatuses } from './state.js';

/** What later runs keep of a market beside what all have kept. */
type LaterSummary = 'profitAbs' | 'wins';
/** What later runs keep of the whole beside what all have kept. */
type LaterFigures = 'totalPnl' | 'startingBalance' | 'endingBalance' | 'days';

/** A run from before funding was read has none of its figures. */
type StoredData = Omit<BacktestResult['data'], 'funding'> & Partial<Pick<BacktestResult['data'], 'funding'>>;

/**
 * The figures as they are kept, the trades elsewhere. A run from before they were kept has no `data` and none of a market's
 * later figures.
 */
export interface StoredResult extends Omit<BacktestResult, 'perPair' | 'data' | LaterFigures> {
  readonly perPair: readonly ({ readonly symbol: string } & Omit<TradeSummary, LaterSummary> &
    Partial<Pick<TradeSummary, LaterSummary>>)[];
  readonly data?: StoredData;
  readonly totalPnl?: number;
  readonly startingBalance?: number;
  readonly endingBalance?: number;
  readonly days?: BacktestResult['days'];
}

/** The parts of a result that grow with the run and its markets; lists leave them out. */
export type ResultTables = 'perPair' | 'perExitReason' | 'equityTMs' | 'equity' | 'days' | 'data' | 'warnings';

/**
 * Why a run ended without a result; the last two where a request was queued before it could be checked, `quota_exceeded` where its
 * account had no space for it when its turn came.
 */
export interface StoredError {
  readonly code: BacktestErrorCode | 'quota_exceeded' | 'strategy_invalid' | 'invalid_request';
  readonly message: string;
  readonly findings: readonly StrategyFinding[];
}

/** The figures that a record of the older platform kept; one that it did not keep is absent. */
export interface LegacyResult {
  readonly profitTotalPct?: number;
  readonly marketChangePct?: number;
  readonly maxDrawdownPct?: number;
  readonly trades?: number;
  readonly winRate?: number;
  readonly profitFactor?: number;
  readonly sharpe?: number;
}

/** A backtest as callers see it. */
export interface BacktestView {
  readonly _id: string;
  /** The caller's name for it. */
  readonly name?: string;
  readonly status: BacktestStatus;
  /** Whether it is queued and no worker may take it until it is started; absent where it is not. */
  readonly held?: boolean;
  /** The digest is absent in an older record that does not say what it ran on. */
  readonly framework: { readonly id: FrameworkDescription['id']; readonly imageDigest?: string };
  readonly venue: VenueOffering<'backtest'>;
  /** Framework aliases, and the canonical symbols of the same markets at the same index. */
  readonly symbols: readonly string[];
  readonly canonicalSymbols: readonly string[];
  /** Dataset release; absent where the venue has no release pipeline. */
  readonly release?: string;
  /** As the caller sent it. */
  readonly range: { readonly from: string; readonly to: string };
  /** Absent in an older record that does not say it. */
  readonly createdAt?: Date;
  readonly startedAt?: Date;
  readonly finishedAt?: Date;
  readonly deletedAt?: Date;
  /** SHA-256 of what its caller sent, lower-case hex, and what seeds its random numbers; absent for one from before they were kept. */
  readonly codeSha256?: string;
  readonly configSha256?: string;
  readonly seed?: number;
  /** The progress of its run, as the run reports it; absent unless it runs, and before the first report. */
  readonly progress?: { readonly fraction: number; readonly simulatedAt: Date };
  readonly result?: StoredResult;
  /** What is known of the result of a record of the older platform; such a one has no `result`. */
  readonly legacyResult?: LegacyResult;
  readonly error?: Omit<StoredError, 'code'> & { readonly code: string };
  /** Absent where none was asked for. */
  readonly checks?: BacktestChecks;
}

/** A backtest as lists show it: of its result the figures alone. */
export interface BacktestSummary extends Omit<BacktestView, 'result'> {
  readonly createdAt: Date;
  readonly result?: Omit<StoredResult, ResultTables>;
}

/** The whole record; what its run reads is kept beside it, so that reads stay small whatever the size of the strategy. */
export interface BacktestRecord extends BacktestView, LeaseFields {
  readonly accountId: string;
  readonly framework: { readonly id: FrameworkDescription['id']; readonly imageDigest: string };
  readonly createdAt: Date;
  /** When it was started where it had been held: it waits for a worker since then. */
  readonly releasedAt?: Date;
  /** Which of its account's slots the run holds; a unique index keeps two runs from holding one. */
  readonly runSlot?: number;
  /** How often the platform failed it, and how often its worker died. */
  readonly failures: number;
  readonly interruptions: number;
  /** How often the process of its strategy was killed; absent where it never was. */
  readonly kills?: number;
  /** What it holds of its account's storage, or has reserved, in bytes; absent where it was queued before there was a quota. */
  readonly storedBytes?: number;
  /** Whether its storage is to be freed or measured. */
  readonly storageDue?: boolean;
}

/** The checks of a record that ended without a result were never made. */
function checksOf({ status, checks }: Pick<BacktestView, 'status' | 'checks'>): Pick<BacktestView, 'checks'> {
  if (checks === undefined) return {};
  return { checks: status === 'error' ? unmadeChecks(checks) : checks };
}

/** Returns what callers see of a record, also of one that was written before some of its tables were kept. */
export function viewOf(record: BacktestView & Partial<Omit<BacktestRecord, keyof BacktestView>>): BacktestView {
  const {
    accountId: _owner,
    lease: _lease,
    releasedAt: _released,
    runSlot: _slot,
    failures: _f,
    interruptions: _i,
    kills: _k,
    storedBytes: _s,
    storageDue: _d,
    ...kept
  } = record;
  const view = { ...kept, ...checksOf(kept) };
  if (view.result === undefined) return view;
  return { ...view, result: { ...{ perExitReason: [], warnings: [], recomputed: [] }, ...view.result } };
}

/** Leaves out what callers never see. */
export const VIEW = {
  lease: 0,
  releasedAt: 0,
  runSlot: 0,
  failures: 0,
  interruptions: 0,
  kills: 0,
  storedBytes: 0,
  storageDue: 0,
  accountId: 0,
} as const;

/** Leaves out what summaries don't show. */
export const SUMMARY = {
  ...VIEW,
  'result.perPair': 0,
  'result.perExitReason': 0,
  'result.equityTMs': 0,
  'result.equity': 0,
  'result.days': 0,
  'result.data': 0,
  'result.warnings': 0,
  'checks.lookahead.biasedIndicators': 0,
  'checks.recursive.indicators': 0,
  'checks.recursive.lookaheadIndicators': 0,
} as const;

/** Returns what lists show of a record, also of one that was written before its figures were recomputed. */
export function summaryOf(kept: BacktestSummary): BacktestSummary {
  const summary = { ...kept, ...checksOf(kept) };
  return summary.result === undefined ? summary : { ...summary, result: { ...{ recomputed: [] }, ...summary.result } };
}

const { Mixed } = Schema.Types;
const frameworkSchema = new Schema({ id: String, imageDigest: String }, { _id: false });
const rangeSchema = new Schema({ from: String, to: String }, { _id: false });
const progressSchema = new Schema({ fraction: Number, simulatedAt: Date }, { _id: false });
const leaseSchema = new Schema({ owner: String, epoch: Number, expiresAt: Date }, { _id: false });

const recordSchema = new Schema<BacktestRecord>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    name: String,
    status: { type: String, enum: backtestStatuses, required: true },
    held: Boolean,
    releasedAt: Date,
    framework: { type: frameworkSchema, required: true },
    venue: { type: String, required: true },
    symbols: { type: [String], required: true },
    canonicalSymbols: { type: [String], required: true },
    release: String,
    codeSha256: String,
    configSha256: String,
    seed: Number,
    range: { type: rangeSchema, required: true },
    createdAt: { type: Date, required: true },
    startedAt: Date,
    finishedAt: Date,
    deletedAt: Date,
    progress: progressSchema,
    result: Mixed,
    error: Mixed,
    checks: Mixed,
    lease: leaseSchema,
    runSlot: Number,
    failures: { type: Number, required: true },
    interruptions: { type: Number, required: true },
    kills: Number,
    storedBytes: Number,
    storageDue: Boolean,
  },
  { collection: 'backtests', versionKey: false },
);
recordSchema.index({ accountId: 1, createdAt: -1, _id: -1 });
for (const filter of ['status', 'venue', 'canonicalSymbols', 'codeSha256'])
  recordSchema.index({ accountId: 1, [filter]: 1, createdAt: -1, _id: -1 });
recordSchema.index({ accountId: 1, held: 1, createdAt: -1, _id: -1 }, { partialFilterExpression: { held: true } });
recordSchema.index({ status: 1, accountId: 1, _id: 1 });
recordSchema.index(
  { accountId: 1, runSlot: 1 },
  { unique: true, partialFilterExpression: { runSlot: { $exists: true } } },
);
// An account's sum is read from the index alone.
recordSchema.index({ accountId: 1, storedBytes: 1 });
recordSchema.index({ storageDue: 1 }, { sparse: true });
recordSchema.index({ finishedAt: 1 }, { sparse: true });
recordSchema.index({ deletedAt: 1 }, { sparse: true });

/** The collection of backtests. */
export function backtestModel(connection: Connection): Model<BacktestRecord> {
  return connection.model<BacktestRecord>('Backtest', recordSchema);
}
