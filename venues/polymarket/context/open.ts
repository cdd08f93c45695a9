import { httpUrl, integer } from '@platform/kit/config';
import { z } from 'zod';
import type { Requests } from '../../http/index.js';
import type { Omissions } from '../../market-data/index.js';
import { PolymarketClient, shareSetting } from '../client/index.js';
import { type CollectedMarkets, PolymarketListing } from './listing.js';
import { Lives } from './lives.js';
import { Polymarket } from './polymarket.js';

const DAY_MS = 86_400_000;
const COLLECTED_MAX = 500;
const COUNT = /^\d{1,3}$/;
const SLUGS = /^[\w-]+(,[\w-]+)*$/;

const collectedMarkets = z.string().transform((text, context): CollectedMarkets => {
  const found = COUNT.test(text) ? Number(text) : SLUGS.test(text) ? text.split(',') : [];
  const count = typeof found === 'number' ? found : found.length;
  if (count <= COLLECTED_MAX && (typeof found === 'number' || count > 0)) return found;
  context.addIssue({
    code: 'custom',
    message: `must be a number up to ${COLLECTED_MAX}, or as many slugs with commas between`,
  });
  return z.NEVER;
});

/** The environment settings of the venue. */
export const polymarketSettings = {
  POLYMARKET_CLOB_URL: httpUrl.describe("base of Polymarket's CLOB"),
  POLYMARKET_GAMMA_URL: httpUrl.describe("base of Polymarket's Gamma API"),
  POLYMARKET_GAMMA_REQUESTS_PER_MINUTE: shareSetting('gamma'),
  POLYMARKET_CLOB_REQUESTS_PER_MINUTE: shareSetting('clob'),
  POLYMARKET_COLLECTED_MARKETS: collectedMarkets
    .default(5)
    .describe(
      'how many of the most traded markets are collected and published, and one that was resolved; or which: slugs with commas between',
    ),
  POLYMARKET_HISTORY_DAYS: integer(1, 3_650)
    .default(30)
    .describe('how far back the prices of collected markets are read'),
};

/** Opens the venue as it is configured. */
export function openPolymarket(
  environment: z.output<z.ZodObject<typeof polymarketSettings>>,
  requests: Requests,
  omissions: Omissions,
): Polymarket {
  const client = new PolymarketClient({
    gammaUrl: environment.POLYMARKET_GAMMA_URL,
    clobUrl: environment.POLYMARKET_CLOB_URL,
    gammaRequestsPerMinute: environment.POLYMARKET_GAMMA_REQUESTS_PER_MINUTE,
    clobRequestsPerMinute: environment.POLYMARKET_CLOB_REQUESTS_PER_MINUTE,
    ...requests,
  });
  const { clock } = requests;
  const lives = new Lives();
  const collects = environment.POLYMARKET_COLLECTED_MARKETS;
  const lookbackMs = environment.POLYMARKET_HISTORY_DAYS * DAY_MS;
  const listing = new PolymarketListing({ client, lives, collects, lookbackMs, clock, omissions });
  return new Polymarket({ client, listing, lives, lookbackMs, clock });
}
