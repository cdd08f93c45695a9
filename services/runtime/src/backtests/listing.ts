import { parse } from '@platform/errors';
import type { Secret } from '@platform/kit/config';
import {
  type CreationPosition,
  CursorCodec,
  creationListFields,
  creationPosition,
  type Page,
  parseListRequest,
  readNewestFirst,
  readPage,
} from '@platform/kit/cursors';
import type { ListBacktestsRequest, ListBacktestTradesRequest } from '@platform/protos/runtime';
import { venueIds } from '@platform/venues/registry';
import { z } from 'zod';
import type { StoredTrade, TradePosition } from '../records/output.js';
import type { BacktestSummary } from '../records/record.js';
import { backtestStatuses } from '../records/state.js';
import type { BacktestStore } from './store.js';

/** A trade is small, and a caller that reads trades mostly reads all of them. */
const TRADES_LIMIT_MAX = 500;

const SYMBOL_LENGTH_MAX = 100;
const NAME_LENGTH_MAX = 100;
const symbol = z.string().max(SYMBOL_LENGTH_MAX).optional();
const SHA_256 = /^[0-9a-f]{64}$/;

const schema = z.object({
  ...creationListFields,
  status: z.enum(backtestStatuses).optional(),
  statuses: z
    .array(z.enum(backtestStatuses))
    .refine((statuses) => new Set(statuses).size === statuses.length, 'must not name a status twice'),
  held: z.boolean().optional(),
  name: z.string().max(NAME_LENGTH_MAX).optional(),
  venue: z.enum(venueIds).optional(),
  symbol,
  codeSha256: z.string().regex(SHA_256, 'must be 64 hex digits in lower case').optional(),
});

const tradesSchema = z.object({
  id: z.string(),
  limit: z.int().min(1, 'must be at least 1').max(TRADES_LIMIT_MAX, `must be at most ${TRADES_LIMIT_MAX}`),
  cursor: z.string().optional(),
  symbol,
  closedFromMs: z.int().optional(),
  closedToMs: z.int().optional(),
});

/** Reads and writes the cursors of the lists. */
export interface ListCursors {
  readonly backtests: CursorCodec<CreationPosition>;
  readonly trades: CursorCodec<TradePosition>;
}

/** Makes the cursors of the lists, signed with a secret. */
export function listCursors(secret: Secret<Buffer>): ListCursors {
  return {
    backtests: new CursorCodec(secret, creationPosition),
    trades: new CursorCodec(secret, z.object({ sequence: z.int(), index: z.int() })),
  };
}

/** Returns the account's backtests, newest first. Throws `invalid_request` and `invalid_cursor`. */
export async function listBacktests(
  store: BacktestStore,
  { backtests: cursors }: ListCursors,
  accountId: string,
  request: ListBacktestsRequest,
): Promise<Page<BacktestSummary>> {
  const { statuses, held, status, name, venue, symbol, codeSha256, ...page } = parseListRequest(schema, request);
  const texts = { status, name, venue, symbol, codeSha256 };
  const bound = { ...texts, statuses: wordsOf(statuses), held: held === undefined ? undefined : String(held) };
  return readNewestFirst(page, {
    cursors,
    scope: { list: 'backtests by creation', accountId, filters: bound },
    find: (older, limit) => store.list(accountId, { ...texts, statuses, held }, { older, limit }),
  });
}

/** The same text for the same statuses, whatever their order; undefined where there are none. */
function wordsOf(statuses: readonly string[]): string | undefined {
  return statuses.length === 0 ? undefined : [...statuses].sort().join(' ');
}

/**
 * Returns the trades of one of the account's backtests, in its framework's order. Throws `invalid_request`,
 * `invalid_cursor` and `backtest_not_found`.
 */
export async function listTrades(
  store: BacktestStore,
  { trades: cursors }: ListCursors,
  accountId: string,
  request: ListBacktestTradesRequest,
): Promise<Page<StoredTrade>> {
  const { id, limit, cursor, ...filter } = parse(tradesSchema, request);
  const page = await readPage(
    { limit, cursor },
    {
      cursors,
      scope: { list: 'trades', accountId, filters: { backtest: id, ...filter } },
      find: (after, count) => store.readTrades(accountId, id, { ...filter, after, limit: count }),
      positionOf: ({ sequence, index }) => ({ sequence, index }),
    },
  );
  return { ...page, items: page.items.map(({ trade }) => trade) };
}
