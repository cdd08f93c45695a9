import { z } from 'zod';

/** Newest first; of one millisecond, the greater id first. */
export const creationOrder = { createdAt: -1, _id: -1 } as const;

/** A place in that order: creation time in milliseconds, then the id. */
export const creationPosition = z.tuple([z.number().int(), z.string()]);
export type CreationPosition = z.output<typeof creationPosition>;

/** Matches the records after a place in that order; all of them for none. */
export function olderThan(position: CreationPosition | undefined) {
  if (position === undefined) return {};
  const [createdAtMs, id] = position;
  const createdAt = new Date(createdAtMs);
  return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: id } }] };
}
