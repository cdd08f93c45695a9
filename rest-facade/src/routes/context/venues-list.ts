import { z } from 'zod';
import { ListVenuesDocument } from '../../generated/operations.js';
import { nextCursor, usd } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { marketKind } from './fields.js';

const venue = z.object({
  id: z.string(),
  status: z.enum(['available', 'planned']),
  kinds: z.array(marketKind),
  frameworks: z.array(z.string()),
  capabilities: z.object({
    context: z.boolean(),
    backtest: z.boolean(),
    paper: z.boolean(),
    live: z.boolean(),
    execution: z.boolean(),
    setup: z.boolean(),
    withdraw: z.boolean(),
  }),
  fees: z
    .object({ taker_pct: z.number(), maker_pct: z.number(), builder_pct: z.number() })
    .describe("Percent of the value traded, a side, at the venue's base tier"),
  minimum_deposit_usd: usd.nullable().describe('Smallest amount of a venue setup; null where there is none'),
  regions: z.array(z.string()).describe('Regions of deployments, the default first'),
});

/** `GET /context/venues` */
export const listVenues = defineRoute({
  method: 'GET',
  path: '/context/venues',
  summary: 'Lists every venue with what the platform can do there now',
  authentication: 'key',
  request: z.object(noFields),
  response: { 200: z.object({ venues: z.array(venue), next_cursor: nextCursor }) },
  operation: ListVenuesDocument,
  variables: () => ({}),
  respond: ({ venues }) => ({
    status: 200,
    body: {
      venues: venues.map(({ fees: { takerPct, makerPct, builderPct }, minimumDepositUsd, ...same }) => ({
        ...same,
        fees: { taker_pct: takerPct, maker_pct: makerPct, builder_pct: builderPct },
        minimum_deposit_usd: minimumDepositUsd,
      })),
      next_cursor: null,
    },
  }),
});
