import { type FlowFields, flowFields } from '@platform/flows';
import type { Mandate } from '@platform/keys/mandates';
import type { FrameworkId, VenueOffering } from '@platform/venues/registry';
import { type Connection, type Model, Schema } from 'mongoose';
import type { Snapshot } from '../bots/observation.js';
import type { Difference } from '../live/differences.js';
import type { CapitalSetup } from '../live/wallet.js';
import { type DeploymentStatus, deploymentStatuses } from './state.js';

/** What happens when a deployment's time is over. */
export const expiryModes = ['stop', 'block_entries'] as const;
export type ExpiryMode = (typeof expiryModes)[number];

/** Why a deployment can't go on. */
export interface DeploymentError {
  readonly code: string;
  readonly message: string;
  readonly at: Date;
}

/** What the balances of a deployment came to, from its first start on: stopping it and starting it again resets nothing. */
export interface EquityFigures {
  /** When it first said what it is worth, and what that was. */
  readonly since: Date;
  readonly firstUsd: number;
  readonly peakUsd: number;
  /** Largest fall from a peak, in percent of the peak. */
  readonly maxDrawdownPct: number;
  /** The latest, and when it was said. */
  readonly lastAt: Date;
  readonly lastUsd: number;
}

/** A deployment as it is stored; its strategy is kept beside it, so that reads stay small. */
export interface DeploymentRecord extends FlowFields {
  readonly _id: string;
  readonly accountId: string;
  /** One per account; absent once it is deleted, so that the name is free. */
  readonly uniqueName?: string;
  readonly name: string;
  readonly status: DeploymentStatus;
  readonly mode: 'paper' | 'live';
  readonly framework: { readonly id: FrameworkId; readonly imageDigest: string };
  readonly venue: VenueOffering<'paper'>;
  readonly region: string;
  /** Framework aliases, and the canonical symbols of the same markets at the same index. */
  readonly symbols: readonly string[];
  readonly canonicalSymbols: readonly string[];
  /** SHA-256 of the strategy, lower-case hex. */
  readonly codeSha256: string;
  /** Fee per side as a fraction: the venue's taker fee and the platform's builder fee. */
  readonly feeRate: number;
  /** The machine whose runner has its bot, once it was started there. */
  readonly node: string;
  /** Counts its starts: a bot belongs to one of them. */
  readonly generation: number;
  /** The number before those of the trades that its bot tells, since its files were left on another node; absent: none. */
  readonly tradesBefore?: number;
  /** Since when it may open no further position; absent where it may. */
  readonly entriesBlockedSince?: Date;
  /** Whether it stops once it holds nothing any more: its time is over. */
  readonly stopsWhenFlat: boolean;
  readonly aliveUntil?: Date;
  readonly onExpiry: ExpiryMode;
  /** When it was started for the first time, and when last. */
  readonly firstStartedAt?: Date;
  readonly startedAt?: Date;
  readonly deletedAt?: Date;
  readonly error?: DeploymentError;
  /** How often its process ended by itself and was started again, since it was created. */
  readonly restarts: number;
  /** Restarts that followed one another without a good run between them. */
  readonly restartsInARow: number;
  readonly heartbeatAt?: Date;
  /** Errors of the strategy that its framework went on from, since it was started. */
  readonly strategyErrors?: number;
  readonly lastStrategyError?: string;
  /** Since when its bot gets no answer of the venue's feed; null where it does. */
  readonly feedSilentSince?: Date | null;
  /** What its bot had when it last said so. */
  readonly snapshot?: Snapshot;
  /** What a live one may use: a decimal string of USD; absent on paper, as all that follows. */
  readonly capitalUsd?: string;
  /** The limits of the key that made it, as they were then: its own from then on; absent where it had none. */
  readonly mandate?: Mandate;
  /** The setup of its venue with that, as it was last read; absent until it has begun. */
  readonly venueSetup?: CapitalSetup;
  /** Equity of its account at the venue, and when it was read. */
  readonly venueBalanceUsd?: number;
  readonly venueAccountAt?: Date;
  /** Whether the venue lets its agent trade, as it was last read. */
  readonly credentialsStatus?: 'attached' | 'missing';
  /** When its owner last attached credentials. */
  readonly credentialsAttachedAt?: Date;
  /** Where its venue, its proxy's journal and its bot don't agree, since it was started. */
  readonly differences?: readonly Difference[];
  /** Absent until it first said what it is worth. */
  readonly equity?: EquityFigures;
}

/** What a deployment runs: kept until it is deleted. */
export interface DeploymentStrategy {
  /** Of the deployment. */
  readonly _id: string;
  readonly code: string;
  readonly configJson: string;
}

const { Mixed } = Schema.Types;

const frameworkSchema = new Schema(
  { id: { type: String, required: true }, imageDigest: { type: String, required: true } },
  { _id: false },
);
const errorSchema = new Schema(
  {
    code: { type: String, required: true },
    message: { type: String, required: true },
    at: { type: Date, required: true },
  },
  { _id: false },
);

const setupSchema = new Schema({ id: String, status: String, step: String }, { _id: false });

const equitySchema = new Schema(
  { since: Date, firstUsd: Number, peakUsd: Number, maxDrawdownPct: Number, lastAt: Date, lastUsd: Number },
  { _id: false },
);

const recordSchema = new Schema<DeploymentRecord>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true },
    uniqueName: String,
    name: { type: String, required: true },
    status: { type: String, enum: deploymentStatuses, required: true },
    mode: { type: String, required: true },
    framework: { type: frameworkSchema, required: true },
    venue: { type: String, required: true },
    region: { type: String, required: true },
    symbols: { type: [String], required: true },
    canonicalSymbols: { type: [String], required: true },
    codeSha256: { type: String, required: true },
    feeRate: { type: Number, required: true },
    node: { type: String, required: true },
    generation: { type: Number, required: true },
    tradesBefore: Number,
    entriesBlockedSince: Date,
    stopsWhenFlat: { type: Boolean, required: true },
    aliveUntil: Date,
    onExpiry: { type: String, enum: expiryModes, required: true },
    firstStartedAt: Date,
    startedAt: Date,
    deletedAt: Date,
    error: errorSchema,
    restarts: { type: Number, required: true },
    restartsInARow: { type: Number, required: true },
    heartbeatAt: Date,
    strategyErrors: Number,
    lastStrategyError: String,
    feedSilentSince: Date,
    snapshot: Mixed,
    capitalUsd: String,
    mandate: Mixed,
    venueSetup: setupSchema,
    venueBalanceUsd: Number,
    venueAccountAt: Date,
    credentialsStatus: String,
    credentialsAttachedAt: Date,
    differences: { type: Mixed, default: undefined },
    equity: equitySchema,
    ...flowFields,
  },
  { collection: 'deployments', versionKey: false, minimize: false },
);
recordSchema.index(
  { accountId: 1, uniqueName: 1 },
  { unique: true, partialFilterExpression: { uniqueName: { $exists: true } } },
);
recordSchema.index({ accountId: 1, createdAt: -1, _id: -1 });
for (const filter of ['status', 'venue', 'mode', 'framework.id'])
  recordSchema.index({ accountId: 1, [filter]: 1, createdAt: -1, _id: -1 });
recordSchema.index({ status: 1, dueAt: 1 });
recordSchema.index({ node: 1, status: 1 });
recordSchema.index({ deletedAt: 1 }, { sparse: true });

const strategySchema = new Schema<DeploymentStrategy>(
  {
    _id: { type: String, required: true },
    code: { type: String, required: true },
    configJson: { type: String, required: true },
  },
  { collection: 'deployment_strategies', versionKey: false },
);

/** The collection of deployments. */
export function deploymentModel(connection: Connection): Model<DeploymentRecord> {
  return connection.model<DeploymentRecord>('Deployment', recordSchema);
}

/** The collection of what they run. */
export function deploymentStrategyModel(connection: Connection): Model<DeploymentStrategy> {
  return connection.model<DeploymentStrategy>('DeploymentStrategy', strategySchema);
}
