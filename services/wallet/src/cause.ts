import { Schema } from 'mongoose';

/** The operation that money moves or is held for, and that a transaction is sent for. */
export interface Cause {
  readonly kind: 'deposit' | 'setup' | 'withdrawal';
  readonly id: string;
}

/** A cause inside a record. */
export const causeSchema = new Schema<Cause>(
  { kind: { type: String, required: true }, id: { type: String, required: true } },
  { _id: false },
);
