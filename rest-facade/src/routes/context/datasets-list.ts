import { z } from 'zod';
import { ListDatasetsDocument } from '../../generated/operations.js';
import { nextCursor, timestamp } from '../fields.js';
import { defineRoute, noFields } from '../route.js';

const table = z.object({ from: timestamp, to: timestamp, rows: z.int() });

const dataset = z.object({
  venue: z.string(),
  symbol: z.string(),
  tables: z.record(z.string(), table).describe('By name, for example candles_1h'),
  release: z.string().nullable().describe('Null for a store that is extended in place'),
  gaps: z
    .array(z.object({ table: z.string(), from: timestamp, to: timestamp }))
    .exactOptional()
    .describe('Absent: not audited, which never means that none are missing'),
});

/** `GET /context/datasets` */
export const listDatasets = defineRoute({
  method: 'GET',
  path: '/context/datasets',
  summary: 'Lists what history is stored of which market',
  authentication: 'key',
  request: z.object({
    ...noFields,
    query: z
      .strictObject({ venue: z.string().exactOptional(), symbol: z.string().exactOptional() })
      .refine(({ venue, symbol }) => symbol === undefined || venue !== undefined, {
        path: ['symbol'],
        message: 'needs venue',
      }),
  }),
  response: { 200: z.object({ datasets: z.array(dataset), next_cursor: nextCursor }) },
  operation: ListDatasetsDocument,
  variables: ({ query }) => query,
  respond: ({ datasets }) => ({
    status: 200,
    body: {
      datasets: datasets.map(({ tables, gaps, ...same }) => ({
        ...same,
        tables: Object.fromEntries(tables.map(({ name, ...coverage }) => [name, coverage])),
        ...(gaps === null ? {} : { gaps }),
      })),
      next_cursor: null,
    },
  }),
});
