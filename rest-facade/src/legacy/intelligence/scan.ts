// Why: docs/decisions/edge/older-intelligence.md
import { z } from 'zod';
import type { LegacyScanQuery } from '../../generated/operations.js';
import { timestamp } from '../../routes/fields.js';
import { jsonObject } from '../../routes/json-object.js';
import { absent } from '../absent.js';
import { type Category, categories, fit, pair, scoreOf, snapshot, TIMEFRAME, toFit, toSnapshot } from './fits.js';
import { pairOf } from './pair.js';

const NOT_COMPUTED = 'it is not computed here';

const row = z
  .object({
    pair,
    timeframe: fit.shape.timeframe,
    score: fit.shape.score,
    snapshot: snapshot.describe('Null in each field: the setup of the pair has the prices'),
    best_fit: fit.describe('The category that lists it'),
    evidence: jsonObject.meta({ description: 'The numbers behind the score', examples: [{ direction: 'up' }] }),
  })
  .meta({ id: 'LegacyScanRow', description: 'A market that a scan lists' });

const rows = z.array(row).describe('By score, highest first');
const scanned = absent(z.int(), 'the number of markets is not kept');

/** The latest scan in its older form. */
export const legacyScan = z
  .object({
    computed_at: timestamp.describe('When the latest scan began'),
    alts: z
      .object({
        scanned,
        buckets: z.object({
          momentum: rows,
          mean_reversion: rows,
          breakout: rows,
          volume: rows,
          squeeze: absent(z.array(row), NOT_COMPUTED),
          stealth: absent(z.array(row), NOT_COMPUTED),
          coiled: absent(z.array(row), NOT_COMPUTED),
          basis: absent(z.array(row), NOT_COMPUTED),
        }),
      })
      .exactOptional()
      .describe("The venues' own markets; with the category alts or both"),
    tradfi: z
      .object({
        scanned,
        markets: rows,
        stocks: absent(z.array(row), 'markets are not told apart by what they follow: `markets` has all of them'),
        indices: absent(z.array(row), 'for the same reason'),
        commodities: absent(z.array(row), 'for the same reason'),
        fx: absent(z.array(row), 'for the same reason'),
      })
      .exactOptional()
      .describe('Markets of builder-deployed exchanges; with the category tradfi or both'),
  })
  .meta({ id: 'LegacyScan', description: 'Markets that are worth a look now' });

type Scanned = LegacyScanQuery['momentum'];
type Row = z.input<typeof row>;

const builderDex = z.object({ builder_dex: z.string() });

function toRow({ symbol, category, score, evidenceJson }: Scanned['results'][number]): Row {
  const evidence = jsonObject.parse(JSON.parse(evidenceJson));
  const name = pairOf(symbol, builderDex.safeParse(evidence).data?.builder_dex);
  return {
    ...{ pair: name, timeframe: TIMEFRAME, score: scoreOf(score), snapshot: toSnapshot(name, null) },
    ...{ best_fit: toFit({ category, score }), evidence },
  };
}

function rowsOf({ momentum, meanReversion, breakout, volume }: LegacyScanQuery): Record<Category, Row[]> {
  return {
    momentum: momentum.results.map(toRow),
    mean_reversion: meanReversion.results.map(toRow),
    breakout: breakout.results.map(toRow),
    volume: volume.results.map(toRow),
  };
}

/** Returns the venues' own markets, by category. */
export function toAlts(scan: LegacyScanQuery): NonNullable<z.input<typeof legacyScan>['alts']> {
  const none = { squeeze: null, stealth: null, coiled: null, basis: null };
  return { scanned: null, buckets: { ...rowsOf(scan), ...none } };
}

/** Returns the best of the markets of other exchanges, whatever their category. */
export function toTradfi(scan: LegacyScanQuery, count: number): NonNullable<z.input<typeof legacyScan>['tradfi']> {
  const byCategory = rowsOf(scan);
  const markets = categories.flatMap((category) => byCategory[category]);
  const best = markets.sort((left, right) => right.score - left.score).slice(0, count);
  return { scanned: null, markets: best, stocks: null, indices: null, commodities: null, fx: null };
}
