import type { VenueId } from '@platform/venues/registry';
import { Schema } from 'mongoose';

/** The operation that money moves or is held for, and that a transaction is sent for. */
export type Cause =
  | { readonly kind: 'deposit' | 'withdrawal' | 'adjustment'; readonly id: string }
  /** A setup names the venue that it pays. */
  | { readonly kind: 'setup'; readonly id: string; readonly venue: VenueId };

/** A cause inside a record. */
export const causeSchema = new Schema<Cause>(
  { kind: { type: String, required: true }, id: { type: String, required: true }, venue: { type: String } },
  { _id: false },
);
