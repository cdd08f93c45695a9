import type { Connection } from '@platform/store/mongo';
import { Schema } from 'mongoose';

/** Requests that one gateway may let pass until it reports. */
export interface Grant {
  readonly id: string;
  /** Start of the minute that it counts towards. */
  readonly window: Date;
  readonly allowance: number;
}

/** The usage of one credential, and the open grants of its allowance. */
export interface UsageRecord {
  /** The credential's id. */
  readonly _id: string;
  readonly accountId: string;
  /** Midnight UTC of the day that `requestsToday` counts. */
  readonly day: Date;
  readonly requestsToday: number;
  /** Start of the minute that `windowRequests` counts. */
  readonly window: Date;
  /** Requests reported for the minute. */
  readonly windowRequests: number;
  readonly grants: readonly Grant[];
  readonly lastUsedAt?: Date;
  /** When the credential expires; absent for a credential without expiry. */
  readonly forgetAt?: Date;
}

const grantSchema = new Schema<Grant>(
  {
    id: { type: String, required: true },
    window: { type: Date, required: true },
    allowance: { type: Number, required: true },
  },
  { _id: false },
);
const usageSchema = new Schema<UsageRecord>(
  {
    _id: { type: String, required: true },
    accountId: { type: String, required: true, index: true },
    day: { type: Date, required: true },
    requestsToday: { type: Number, required: true },
    window: { type: Date, required: true },
    windowRequests: { type: Number, required: true },
    grants: { type: [grantSchema], required: true },
    lastUsedAt: Date,
    forgetAt: { type: Date, index: { sparse: true } },
  },
  { collection: 'usage', versionKey: false },
);

/** Returns the model of the usage records: one per credential. */
export function usageModel(connection: Connection) {
  return connection.model('Usage', usageSchema);
}
