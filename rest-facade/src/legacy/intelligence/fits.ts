// Why: docs/decisions/edge/older-intelligence.md
import { z } from 'zod';
import type { LegacyGetScannedMarketQuery } from '../../generated/operations.js';
import { number, text } from '../../routes/fields.js';
import { absent } from '../absent.js';

/** Scores here go from 0 to 100, and those of the older surface to 1. */
const SCORE_MAX = 100;
const HOURS_A_YEAR = 8_760;
const PERCENT = 100;

const category = z.enum(['momentum', 'mean_reversion', 'breakout', 'volume']);
const timeframe = text('What it is computed from: candles of an hour, always', '1h');

/** A category that a market stands out in. */
export type Category = z.output<typeof category>;
/** They, in the order of the interface. */
export const categories = category.options;
/** The timeframe of everything that is scanned. */
export const TIMEFRAME = '1h';

/** A market, as the older surface calls it. */
export const pair = text(
  'The base alone, behind the exchange of a third party; the canonical symbol where it is no perpetual of the first venue',
  'ETH',
);

/** Prices of a market, in the names of the older surface. */
export const snapshot = z
  .object({
    pair,
    mark_px: number('Mark price', 2431.5).nullable(),
    pct_change_24h: absent(z.number(), 'it is not kept'),
    volume_usd_24h: number('Traded within a day, US dollars', 24_600_000).nullable(),
    oi_usd: number('Open interest at the mark price, US dollars', 89_400_000).nullable(),
    funding_apr_pct: number('Funding of the hour, times the hours of a year, percent', -3.18).nullable(),
  })
  .meta({
    id: 'LegacySnapshot',
    description: 'Prices of a market now; null where they are not read or the venue reports none',
  });

/** How well a market fits a category. */
export const fit = z
  .object({
    bucket: category.describe('The category'),
    bucket_title: absent(z.string(), 'categories have no titles'),
    timeframe,
    best_timeframe: timeframe,
    score: number('0 to 1: the score of the unified surface, divided by a hundred', 0.625),
    best_score: number('The same', 0.625),
    deploy_template: absent(z.string(), 'there are no templates'),
  })
  .meta({ id: 'LegacyFit', description: 'How well a market fits a category' });

/** Returns a score in its older form. */
export function scoreOf(score: number): number {
  return score / SCORE_MAX;
}

/** Returns a fit in its older form. */
export function toFit({ category: bucket, score: scored }: { readonly category: Category; readonly score: number }) {
  const score = scoreOf(scored);
  return {
    ...{ bucket, bucket_title: null, deploy_template: null },
    ...{ timeframe: TIMEFRAME, best_timeframe: TIMEFRAME, score, best_score: score },
  } satisfies z.input<typeof fit>;
}

/** Returns the prices of a market in their older form; all of them null without a ticker. */
export function toSnapshot(
  name: string,
  ticker: LegacyGetScannedMarketQuery['market']['ticker'],
): z.input<typeof snapshot> {
  const { mark = null, volume24h = null, openInterest = null, fundingRate = null } = ticker ?? {};
  return {
    pair: name,
    mark_px: mark,
    pct_change_24h: null,
    volume_usd_24h: volume24h,
    oi_usd: openInterest === null || mark === null ? null : openInterest * mark,
    funding_apr_pct: fundingRate === null ? null : fundingRate * HOURS_A_YEAR * PERCENT,
  };
}
