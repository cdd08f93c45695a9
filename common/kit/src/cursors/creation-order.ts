import { type ErrorCode, parse } from '@platform/errors';
import { z } from 'zod';
import type { CursorCodec, CursorScope } from './codec.js';
import { type Page, type PageRequest, readPage } from './page.js';

/** Newest first; within one millisecond, the greater id first. */
export const creationOrder = { createdAt: -1, _id: -1 } as const;

/** A place in that order: creation time in milliseconds, then the id. */
export const creationPosition = z.tuple([z.number().int(), z.string()]);
export type CreationPosition = z.output<typeof creationPosition>;

/** The window of creation times of the wanted records. */
interface CreationWindow {
  /** Inclusive; undefined: any. */
  readonly createdFromMs?: number | undefined;
  /** Exclusive; undefined: any. */
  readonly createdToMs?: number | undefined;
}

/** The wanted page of a list in that order, and the window of its records. */
export type CreationListRequest = PageRequest & CreationWindow;

const LIMIT_MAX = 100;
const TIME_MS_MAX = 8.64e15;
const timeMs = z.int().min(-TIME_MS_MAX).max(TIME_MS_MAX).optional();
const limitRefusal = `must be from 1 to ${LIMIT_MAX}`;

/** The fields of every request for a list in that order, beside its own filters. */
export const creationListFields = {
  limit: z.int().min(1, limitRefusal).max(LIMIT_MAX, limitRefusal),
  cursor: z.string().optional(),
  createdFromMs: timeMs,
  createdToMs: timeMs,
};

/** Parses a request for a list. Throws `code`, which names each wrong field as the graph does. */
export function parseListRequest<Request extends CreationWindow>(
  schema: z.ZodType<Request>,
  request: unknown,
  code: ErrorCode = 'invalid_request',
): Request {
  const ordered = schema.refine(
    ({ createdFromMs, createdToMs }) => (createdFromMs ?? -TIME_MS_MAX) <= (createdToMs ?? TIME_MS_MAX),
    { path: ['createdFromMs'], message: 'must not be after createdTo' },
  );
  return parse(ordered, request, { code, nameOf: (path) => path.join('.').replace(/Ms$/, '') });
}

/** Returns the filter for the records of a window after a place in that order; it matches all records without either. */
export function olderThan(position: CreationPosition | undefined, { createdFromMs, createdToMs }: CreationWindow = {}) {
  const bounds = {
    ...(createdFromMs !== undefined && { $gte: new Date(createdFromMs) }),
    ...(createdToMs !== undefined && { $lt: new Date(createdToMs) }),
    // The index uses this condition; the alternatives select the remaining records of the same millisecond.
    ...(position !== undefined && { $lte: new Date(position[0]) }),
  };
  if (position === undefined) return Object.keys(bounds).length === 0 ? {} : { createdAt: bounds };
  const [createdAtMs, id] = position;
  const createdAt = new Date(createdAtMs);
  return { createdAt: bounds, $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: id } }] };
}

/**
 * Reads a page of records, newest first. `find` gets the filter for the records after the cursor, and the largest number of them. Throws
 * the codec's error for a cursor of another list.
 */
export function readNewestFirst<Item extends { readonly createdAt: Date; readonly _id: string }>(
  { limit, cursor, createdFromMs, createdToMs }: CreationListRequest,
  list: {
    readonly cursors: CursorCodec<CreationPosition>;
    readonly scope: CursorScope;
    find(older: ReturnType<typeof olderThan>, limit: number): Promise<readonly Item[]>;
  },
): Promise<Page<Item>> {
  const window = { createdFromMs, createdToMs };
  const { scope } = list;
  return readPage(
    { limit, cursor },
    {
      cursors: list.cursors,
      scope: { ...scope, filters: { ...scope.filters, ...window } },
      find: (after, count) => list.find(olderThan(after, window), count),
      positionOf: ({ createdAt, _id }): CreationPosition => [createdAt.getTime(), _id],
    },
  );
}
