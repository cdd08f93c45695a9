import { z } from 'zod';
import { ListDatasetsDocument } from '../../generated/operations.js';
import { count, nextCursor, text, timestamp } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { contextVenue, rowSource, symbol, venueName } from './fields.js';

const table = z
  .object({
    from: timestamp.describe('First time'),
    to: timestamp.describe('Last time'),
    rows: count('Rows between them', 4320),
    source: z
      .array(rowSource)
      .describe(
        'Where the rows come from, each once: the venue, a sandbox venue that replays or makes them up, a file that was imported; unknown where they were stored before sources were kept. More than one: the table mixes them',
      )
      .meta({ examples: [['venue']] }),
  })
  .meta({ id: 'DatasetTable', description: 'The rows of one table' });

const dataset = z
  .object({
    venue: venueName,
    symbol,
    tables: z.record(z.string(), table).describe('By name, for example candles_1h'),
    release: text('Name of the immutable release; null for history that is extended in place', 'r1').nullable(),
    gaps: z
      .array(z.object({ table: text('Name of the table', 'candles_1h'), from: timestamp, to: timestamp }))
      .exactOptional()
      .describe('Missing rows. Absent means that the data was not checked for gaps, not that none are missing'),
  })
  .meta({ id: 'Dataset', description: 'The stored history of a market' });

/** `GET /context/datasets` */
export const listDatasets = defineRoute({
  method: 'GET',
  path: '/context/datasets',
  tool: 'context.datasets.list',
  summary: 'Lists the stored history of each market',
  authentication: 'key',
  request: z.object({
    ...noFields,
    query: z
      .strictObject({ venue: contextVenue.exactOptional(), symbol: symbol.exactOptional() })
      .refine((query) => query.symbol === undefined || query.venue !== undefined, {
        path: ['symbol'],
        message: 'needs venue',
      }),
  }),
  response: { 200: z.object({ datasets: z.array(dataset), next_cursor: nextCursor }) },
  refusals: [
    'symbol_not_canonical',
    'market_not_found',
    'feature_not_available',
    'context_upstream_unavailable',
    'context_store_unavailable',
  ],
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
