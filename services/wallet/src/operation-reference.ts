// Why: docs/decisions/wallet/networks-and-legs.md
import type { VenueId } from '@platform/venues/registry';
import { Schema } from 'mongoose';

/** Identifies the operation that money moves for. */
export type OperationReference =
  | { readonly kind: 'deposit' | 'withdrawal' | 'adjustment'; readonly id: string }
  /** A setup names the venue that it pays. */
  | { readonly kind: 'setup'; readonly id: string; readonly venue: VenueId };

/**
 * A leg of an operation: one transfer out of a wallet, with a reservation, a transaction and an authorization of its own. An operation may
 * have several, one after the other.
 */
export interface LegReference {
  readonly operation: OperationReference;
  /** The leg's name within the operation. */
  readonly leg: string;
}

/** A reference inside a record. */
export const operationReferenceSchema = new Schema<OperationReference>(
  { kind: { type: String, required: true }, id: { type: String, required: true }, venue: { type: String } },
  { _id: false },
);

/** Returns the filter of a leg's record: one per leg in each collection. */
export function ofLeg({ operation, leg }: LegReference) {
  return { 'operation.kind': operation.kind, 'operation.id': operation.id, leg };
}

/** Returns a leg in words. */
export function legName({ operation, leg }: LegReference): string {
  return `${operation.kind} ${operation.id} (${leg})`;
}
