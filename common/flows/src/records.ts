import type { LeaseFields } from '@platform/store/leases';
import { Schema } from 'mongoose';

/** The fields of an operation's record, beside its state, that the platform needs to work on it. */
export interface FlowFields extends LeaseFields {
  readonly createdAt: Date;
  /** When its next turn is due; absent: at once. */
  readonly dueAt?: Date;
  /** The number of turns since its last move that found nothing to do or failed; absent: none. */
  readonly turns?: number;
  /** How many of the latest turns failed one after another; absent: none. */
  readonly failures?: number;
}

const leaseSchema = new Schema(
  {
    owner: { type: String, required: true },
    epoch: { type: Number, required: true },
    expiresAt: { type: Date, required: true },
  },
  { _id: false },
);

/** The part of a mongoose schema that stores `FlowFields`. Index the state together with `dueAt`. */
export const flowFields = {
  createdAt: { type: Date, required: true },
  dueAt: { type: Date },
  turns: { type: Number },
  failures: { type: Number },
  lease: { type: leaseSchema },
} as const;
