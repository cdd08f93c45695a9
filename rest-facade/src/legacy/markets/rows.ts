// Why: docs/decisions/edge/older-intelligence.md
import { venueIds, venueRow } from '@platform/venues/registry';
import { z } from 'zod';
import {
  LegacyGetDatasetDocument,
  type LegacyGetDatasetQuery,
  LegacySearchMarketsDocument,
} from '../../generated/operations.js';
import { symbol, timeframe } from '../../routes/context/fields.js';
import { count, text, timestamp } from '../../routes/fields.js';
import { noFields } from '../../routes/route.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';
import { refusing } from '../refusing.js';
import { legacyMarketSearch, toMarketSearch } from './candidates.js';
import { queryOf } from './query.js';

/** A market is listed as the tokens of its outcomes, mostly two. */
const TOKENS_OF_A_MARKET = 2;
const CANDIDATES_MAX = 50;
const CANDIDATES = 10;

/** `POST /v3/markets/search` */
const searchRow = defineLegacy({
  method: 'POST',
  path: '/v3/markets/search',
  // A search asked by a body: nothing is added.
  effect: 'adds',
  permission: 'read',
  name: 'v3.markets.search',
  successor: 'GET /context/markets',
  summary: 'Searches prediction markets by words, a slug or the address of an event',
  request: z.object({
    ...noFields,
    body: z.object({
      query: text('Words of the question, a slug, or the address of an event', 'rain tomorrow').trim().min(1).max(500),
      limit: z
        .int()
        .min(1)
        .max(CANDIDATES_MAX)
        .default(CANDIDATES)
        .meta({ description: 'The most candidates', examples: [CANDIDATES] }),
    }),
  }),
  response: { 200: legacyMarketSearch },
  refusals: ['invalid_request', 'context_upstream_unavailable', 'context_store_unavailable'],
  operations: [LegacySearchMarketsDocument],
  answer: async ({ body: { query, limit } }, ask) => {
    const found = await ask(LegacySearchMarketsDocument, {
      query: queryOf(query),
      first: limit * TOKENS_OF_A_MARKET,
    });
    return { status: 200, body: toMarketSearch(found, limit) };
  },
});

const availability = z
  .object({
    available: z.boolean().meta({ description: 'Whether candles of the timeframe are stored', examples: [true] }),
    pair: symbol,
    timeframe,
    from: timestamp.nullable().describe('First candle; null where none is stored'),
    to: timestamp.nullable().describe('Last candle; null where none is stored'),
    candles: count('How many there are', 4320),
  })
  .meta({ id: 'LegacyDataAvailability', description: 'The stored candles of a market' });

type Asked = Pick<z.output<typeof availability>, 'pair' | 'timeframe'>;

function toAvailability({ datasets }: LegacyGetDatasetQuery, asked: Asked): z.input<typeof availability> {
  const tables = datasets.flatMap(({ tables: all }) => all);
  const table = tables.find(({ name }) => name === `candles_${asked.timeframe}`);
  const { from = null, to = null, rows = 0 } = table ?? {};
  return { available: rows > 0, ...asked, from, to, candles: rows };
}

/** The venues whose history is extended in place: the older surface had a path for each. */
const backfilled = venueIds.filter((id) => venueRow(id).history === 'backfill');

function dataRow(venue: (typeof backfilled)[number]): LegacyRoute {
  const place = {
    method: 'GET',
    path: `/v2/backtesting-data/${venue}`,
    name: `v2.backtesting-data.${venue}`,
    successor: 'GET /context/datasets',
    summary: 'Reads which candles of a market are stored',
  } as const;
  if (venueRow(venue).status === 'planned')
    return refusing({ ...place, code: 'feature_not_available', message: 'No history of this venue is stored yet.' });
  return defineLegacy({
    ...place,
    request: z.object({ ...noFields, query: z.object({ pair: symbol, timeframe }) }),
    response: { 200: availability },
    refusals: ['symbol_not_canonical', 'market_not_found', 'context_upstream_unavailable', 'context_store_unavailable'],
    operations: [LegacyGetDatasetDocument],
    answer: async ({ query: { pair, timeframe: asked } }, ask) => {
      const found = await ask(LegacyGetDatasetDocument, { venue, symbol: pair });
      return { status: 200, body: toAvailability(found, { pair, timeframe: asked }) };
    },
  });
}

/** The search of markets, and what is stored of them. */
export const marketRows: readonly LegacyRoute[] = [searchRow, ...backfilled.map(dataRow)];
