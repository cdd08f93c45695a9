import { readEach } from '@platform/kit/json';
import { z } from 'zod';
import { channelOf, hash, list, whole } from './answer-fields.js';

/**
 * Messages of the venue's WebSocket about one account, as the venue documents them (apidocs.lighter.xyz/docs/websocket-reference). Each order,
 * trade, position and transaction is read by itself: a malformed one is named with its reason and costs no other. They are read as far as
 * says that something has happened, and to what.
 */

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/, 'must be a decimal string');
/** An integer of any size. */
const integer = z.union([z.int(), z.string().regex(/^\d+$/, 'must be an integer')]);

const order = z.object({ order_index: integer, market_index: whole, status: z.string() });
const trade = z.object({ trade_id: integer, market_id: whole, price: decimal, size: decimal });
const position = z.object({ market_id: whole, position: decimal });
const transaction = z.object({ hash, status: whole });

/** How many rows a message has, and why some of them could not be read. */
interface Rows {
  readonly count: number;
  readonly malformed: readonly string[];
}

function rowsOf<Item>(what: string, items: readonly unknown[], form: z.ZodType<Item>): Rows {
  const { malformed } = readEach(items, form);
  return { count: items.length, malformed: malformed.map(({ reason }) => `${what}: ${reason}`) };
}

/** What the venue writes as null where it is empty: rows by market, one or a list of each. */
const byMarket = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((rows) => Object.values(rows ?? {}).flat());

/** What a message says has happened. */
function happened(channel: AccountChannel, account: string, rows: readonly Rows[]) {
  const count = rows.reduce((sum, each) => sum + each.count, 0);
  return { channel, account, count, malformed: rows.flatMap(({ malformed }) => malformed) };
}

/** The channels of an account that are followed: its orders; its positions and trades; its transactions, with what became of them. */
export const accountChannels = ['account_all_orders', 'account_all', 'account_tx'] as const;
type AccountChannel = (typeof accountChannels)[number];

const orders = z
  .object({
    type: z.enum(['subscribed/account_all_orders', 'update/account_all_orders']),
    channel: channelOf('account_all_orders'),
    orders: byMarket,
  })
  .transform(({ type, channel, orders: rows }) => ({
    type,
    ...happened('account_all_orders', channel, [rowsOf('order', rows, order)]),
  }));

const standing = z
  .object({
    type: z.enum(['subscribed/account_all', 'update/account_all']),
    channel: channelOf('account_all'),
    positions: byMarket,
    trades: byMarket,
  })
  .transform(({ type, channel, positions, trades }) => ({
    type,
    ...happened('account_all', channel, [rowsOf('position', positions, position), rowsOf('trade', trades, trade)]),
  }));

const transactions = z
  .object({
    type: z.enum(['subscribed/account_tx', 'update/account_tx']),
    channel: channelOf('account_tx'),
    txs: list(z.unknown()),
  })
  .transform(({ type, channel, txs }) => ({
    type,
    ...happened('account_tx', channel, [rowsOf('transaction', txs, transaction)]),
  }));

/** One message about an account. */
export const accountMessage = z.union([orders, standing, transactions]);

/** What a message says of an account. */
export type AccountMessage = z.output<typeof accountMessage>;
