import { z } from 'zod';
import { ListVenuesDocument } from '../../generated/operations.js';
import { nextCursor, number, text, usd } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { marketKind, venueName } from './fields.js';

const can = (what: string) => z.boolean().describe(what);

const venue = z
  .object({
    id: venueName,
    status: z.enum(['available', 'planned']).describe('Whether the platform supports it yet'),
    kinds: z.array(marketKind),
    frameworks: z.array(text('Framework', 'freqtrade')).describe('Frameworks that can run strategies there'),
    capabilities: z.object({
      context: can('Markets, candles and funding can be read'),
      backtest: can('Strategies can be backtested'),
      paper: can('Paper deployments can run'),
      live: can('Live deployments can run'),
      execution: can('Native actions can be submitted'),
      setup: can('Held funds can be moved there'),
      withdraw: can('Funds there can be withdrawn'),
    }),
    fees: z
      .object({
        taker_pct: number('Percent', 0.045),
        maker_pct: number('Percent', 0.015),
        builder_pct: number('Percent', 0.01),
        by_market: z
          .boolean()
          .describe('Whether each market has its own schedule, in `prediction.taker_fees`; the percentages are 0 then'),
      })
      .describe("Fees per side, in percent of the value traded, at the venue's base tier"),
    minimum_deposit_usd: usd.nullable().describe('Smallest amount that a venue setup moves; null if there is none'),
    regions: z.array(text('Region', 'local')).describe('Regions of deployments, the default first'),
  })
  .meta({ id: 'Venue', description: 'A venue with what the platform can do there' });

/** `GET /context/venues` */
export const listVenues = defineRoute({
  method: 'GET',
  path: '/context/venues',
  tool: 'context.venues.list',
  summary: 'Lists every venue with what the platform can do there now',
  authentication: 'key',
  request: z.object(noFields),
  response: { 200: z.object({ venues: z.array(venue), next_cursor: nextCursor }) },
  operation: ListVenuesDocument,
  variables: () => ({}),
  respond: ({ venues }) => ({
    status: 200,
    body: {
      venues: venues.map(({ fees: { takerPct, makerPct, builderPct, byMarket }, minimumDepositUsd, ...same }) => ({
        ...same,
        fees: { taker_pct: takerPct, maker_pct: makerPct, builder_pct: builderPct, by_market: byMarket },
        minimum_deposit_usd: minimumDepositUsd,
      })),
      next_cursor: null,
    },
  }),
});
