import { z } from 'zod';

/** Messages of the venue's WebSocket that hold market data, as the venue documents them (docs/.../api/websocket/subscriptions). */

const number = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/, 'must be a decimal string')
  .transform(Number);
const instantMs = z.int().nonnegative();
const coin = z.string().min(1).max(40);

const candle = z
  .object({ t: instantMs, s: coin, i: z.string(), o: number, h: number, l: number, c: number, v: number })
  .transform(({ t, s, i, o, h, l, c, v }) => ({ coin: s, interval: i, candle: [t, o, h, l, c, v] as const }));

const level = z.object({ px: number, sz: number }).transform(({ px, sz }) => [px, sz] as const);
const book = z
  .object({ coin, time: instantMs, levels: z.tuple([z.array(level), z.array(level)]) })
  .transform(({ coin: name, time, levels: [bids, asks] }) => ({ coin: name, book: { atMs: time, bids, asks } }));

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

const subscription = z.discriminatedUnion('type', [
  z.object({ type: z.literal('candle'), coin, interval: z.string() }),
  z.object({ type: z.enum(['l2Book', 'trades']), coin }),
]);

/** One message; the venue documents a list of candles, and sends one. */
export const streamMessage = z.discriminatedUnion('channel', [
  z.object({ channel: z.literal('candle'), data: z.union([candle.transform((one) => [one]), z.array(candle)]) }),
  z.object({ channel: z.literal('l2Book'), data: book }),
  z.object({ channel: z.literal('trades'), data: z.array(trade) }),
  z.object({ channel: z.literal('error'), data: z.string() }),
  z.object({
    channel: z.literal('subscriptionResponse'),
    data: z.object({ method: z.enum(['subscribe', 'unsubscribe']), subscription }),
  }),
  z.object({ channel: z.literal('pong') }),
]);
