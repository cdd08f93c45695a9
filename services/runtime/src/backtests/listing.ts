import type { Secret } from '@platform/config';
import { CursorCodec, type Page, readPage } from '@platform/cursors';
import { parse } from '@platform/errors';
import type { ListBacktestsRequest, ListBacktestTradesRequest } from '@platform/protos/runtime';
import { venueIds } from '@platform/venues';
import { z } from 'zod';
import type { StoredTrade, TradePosition } from './output.js';
import type { BacktestSummary } from './record.js';
import { backtestStatuses } from './state.js';
import type { BacktestStore } from './store.js';

const LIMIT_MAX = 100;
/** A trade is small, and who reads trades mostly reads all of them. */
const TRADES_LIMIT_MAX = 500;

function limitTo(maximum: number) {
  return z.int().min(1, 'must be at least 1').max(maximum, `must be at most ${maximum}`);
}

const schema = z.object({
  status: z.enum(backtestStatuses).optional(),
  venue: z.enum(venueIds).optional(),
  limit: limitTo(LIMIT_MAX),
  cursor: z.string().optional(),
});

const tradesSchema = z.object({ id: z.string(), limit: limitTo(TRADES_LIMIT_MAX), cursor: z.string().optional() });

/** Reads and writes the cursors of the lists. */
export interface ListCursors {
  /** A position is the id of the backtest before it. */
  readonly backtests: CursorCodec<string>;
  readonly trades: CursorCodec<TradePosition>;
}

/** The cursors of the lists, signed with a secret. */
export function listCursors(secret: Secret<Buffer>): ListCursors {
  return {
    backtests: new CursorCodec(secret, z.string()),
    trades: new CursorCodec(secret, z.object({ sequence: z.int(), index: z.int() })),
  };
}

/** The account's backtests, newest first. Throws `invalid_request` and `invalid_cursor`. */
export async function listBacktests(
  store: BacktestStore,
  { backtests: cursors }: ListCursors,
  accountId: string,
  request: ListBacktestsRequest,
): Promise<Page<BacktestSummary>> {
  const { limit, cursor, ...filters } = parse(schema, request);
  return readPage(
    { limit, cursor },
    {
      cursors,
      scope: { list: 'backtests', accountId, filters: { ...filters } },
      find: (before, count) => store.list(accountId, filters, { before, limit: count }),
      positionOf: ({ _id }) => _id,
    },
  );
}

/**
 * The trades of one of the account's backtests, in the order that its framework lists them. Throws `invalid_request`,
 * `invalid_cursor` and `backtest_not_found`.
 */
export async function listTrades(
  store: BacktestStore,
  { trades: cursors }: ListCursors,
  accountId: string,
  request: ListBacktestTradesRequest,
): Promise<Page<StoredTrade>> {
  const { id, limit, cursor } = parse(tradesSchema, request);
  const page = await readPage(
    { limit, cursor },
    {
      cursors,
      scope: { list: 'trades', accountId, filters: { backtest: id } },
      find: (after, count) => store.readTrades(accountId, id, { after, limit: count }),
      positionOf: ({ sequence, index }) => ({ sequence, index }),
    },
  );
  return { ...page, items: page.items.map(({ trade }) => trade) };
}
