import { venueRow } from '@platform/venues';
import { z } from 'zod';
import { ListMarketsDocument, type ListMarketsQuery } from '../../generated/operations.js';
import { cursor, exampleVenue, limit, nextCursor, number, text } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { marketKind, symbol, venueName } from './fields.js';

/** How frameworks write a market of the venue that examples are of. */
const aliases = venueRow(exampleVenue).frameworks;

const market = z
  .object({
    venue: venueName,
    symbol: symbol.describe('Canonical symbol, used by all context routes'),
    kind: marketKind,
    status: z.enum(['active', 'halted', 'closed']).describe('Whether it trades'),
    backtest_ready: z.boolean().describe('Whether stored history can serve a backtest'),
    framework_symbols: z
      .object({
        freqtrade: text('Alias in freqtrade', aliases.freqtrade?.example ?? '').exactOptional(),
        nautilus: text('Alias in nautilus', aliases.nautilus?.example ?? '').exactOptional(),
      })
      .describe('The names that framework configs and backtest symbols use for it'),
    tick_size: number('Smallest price step at the present price', 1),
    min_order_usd: number('Smallest value of an order, US dollars', 10),
    max_leverage: number('Highest leverage', 40),
  })
  .meta({ id: 'Market', description: 'A market of a venue' });

type MarketNode = ListMarketsQuery['markets']['edges'][number]['node'];

function toMarket(node: MarketNode): z.input<typeof market> {
  const { backtestReady, frameworkSymbols, tickSize, minOrderUsd, maxLeverage, ...same } = node;
  const { freqtrade, nautilus } = frameworkSymbols;
  return {
    ...same,
    backtest_ready: backtestReady,
    framework_symbols: { ...(freqtrade === null ? {} : { freqtrade }), ...(nautilus === null ? {} : { nautilus }) },
    tick_size: Number(tickSize),
    min_order_usd: Number(minOrderUsd),
    max_leverage: maxLeverage,
  };
}

/** `GET /context/markets` */
export const listMarkets = defineRoute({
  method: 'GET',
  path: '/context/markets',
  tool: 'context.markets.list',
  summary: 'Lists markets, or searches them by venue, symbol and name',
  authentication: 'key',
  request: z.object({
    ...noFields,
    query: z.strictObject({
      query: text('Words that must all occur in venue, symbol or name, in any case; empty lists all markets', 'btc')
        .max(200)
        .default(''),
      limit: limit({ maximum: 200, preset: 100 }),
      cursor: cursor.exactOptional(),
    }),
  }),
  response: { 200: z.object({ markets: z.array(market), next_cursor: nextCursor }) },
  refusals: ['context_upstream_unavailable', 'context_store_unavailable'],
  operation: ListMarketsDocument,
  variables: ({ query }) => ({ query: query.query, first: query.limit, after: query.cursor }),
  respond: ({ markets: { edges, pageInfo } }) => ({
    status: 200,
    body: {
      markets: edges.map(({ node }) => toMarket(node)),
      next_cursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    },
  }),
});
