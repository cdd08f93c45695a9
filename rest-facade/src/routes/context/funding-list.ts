import { z } from 'zod';
import { ListFundingDocument, type ListFundingQuery } from '../../generated/operations.js';
import { nextCursor, number, timestamp } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { availableFrom, historyQuery, rowsFrom, symbol, venueName } from './fields.js';

const fundingRow = z
  .object({
    t: timestamp.describe('Hour of payment'),
    rate: number("Fraction of a position's value that longs pay for the hour", 0.0000125),
    annualized: number('Hourly rate times 8760', 0.1095),
  })
  .meta({ id: 'FundingRate', description: 'Funding of one hour' });

/** Rows of columns of equal length. */
function toRows({ t, rate, annualized }: ListFundingQuery['funding']): z.input<typeof fundingRow>[] {
  return t.map((time, index) => ({
    t: time,
    rate: rate[index] ?? Number.NaN,
    annualized: annualized[index] ?? Number.NaN,
  }));
}

/** `GET /context/funding` */
export const listFunding = defineRoute({
  method: 'GET',
  path: '/context/funding',
  tool: 'context.funding.list',
  summary: 'Lists hourly funding of a market in ascending order: the newest, or all from a given time',
  authentication: 'key',
  request: z.object({ ...noFields, query: z.strictObject(historyQuery) }),
  response: {
    200: z.object({
      venue: venueName,
      symbol,
      funding: z.array(fundingRow),
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
  operation: ListFundingDocument,
  variables: ({ query: { limit, cursor, ...same } }) => ({ ...same, first: limit, after: cursor }),
  respond: ({ funding }, { query: { venue, symbol: asked } }) => ({
    status: 200,
    body: {
      venue,
      symbol: asked,
      funding: toRows(funding),
      rows_from: funding.rowsFrom,
      available_from: funding.availableFrom,
      next_cursor: funding.nextCursor,
    },
  }),
});
