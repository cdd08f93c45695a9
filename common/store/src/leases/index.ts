import type { PipelineStage } from 'mongoose';

/** The right to work on a record: the holder of an older epoch has lost it. */
export interface Lease {
  readonly owner: string;
  readonly epoch: number;
}

/** The content of the field `lease` of a leased record. */
export interface LeaseFields {
  lease?: { owner: string; epoch: number; expiresAt: Date } | null;
}

/** Matches records without a valid lease, by the database's clock. */
export function unleased() {
  return { $expr: { $lte: [{ $ifNull: ['$lease.expiresAt', new Date(0)] }, '$$NOW'] } };
}

/** Matches the record only while this lease is its newest one. */
export function heldBy(lease: Lease) {
  return { 'lease.owner': lease.owner, 'lease.epoch': lease.epoch };
}

/** Update stage that takes the lease under the next epoch. Use it with the `unleased` filter. */
export function takeLease(owner: string, durationMs: number): PipelineStage.Set {
  return {
    $set: {
      lease: {
        owner,
        epoch: { $add: [{ $ifNull: ['$lease.epoch', 0] }, 1] },
        expiresAt: { $add: ['$$NOW', durationMs] },
      },
    },
  };
}

/** Update stage that keeps the lease for longer. Use it with the `heldBy` filter: no match means the lease is lost. */
export function renewLease(durationMs: number): PipelineStage.Set {
  return { $set: { 'lease.expiresAt': { $add: ['$$NOW', durationMs] } } };
}

/** Update stage that releases the lease at once; the epoch stays, so that a late writer is still fenced. */
export function releaseLease(): PipelineStage.Set {
  return { $set: { 'lease.expiresAt': new Date(0) } };
}
