import { z } from 'zod';
import { ListFundingDocument, type ListFundingQuery } from '../../generated/operations.js';
import { nextCursor, timestamp } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { historyQuery } from './fields.js';

const fundingRow = z.object({
  t: timestamp.describe('Hour of payment'),
  rate: z.number().describe("Fraction of a position's value that longs pay for the hour"),
  annualized: z.number().describe('Hourly rate times 8760'),
});

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
  summary: 'Lists hourly funding of a market in ascending order',
  authentication: 'key',
  request: z.object({ ...noFields, query: z.strictObject(historyQuery) }),
  response: {
    200: z.object({ venue: z.string(), symbol: z.string(), funding: z.array(fundingRow), next_cursor: nextCursor }),
  },
  operation: ListFundingDocument,
  variables: ({ query: { limit, cursor, ...same } }) => ({ ...same, first: limit, after: cursor }),
  respond: ({ funding }, { query: { venue, symbol } }) => ({
    status: 200,
    body: { venue, symbol, funding: toRows(funding), next_cursor: funding.nextCursor },
  }),
});
