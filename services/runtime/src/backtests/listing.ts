import type { CursorCodec } from '@platform/cursors';
import { parse } from '@platform/errors';
import type { ListBacktestsRequest } from '@platform/protos/runtime';
import { z } from 'zod';
import type { BacktestView } from './record.js';
import { backtestStatuses } from './state.js';
import type { BacktestStore } from './store.js';
import { venueIds } from './support.js';

const LIST = 'backtests';
const LIMIT_MAX = 100;

/** A position in the list: the id of the backtest before it. */
export const backtestPosition = z.string();

const schema = z.object({
  status: z.enum(backtestStatuses).optional(),
  venue: z.enum(venueIds).optional(),
  limit: z.int().min(1, 'must be at least 1').max(LIMIT_MAX, `must be at most ${LIMIT_MAX}`),
  cursor: z.string().optional(),
});

/** A page with a cursor an item. */
export interface BacktestPage {
  readonly backtests: readonly BacktestView[];
  readonly cursors: readonly string[];
  readonly nextCursor?: string;
}

/** The account's backtests, newest first. Throws `invalid_request` and `invalid_cursor`. */
export async function listBacktests(
  store: BacktestStore,
  cursors: CursorCodec<string>,
  accountId: string,
  request: ListBacktestsRequest,
): Promise<BacktestPage> {
  const { limit, cursor, ...filters } = parse(schema, request);
  const scope = { list: LIST, accountId, filters: { ...filters } };
  const before = cursor === undefined ? undefined : cursors.decode(scope, cursor);
  // One more than asked tells whether there is a next page.
  const found = await store.list(accountId, filters, { before, limit: limit + 1 });
  const backtests = found.slice(0, limit);
  const pageCursors = backtests.map(({ _id }) => cursors.encode(scope, _id));
  const nextCursor = found.length > limit ? pageCursors.at(-1) : undefined;
  return { backtests, cursors: pageCursors, ...(nextCursor === undefined ? {} : { nextCursor }) };
}
