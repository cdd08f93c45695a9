import { readEach } from '@platform/kit/json';
import { z } from 'zod';
import { accountMessage } from './account-messages.js';
import { channelOf, list } from './answer-fields.js';

/**
 * Messages of the venue's WebSocket that hold market data, as the venue documents them (apidocs.lighter.xyz/docs/websocket-reference). They
 * are parsed from JSON in which integers beyond 2^53 - 1 are texts. Each candle, trade and level of a book is read by itself: a malformed one is
 * named with its reason and costs no other.
 */

const decimal = z
  .string()
  .regex(/^\d+(\.\d+)?$/, 'must be a decimal string')
  .transform(Number)
  .refine(Number.isFinite, 'must not be beyond all numbers');
/** An integer of any size, as its text. */
const integer = z.union([z.int(), z.string().regex(/^\d+$/, 'must be an integer')]).transform(String);
/** A number that may be written as an integer of any size. */
const amount = z.union([z.number(), z.string().transform(Number)]).pipe(z.number().nonnegative());
const instantMs = z.int().nonnegative();

/** A list of which each item is read by itself. */
function listOfEach<Item>(form: z.ZodType<Item>) {
  return list(z.unknown()).transform((items) => readEach(items, form));
}

/** The name of a channel of candles: `candle:0:1m`. */
const ofCandles = z
  .string()
  .regex(/^candle:\d+:\w+$/, 'must be a channel of candles')
  .transform((name) => {
    const [, marketId = '', resolution = ''] = name.split(':');
    return { marketId, resolution };
  });

const level = z.object({ price: decimal, size: decimal }).transform(({ price, size }) => [price, size] as const);
/** A malformed level of which the price is known: it is told as gone, since what was there before may be no more. */
const gone = z.object({ price: decimal }).transform(({ price }) => [[price, 0] as const]);

const levels = listOfEach(level).transform(({ valid, malformed }) => ({
  levels: [...valid, ...malformed.flatMap(({ item }) => gone.safeParse(item).data ?? [])],
  malformed,
}));

const orderBook = z.object({
  type: z.enum(['subscribed/order_book', 'update/order_book']),
  channel: channelOf('order_book'),
  timestamp: instantMs,
  order_book: z.object({ asks: levels, bids: levels, nonce: integer, begin_nonce: integer }),
});

const trade = z
  .object({ trade_id: integer, price: decimal, size: decimal, timestamp: instantMs, is_maker_ask: z.boolean() })
  .transform(({ trade_id: id, price, size, timestamp, is_maker_ask: isMakerAsk }) => ({
    ...{ id, atMs: timestamp, price, size },
    takerSide: isMakerAsk ? ('buy' as const) : ('sell' as const),
  }));

const trades = z.object({
  type: z.enum(['subscribed/trade', 'update/trade']),
  channel: channelOf('trade'),
  trades: listOfEach(trade),
  liquidation_trades: listOfEach(trade),
});

const price = z.number().positive().optional();
/** Zeros are left out: a candle without a price has had no trade yet, and does not count. */
const candle = z
  .object({ t: instantMs, o: price, h: price, l: price, c: price, v: amount.default(0) })
  .transform(({ t, o, h, l, c, v }) =>
    o === undefined || h === undefined || l === undefined || c === undefined ? [] : [[t, o, h, l, c, v] as const],
  )
  .refine(
    (rows) => rows.every(([, o, h, l, c]) => l <= Math.min(o, c) && h >= Math.max(o, c)),
    'must have low and high around open and close',
  );
/** The time of a malformed candle; undefined where even that can't be read. */
const stamp = z.object({ t: instantMs }).transform(({ t }) => t);

const candles = z.object({
  type: z.enum(['subscribed/candle', 'update/candle']),
  channel: ofCandles,
  candles: listOfEach(candle).transform(({ valid, malformed }) => ({
    rows: valid.flat(),
    malformed: malformed.map(({ item, reason }) => ({ atMs: stamp.safeParse(item).data, reason })),
  })),
});

const unsubscribed = z.object({ type: z.literal('unsubscribed'), channel: z.string() });
/** `shutdown`: the venue closes the connection soon. */
const notice = z.object({ type: z.enum(['connected', 'ping', 'pong', 'shutdown']) });

/** A refusal, which names no type. */
const refusal = z.object({ error: z.object({ code: z.int(), message: z.string() }) });

const typed = z.discriminatedUnion('type', [orderBook, trades, candles, unsubscribed, notice]);

/** One message. */
export const streamMessage = z.union([
  typed,
  accountMessage,
  refusal.transform(({ error }) => ({ type: 'error' as const, error })),
]);

/** What a message says. */
export type StreamMessage = z.output<typeof streamMessage>;
