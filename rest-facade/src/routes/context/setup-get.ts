import { z } from 'zod';
import { GetSetupDocument } from '../../generated/operations.js';
import { number, timestamp } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { symbol } from './fields.js';

const price = number('Price', 60000);

const setup = z
  .object({
    symbol,
    computed_at: timestamp.describe('When it was computed; at most a few minutes ago'),
    regime: z.object({
      state: z
        .enum(['trending_up', 'trending_down', 'transitional', 'ranging', 'unknown'])
        .describe('Derived from the index: a trend from 25 up, a range below 20; unknown with too few candles'),
      adx_14: number('Average directional index over 14 hours, 0 to 100; null with too few candles', 27.4).nullable(),
    }),
    levels: z
      .object({
        support: z.array(price).describe('Below the last close, the nearest first, at most three'),
        resistance: z.array(price).describe('Above the last close, the nearest first, at most three'),
      })
      .describe('Prices at which the market turned more than once within ninety days'),
    volatility: z.object({
      atr_14_pct: number(
        'Average true range over 14 hours, percent of the last close; null with too few candles',
        0.82,
      ).nullable(),
      bb_width_pctile_90d: number(
        'Percentile of the width of the Bollinger bands within 90 days, 0 to 100; null with too few candles',
        35.5,
      ).nullable(),
    }),
    funding: z.object({
      current_annualized: number(
        'Newest hourly rate times 8760; null if none was paid within a day',
        0.1095,
      ).nullable(),
      trend: z
        .enum(['rising', 'falling', 'flat'])
        .nullable()
        .describe('The last day compared with the last seven; null if none was paid'),
    }),
  })
  .meta({ id: 'Setup', description: 'Technical state of a market, computed from hourly candles of ninety days' });

/** `GET /context/setup/{pair}` */
export const getSetup = defineRoute({
  method: 'GET',
  path: '/context/setup/{pair}',
  tool: 'context.setup.get',
  summary: 'Reads the technical state of a market: regime, levels, volatility and funding',
  authentication: 'key',
  request: z.object({
    ...noFields,
    params: z.strictObject({ pair: symbol.describe('Canonical symbol, URL-encoded') }),
  }),
  response: { 200: setup },
  refusals: ['symbol_not_canonical', 'market_not_found', 'context_store_unavailable'],
  operation: GetSetupDocument,
  variables: ({ params: { pair } }) => ({ symbol: pair }),
  respond: ({ setup: { computedAt, regime, volatility, funding, ...same } }) => ({
    status: 200,
    body: {
      ...same,
      computed_at: computedAt,
      regime: { state: regime.state, adx_14: regime.adx14 },
      volatility: { atr_14_pct: volatility.atr14Pct, bb_width_pctile_90d: volatility.bbWidthPctile90d },
      funding: { current_annualized: funding.currentAnnualized, trend: funding.trend },
    },
  }),
});
