import { z } from 'zod';
import type { CursorCodec, CursorScope } from './codec.js';
import { type Page, type PageRequest, readPage } from './page.js';

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

/**
 * Reads a page of records, newest first. `find` gets what matches the records after the cursor, and how many are wanted at most.
 * Throws what the codec throws for a cursor that isn't of this list.
 */
export function readNewestFirst<Item extends { readonly createdAt: Date; readonly _id: string }>(
  page: PageRequest,
  list: {
    readonly cursors: CursorCodec<CreationPosition>;
    readonly scope: CursorScope;
    find(older: ReturnType<typeof olderThan>, limit: number): Promise<readonly Item[]>;
  },
): Promise<Page<Item>> {
  return readPage(page, {
    cursors: list.cursors,
    scope: list.scope,
    find: (after, limit) => list.find(olderThan(after), limit),
    positionOf: ({ createdAt, _id }): CreationPosition => [createdAt.getTime(), _id],
  });
}
