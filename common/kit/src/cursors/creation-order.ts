import { type ErrorCode, parse } from '@platform/errors';
import { z } from 'zod';
import type { CursorCodec, CursorScope } from './codec.js';
import { type Page, type PageRequest, readPage } from './page.js';

/** Newest first; of one millisecond, the greater id first. */
export const creationOrder = { createdAt: -1, _id: -1 } as const;

/** A place in that order: creation time in milliseconds, then the id. */
export const creationPosition = z.tuple([z.number().int(), z.string()]);
export type CreationPosition = z.output<typeof creationPosition>;

/** Which records are wanted by when they were made. */
interface CreationWindow {
  /** Inclusive; undefined: any. */
  readonly createdFromMs?: number | undefined;
  /** Exclusive; undefined: any. */
  readonly createdToMs?: number | undefined;
}

/** Which page of a list in that order is wanted, and of which records. */
export type CreationListRequest = PageRequest & CreationWindow;

const LIMIT_MAX = 100;
const TIME_MS_MAX = 8.64e15;
const timeMs = z.int().min(-TIME_MS_MAX).max(TIME_MS_MAX).optional();
const limitRefusal = `must be from 1 to ${LIMIT_MAX}`;

/** What every request for a list in that order holds, beside the filters of its own. */
export const creationListFields = {
  limit: z.int().min(1, limitRefusal).max(LIMIT_MAX, limitRefusal),
  cursor: z.string().optional(),
  createdFromMs: timeMs,
  createdToMs: timeMs,
};

/** A checked request for a list. Throws `code`, naming each wrong field as the graph does. */
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

/** Matches the records of a window that come after a place in that order; all of them for neither. */
export function olderThan(position: CreationPosition | undefined, { createdFromMs, createdToMs }: CreationWindow = {}) {
  const bounds = {
    ...(createdFromMs !== undefined && { $gte: new Date(createdFromMs) }),
    ...(createdToMs !== undefined && { $lt: new Date(createdToMs) }),
    // An index is entered by this; which records of the very millisecond are left, the alternatives say.
    ...(position !== undefined && { $lte: new Date(position[0]) }),
  };
  if (position === undefined) return Object.keys(bounds).length === 0 ? {} : { createdAt: bounds };
  const [createdAtMs, id] = position;
  const createdAt = new Date(createdAtMs);
  return { createdAt: bounds, $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: id } }] };
}

/**
 * Reads a page of records, newest first. `find` gets what matches the records after the cursor, and how many are wanted at most.
 * Throws what the codec throws for a cursor that isn't of this list.
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
