import type { VenueId } from '@platform/venues/registry';
import { Schema } from 'mongoose';

/** Identifies the operation that money moves or is reserved for, and that a transaction is sent for. */
export type OperationReference =
  | { readonly kind: 'deposit' | 'withdrawal' | 'adjustment'; readonly id: string }
  /** A setup names the venue that it pays. */
  | { readonly kind: 'setup'; readonly id: string; readonly venue: VenueId };

/** A reference inside a record. */
export const operationReferenceSchema = new Schema<OperationReference>(
  { kind: { type: String, required: true }, id: { type: String, required: true }, venue: { type: String } },
  { _id: false },
);
