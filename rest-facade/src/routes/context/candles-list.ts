import { z } from 'zod';
import { ListCandlesDocument, type ListCandlesQuery } from '../../generated/operations.js';
import { nextCursor, number, timestamp } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { availableFrom, historyQuery, rowsFrom, symbol, timeframe, venueName } from './fields.js';

const candle = z
  .object({
    t: timestamp.describe('Open time'),
    open: number('First price', 60000),
    high: number('Highest price', 60100),
    low: number('Lowest price', 59900),
    close: number('Last price', 60050),
    volume: number("In the base asset; null where the venue's candles have no volume", 12.5).nullable(),
  })
  .meta({ id: 'Candle', description: 'A closed candle' });

/** Rows of columns of equal length. */
function toCandles({ t, open, high, low, close, volume }: ListCandlesQuery['candles']): z.input<typeof candle>[] {
  const at = (column: readonly number[], index: number) => column[index] ?? Number.NaN;
  return t.map((time, index) => ({
    t: time,
    open: at(open, index),
    high: at(high, index),
    low: at(low, index),
    close: at(close, index),
    volume: volume === null ? null : at(volume, index),
  }));
}

/** `GET /context/candles` */
export const listCandles = defineRoute({
  method: 'GET',
  path: '/context/candles',
  tool: 'context.candles.list',
  summary: 'Lists closed candles of a market in ascending order: the newest ones, or all from a given time',
  authentication: 'key',
  request: z.object({ ...noFields, query: z.strictObject({ ...historyQuery, timeframe }) }),
  response: {
    200: z.object({
      venue: venueName,
      symbol,
      timeframe,
      candles: z.array(candle),
      rows_from: rowsFrom,
      available_from: availableFrom,
      next_cursor: nextCursor,
    }),
  },
  refusals: [
    'symbol_not_canonical',
    'market_not_found',
    'feature_not_available',
    'context_upstream_unavailable',
    'context_store_unavailable',
  ],
  operation: ListCandlesDocument,
  variables: ({ query: { limit, cursor, ...same } }) => ({ ...same, first: limit, after: cursor }),
  respond: ({ candles }, { query: { timeframe: asked, ...market } }) => ({
    status: 200,
    body: {
      venue: market.venue,
      symbol: market.symbol,
      timeframe: asked,
      candles: toCandles(candles),
      rows_from: candles.rowsFrom,
      available_from: candles.availableFrom,
      next_cursor: candles.nextCursor,
    },
  }),
});
