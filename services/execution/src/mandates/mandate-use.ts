import { Schema } from 'mongoose';

/** What an execution takes of the day's limit of its key. */
export interface MandateUse {
  readonly credentialId: string;
  /** UTC day, as ISO 8601 writes it. */
  readonly day: string;
  readonly amountMicroUsdc: bigint;
}

/** The fields of `MandateUse` in a record. */
export const mandateUseSchema = new Schema<MandateUse>(
  {
    credentialId: { type: String, required: true },
    day: { type: String, required: true },
    amountMicroUsdc: { type: BigInt, required: true },
  },
  { _id: false },
);

/** Returns the UTC day of an instant. */
export function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}
