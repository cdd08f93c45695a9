import { venueRow } from '@platform/venues/registry';
import { z } from 'zod';
import { ListMarketsDocument, type ListMarketsQuery } from '../../generated/operations.js';
import { cursor, exampleVenue, limit, nextCursor, number, text, timestamp } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { contextVenue, marketKind, symbol, venueName } from './fields.js';

/** Framework aliases of a market of the example venue. */
const aliases = venueRow(exampleVenue).frameworks;

const prediction = z
  .object({
    slug: text("The venue's readable name of the market; its tokens share it", 'will-it-rain-tomorrow'),
    question: text('The question that the market predicts', 'Will it rain tomorrow?'),
    outcome: text('The outcome that the token pays one for', 'Yes'),
    outcomes: z.array(text('An outcome', 'Yes')).describe('All outcomes of the market'),
    end_date: timestamp,
    resolution: text('The outcome that came true; null until it is known', 'Yes').nullable(),
    taker_fees: z
      .object({
        rate: number('0 if there are no fees', 0.07),
        exponent: number('How fast fees fall as the price moves away from 0.5', 1),
      })
      .nullable()
      .describe(
        "Takers' fee per share in USD: rate * (price * (1 - price)) ^ exponent; null if the venue does not state it, and the market is not backtested then",
      ),
  })
  .describe('The prediction');

const market = z
  .object({
    venue: venueName,
    symbol: symbol.describe('Canonical symbol, used by all context routes'),
    name: text('Display name', 'BTC'),
    kind: marketKind,
    status: z.enum(['active', 'halted', 'closed']).describe('Trading status'),
    backtest_ready: z.boolean().describe('Whether stored history can serve a backtest'),
    framework_symbols: z
      .object({
        freqtrade: text('Alias in freqtrade', aliases.freqtrade?.example ?? '').exactOptional(),
        nautilus: text('Alias in nautilus', aliases.nautilus?.example ?? '').exactOptional(),
      })
      .describe('The names that framework configs and backtest symbols use for it'),
    tick_size: number('Smallest price step at the current price', 1),
    min_order_usd: number('Smallest value of an order, US dollars', 10),
    max_leverage: number('Highest leverage; null if there is none', 40).nullable(),
    builder_dex: text('The third-party exchange, run on the venue, that it trades on', 'abc').exactOptional(),
    prediction: prediction.exactOptional(),
  })
  .meta({ id: 'Market', description: 'A market of a venue' });

type MarketNode = ListMarketsQuery['markets']['edges'][number]['node'];

function toMarket(node: MarketNode): z.input<typeof market> {
  const { backtestReady, frameworkSymbols, tickSize, minOrderUsd, maxLeverage, builderDex, prediction, ...same } = node;
  const { freqtrade, nautilus } = frameworkSymbols;
  return {
    ...same,
    backtest_ready: backtestReady,
    framework_symbols: { ...(freqtrade === null ? {} : { freqtrade }), ...(nautilus === null ? {} : { nautilus }) },
    tick_size: Number(tickSize),
    min_order_usd: Number(minOrderUsd),
    max_leverage: maxLeverage,
    ...(builderDex === null ? {} : { builder_dex: builderDex }),
    ...(prediction === null ? {} : { prediction: toPrediction(prediction) }),
  };
}

function toPrediction({
  endDate,
  takerFees,
  ...same
}: NonNullable<MarketNode['prediction']>): z.input<typeof prediction> {
  return { ...same, end_date: endDate, taker_fees: takerFees };
}

/** `GET /context/markets` */
export const listMarkets = defineRoute({
  method: 'GET',
  path: '/context/markets',
  tool: 'context.markets.list',
  summary: 'Lists markets, or searches them by venue, symbol, name and question',
  authentication: 'key',
  request: z.object({
    ...noFields,
    query: z.strictObject({
      query: text(
        'Words that must all occur in venue, symbol, name or question; case is ignored. The slug of a market or an event lists its tokens. Empty lists all markets; for a venue that is searched, those ready for backtests',
        'btc',
      )
        .max(200)
        .default(''),
      venue: contextVenue.exactOptional().describe('Only markets of this venue'),
      limit: limit({ maximum: 200, preset: 100 }),
      cursor: cursor.exactOptional(),
    }),
  }),
  response: {
    200: z.object({
      markets: z.array(market),
      unavailable_venues: z.array(venueName).describe('Venues that could not be read; their markets are left out'),
      next_cursor: nextCursor,
    }),
  },
  refusals: ['feature_not_available', 'context_upstream_unavailable', 'context_store_unavailable'],
  operation: ListMarketsDocument,
  variables: ({ query: { limit, cursor, ...same } }) => ({ ...same, first: limit, after: cursor }),
  respond: ({ markets: { edges, pageInfo, unavailableVenues } }) => ({
    status: 200,
    body: {
      markets: edges.map(({ node }) => toMarket(node)),
      unavailable_venues: unavailableVenues,
      next_cursor: pageInfo.hasNextPage ? pageInfo.endCursor : null,
    },
  }),
});
