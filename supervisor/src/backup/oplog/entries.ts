/** Entries of MongoDB's oplog, as far as they are needed to make their changes again. */
import mongoose from 'mongoose';
import { z } from 'zod';
import type { TypedDocument } from '../documents.js';
import type { Position } from './instants.js';
import { document, type Operation, readOperation } from './operations.js';

const { Timestamp } = mongoose.mongo;

const timestamp = z.instanceof(Timestamp).transform(({ t: seconds, i: increment }) => ({ seconds, increment }));
const entry = z.object({
  op: z.string(),
  ts: timestamp,
  wall: z.date(),
  o: document,
  prevOpTime: z.object({ ts: timestamp }).optional(),
});
/** Changes that are one: a transaction, or an entry of a large one. */
const together = z.object({
  applyOps: z.array(document),
  /** More of the same transaction follow. */
  partialTxn: z.boolean().optional(),
  /** How many changes a transaction of several entries has; in the last of them. */
  count: z.unknown().optional(),
  prepare: z.boolean().optional(),
});

/** What an entry changes in the databases of the platform. */
export interface Entry {
  readonly position: Position;
  readonly operations: readonly Operation[];
  /** Of a transaction of several entries: whether it is the last one, and where the one before stands. */
  readonly part?: { readonly isLast: boolean; readonly before: Position['time'] | undefined };
}

/** Returns where an entry of the oplog stands. */
export function positionOf(found: TypedDocument): Position {
  const { ts: time, wall } = entry.parse(found);
  return { time, wall };
}

/**
 * Returns what an entry changes; undefined where that is nothing in the databases of the platform. Throws for what can't be repeated from
 * the oplog alone.
 */
export function readEntry(found: TypedDocument): Entry | undefined {
  const { op, ts: time, wall, o, prevOpTime } = entry.parse(found);
  const position = { time, wall };
  if (op !== 'c' || !('applyOps' in o)) {
    const operation = readOperation(found);
    return operation === undefined ? undefined : { position, operations: [operation] };
  }
  const { applyOps, partialTxn: hasMore = false, count, prepare = false } = together.parse(o);
  if (prepare)
    throw new Error('the oplog has a prepared transaction: a sharded cluster is backed up by its own means alone');
  const operations = applyOps.map(readOperation).filter((each) => each !== undefined);
  if (!hasMore && count === undefined) return operations.length === 0 ? undefined : { position, operations };
  const before = prevOpTime === undefined || prevOpTime.ts.seconds === 0 ? undefined : prevOpTime.ts;
  return { position, operations, part: { isLast: !hasMore, before } };
}
