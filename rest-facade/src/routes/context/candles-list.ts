import { z } from 'zod';
import { ListCandlesDocument, type ListCandlesQuery } from '../../generated/operations.js';
import { nextCursor, timestamp } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { historyQuery } from './fields.js';

const timeframe = z.enum(['1m', '5m', '15m', '30m', '1h', '4h', '1d']);

const candle = z.object({
  t: timestamp.describe('Open time'),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.number().describe('In the base asset'),
});

/** Rows of columns of equal length. */
function toCandles({ t, open, high, low, close, volume }: ListCandlesQuery['candles']): z.input<typeof candle>[] {
  const at = (column: readonly number[], index: number) => column[index] ?? Number.NaN;
  return t.map((time, index) => ({
    t: time,
    open: at(open, index),
    high: at(high, index),
    low: at(low, index),
    close: at(close, index),
    volume: at(volume, index),
  }));
}

/** `GET /context/candles` */
export const listCandles = defineRoute({
  method: 'GET',
  path: '/context/candles',
  summary: 'Lists closed candles of a market in ascending order',
  authentication: 'key',
  request: z.object({ ...noFields, query: z.strictObject({ ...historyQuery, timeframe }) }),
  response: {
    200: z.object({
      venue: z.string(),
      symbol: z.string(),
      timeframe,
      candles: z.array(candle),
      next_cursor: nextCursor,
    }),
  },
  operation: ListCandlesDocument,
  variables: ({ query: { limit, cursor, ...same } }) => ({ ...same, first: limit, after: cursor }),
  respond: ({ candles }, { query: { venue, symbol, timeframe: asked } }) => ({
    status: 200,
    body: { venue, symbol, timeframe: asked, candles: toCandles(candles), next_cursor: candles.nextCursor },
  }),
});
