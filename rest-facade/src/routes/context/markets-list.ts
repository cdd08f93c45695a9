import { z } from 'zod';
import { ListMarketsDocument, type ListMarketsQuery } from '../../generated/operations.js';
import { cursor, limit, nextCursor } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { marketKind } from './fields.js';

const market = z.object({
  venue: z.string(),
  symbol: z.string().describe('Canonical symbol, used by all context routes'),
  kind: marketKind,
  status: z.enum(['active', 'halted', 'closed']),
  backtest_ready: z.boolean().describe('Whether stored history can serve a backtest'),
  framework_symbols: z
    .object({ freqtrade: z.string().exactOptional(), nautilus: z.string().exactOptional() })
    .describe('Aliases inside framework config and backtest symbols'),
  tick_size: z.number().describe('Smallest price step at the present price'),
  min_order_usd: z.number(),
  max_leverage: z.number(),
});

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
  summary: 'Lists markets, or searches them by venue, symbol and name',
  authentication: 'key',
  request: z.object({
    ...noFields,
    query: z.strictObject({
      query: z.string().max(200).default('').describe('Words that must all occur'),
      limit: limit({ maximum: 200, preset: 100 }),
      cursor: cursor.exactOptional(),
    }),
  }),
  response: { 200: z.object({ markets: z.array(market), next_cursor: nextCursor }) },
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
