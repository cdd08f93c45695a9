import { readEach } from '@platform/kit/json';
import { z } from 'zod';

/**
 * Messages of the venue's WebSocket that hold market data, as the venue documents them (docs/.../api/websocket/subscriptions). Each candle,
 * trade and level of a book is read by itself: a malformed one is named with its reason and costs no other.
 */

const number = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/, 'must be a decimal string')
  .transform(Number)
  .refine(Number.isFinite, 'must not be beyond all numbers');
const price = number.refine((value) => value > 0, 'must be above zero');
const amount = number.refine((value) => value >= 0, 'must not be negative');
const instantMs = z.int().nonnegative();
const coin = z.string().min(1).max(40);

const candle = z
  .object({ t: instantMs, s: coin, i: z.string(), o: price, h: price, l: price, c: price, v: amount })
  .refine(
    ({ o, h, l, c }) => l <= Math.min(o, c) && h >= Math.max(o, c),
    'must have low and high around open and close',
  )
  .transform(({ t, s, i, o, h, l, c, v }) => ({ coin: s, interval: i, candle: [t, o, h, l, c, v] as const }));
/** What names the stream of a candle, and of a trade: without it the whole message can't be read. */
const candleStream = z.looseObject({ s: coin, i: z.string() });
const tradeStream = z.looseObject({ coin });
/** The time of a malformed candle; undefined where even that can't be read. */
const stamp = z.object({ t: instantMs }).transform(({ t }) => t);

const candles = z.union([candleStream.transform((one) => [one]), z.array(candleStream)]).transform((items) => {
  const { valid, malformed } = readEach(items, candle);
  const odd = malformed.map(({ item, reason }) => {
    const { s, i } = candleStream.parse(item);
    return { coin: s, interval: i, atMs: stamp.safeParse(item).data, reason };
  });
  return { valid, malformed: odd };
});

const level = z.object({ px: price, sz: amount }).transform(({ px, sz }) => [px, sz] as const);
const levels = z.array(z.unknown()).transform((items) => readEach(items, level));
const book = z
  .object({ coin, time: instantMs, levels: z.tuple([levels, levels]) })
  .transform(({ coin: name, time, levels: [bids, asks] }) => ({
    coin: name,
    book: { atMs: time, bids: bids.valid, asks: asks.valid },
    malformed: [...bids.malformed, ...asks.malformed].map(({ reason }) => reason),
  }));

const trade = z
  .object({ coin, side: z.enum(['A', 'B']), px: number, sz: number, time: instantMs, tid: z.int() })
  .transform(({ coin: name, side, px, sz, time, tid }) => ({
    coin: name,
    trade: {
      id: String(tid),
      atMs: time,
      price: px,
      size: sz,
      takerSide: side === 'B' ? ('buy' as const) : ('sell' as const),
    },
  }));

const trades = z.array(tradeStream).transform((items) => {
  const { valid, malformed } = readEach(items, trade);
  return { valid, malformed: malformed.map(({ item, reason }) => ({ coin: tradeStream.parse(item).coin, reason })) };
});

const subscription = z.discriminatedUnion('type', [
  z.object({ type: z.literal('candle'), coin, interval: z.string() }),
  z.object({ type: z.enum(['l2Book', 'trades']), coin }),
]);

/** One message; the venue documents a list of candles, and sends one. */
export const streamMessage = z.discriminatedUnion('channel', [
  z.object({ channel: z.literal('candle'), data: candles }),
  z.object({ channel: z.literal('l2Book'), data: book }),
  z.object({ channel: z.literal('trades'), data: trades }),
  z.object({ channel: z.literal('error'), data: z.string() }),
  z.object({
    channel: z.literal('subscriptionResponse'),
    data: z.object({ method: z.enum(['subscribe', 'unsubscribe']), subscription }),
  }),
  z.object({ channel: z.literal('pong') }),
]);
