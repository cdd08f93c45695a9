import { z } from 'zod';
import { openedAccount } from '../accounts/auth.js';
import { OK } from '../answers.js';
import type { Market } from '../market.js';
import { invalidParam } from '../refusal.js';
import { accountIndex, type Fields, parsed, whole } from '../requests.js';
import type { Store } from '../store/store.js';
import type { Order } from './order.js';
import { shownOrder } from './wire.js';

/** The answers of the endpoints of orders and trades, by the venue's OpenAPI document. They are the account's alone. */

const ROWS_MAX = 100;
/** The id that selects all markets. */
const ALL_MARKETS = 255;

const limit = whole.refine((rows) => rows >= 1 && rows <= ROWS_MAX, `must be from 1 to ${ROWS_MAX}`);
const cursor = z
  .string()
  .regex(/^\d{0,16}$/)
  .transform((text) => (text === '' ? Number.MAX_SAFE_INTEGER : Number(text)))
  .default(Number.MAX_SAFE_INTEGER);
const ofAccount = { account_index: accountIndex, auth: z.string().optional() };
const active = z.object({ ...ofAccount, market_id: whole.default(ALL_MARKETS) });
const inactive = z.object({ ...ofAccount, market_id: whole.default(ALL_MARKETS), limit, cursor });
const traded = z.object({ ...ofAccount, market_id: whole.default(ALL_MARKETS), limit, cursor });

const funded = z.object({
  ...ofAccount,
  limit,
  cursor,
  side: z.enum(['all', 'long', 'short']).default('all'),
  market_ids: z
    .string()
    .regex(/^\d{1,6}(,\d{1,6}){0,99}$/)
    .transform((text) => text.split(',').map(Number))
    .optional(),
  // Their unit is not documented: refused rather than guessed.
  start_timestamp: z.never().optional(),
  end_timestamp: z.never().optional(),
});

/** What the endpoints are of. */
export interface TradingParts {
  readonly store: Store;
  readonly markets: ReadonlyMap<number, Market>;
  readonly nowMs: number;
}

/** Every endpoint by its path. */
export const TRADING_ANSWERS: Readonly<Record<string, (query: Fields, parts: TradingParts) => object>> = {
  '/api/v1/accountActiveOrders': (query, parts) => {
    const { account_index, auth, market_id } = parsed(active, query);
    openedAccount(parts.store, auth, account_index, parts.nowMs);
    const orders = ofMarket(parts.store.orders.liveOf(account_index), market_id).toReversed();
    return { code: OK, next_cursor: '', orders: shown(orders, parts) };
  },
  '/api/v1/accountInactiveOrders': (query, parts) => {
    const { account_index, auth, market_id, limit: rows, cursor: before } = parsed(inactive, query);
    openedAccount(parts.store, auth, account_index, parts.nowMs);
    const ended = parts.store.orders.endedOf(account_index, before, rows);
    const next = ended.length < rows ? '' : String(ended.at(-1)?.index ?? '');
    return { code: OK, next_cursor: next, orders: shown(ofMarket(ended, market_id), parts) };
  },
  '/api/v1/trades': (query, parts) => {
    const { account_index, auth, market_id, limit: rows, cursor: before } = parsed(traded, query);
    openedAccount(parts.store, auth, account_index, parts.nowMs);
    const trades = parts.store.orders.tradesOf(account_index, before, rows);
    const next = trades.length < rows ? '' : String(trades.at(-1)?.['trade_id'] ?? '');
    const asked = trades.filter((trade) => market_id === ALL_MARKETS || trade['market_id'] === market_id);
    return { code: OK, next_cursor: next, trades: asked };
  },
  '/api/v1/positionFunding': (query, parts) => {
    const { account_index, auth, limit: rows, cursor: before, side, market_ids: among } = parsed(funded, query);
    openedAccount(parts.store, auth, account_index, parts.nowMs);
    const shape = { before, markets: among, side: side === 'all' ? undefined : side, limit: rows };
    const found = parts.store.fundings.of(account_index, shape);
    const next = found.length < rows ? '' : String(found.at(-1)?.funding_id ?? '');
    return { code: OK, next_cursor: next, position_fundings: found };
  },
};

function ofMarket(orders: readonly Order[], id: number): readonly Order[] {
  return orders.filter(({ marketId }) => id === ALL_MARKETS || marketId === id);
}

function shown(orders: readonly Order[], { markets }: TradingParts): object[] {
  return orders.map((order) => {
    const market = markets.get(order.marketId);
    if (market === undefined) throw invalidParam('market_id');
    return shownOrder(order, market);
  });
}
