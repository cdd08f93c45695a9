// Why: docs/decisions/edge/older-intelligence.md
import { type ErrorCode, PlatformError } from '@platform/errors';
import { z } from 'zod';
import {
  LegacyFindSetupDocument,
  LegacyGetScannedMarketDocument,
  type LegacyGetScannedMarketQuery,
  LegacyScanDocument,
} from '../../generated/operations.js';
import { limit, timestamp } from '../../routes/fields.js';
import { noFields } from '../../routes/route.js';
import { defineLegacy, type LegacyRoute } from '../operation.js';
import { fit, pair, snapshot, toFit, toSnapshot } from './fits.js';
import { pairOf, symbolOf } from './pair.js';
import { legacyScan, toAlts, toTradfi } from './scan.js';

/** The older words for the places that are scanned. */
const PLACES = { alts: ['alts'], tradfi: ['hip3'], both: ['alts', 'hip3'] } as const;

const scanQuery = z.object({
  bucket: z
    .enum(['all', 'squeeze', 'stealth', 'coiled', 'basis'])
    .default('all')
    .describe('`all`: the others are not computed here'),
  category: z
    .enum(['alts', 'tradfi', 'both'])
    .default('alts')
    .describe("Venues' own markets, those of builder-deployed exchanges, or both"),
  top_n: limit({ maximum: 10, preset: 5 }).describe('Results of each list, 1 to 10'),
});

const scanRow = defineLegacy({
  method: 'GET',
  path: '/v2/intelligence/scan',
  name: 'v2.intelligence.scan',
  successor: 'GET /context/scan',
  summary: 'Ranks the markets that are worth a look now, by category',
  request: z.object({ ...noFields, query: scanQuery }),
  response: { 200: legacyScan },
  refusals: ['feature_not_available', 'context_store_unavailable'],
  operations: [LegacyScanDocument],
  answer: async ({ query: { bucket, category, top_n: topN } }, ask) => {
    if (bucket !== 'all')
      throw new PlatformError('feature_not_available', {
        message: `The bucket \`${bucket}\` is not computed here. GET /context/scan has categories of its own, which \`all\` answers.`,
      });
    const [first, second] = PLACES[category];
    const scan = await ask(LegacyScanDocument, { bucket: first, topN });
    const other = second === undefined ? undefined : await ask(LegacyScanDocument, { bucket: second, topN });
    const tradfi = first === 'hip3' ? scan : other;
    return {
      status: 200,
      body: {
        computed_at: scan.momentum.computedAt,
        ...(first === 'alts' && { alts: toAlts(scan) }),
        ...(tradfi !== undefined && { tradfi: toTradfi(tradfi, topN) }),
      },
    };
  },
});

const legacySetup = z
  .object({
    pair,
    found: z.boolean().meta({ description: 'Whether there is such a market', examples: [true] }),
    computed_at: timestamp.exactOptional().describe('When it was computed'),
    snapshot: snapshot.exactOptional(),
    best_fit: fit.nullable().exactOptional().describe('The best of `bucket_fits`; null where there is none'),
    bucket_fits: z.array(fit).exactOptional().describe('The categories that the market stands out in, best first'),
  })
  .meta({ id: 'LegacySetup', description: 'What a market stands out in; without `found` nothing else is there' });

/** Returns what a market stands out in, in its older form. */
function toSetup(
  { symbol, computedAt }: { readonly symbol: string; readonly computedAt: string },
  { builderDex, ticker, scan }: LegacyGetScannedMarketQuery['market'],
): z.input<typeof legacySetup> {
  const name = pairOf(symbol, builderDex ?? undefined);
  const fits = scan.map(toFit).sort((left, right) => right.score - left.score);
  return {
    ...{ pair: name, found: true, computed_at: computedAt, snapshot: toSnapshot(name, ticker) },
    ...{ best_fit: fits[0] ?? null, bucket_fits: fits },
  };
}

const NO_MARKET: ReadonlySet<ErrorCode> = new Set(['market_not_found', 'invalid_request']);

const setupRow = defineLegacy({
  method: 'GET',
  path: '/v2/intelligence/setup/{pair}',
  name: 'v2.intelligence.setup',
  successor: 'GET /context/setup/{pair}',
  summary: 'Reads what a market stands out in, with its prices; `found` is false for an unknown one',
  request: z.object({ ...noFields, params: z.strictObject({ pair: pair.max(100) }), query: z.object({}) }),
  response: { 200: legacySetup },
  refusals: ['symbol_not_canonical', 'context_store_unavailable', 'context_upstream_unavailable'],
  operations: [LegacyFindSetupDocument, LegacyGetScannedMarketDocument],
  answer: async ({ params }, ask) => {
    try {
      const { setup } = await ask(LegacyFindSetupDocument, { symbol: symbolOf(params.pair) });
      const { venue, symbol } = setup;
      const { market } = await ask(LegacyGetScannedMarketDocument, { venue, symbol });
      return { status: 200, body: toSetup(setup, market) };
    } catch (error) {
      // Published clients read an unknown market off the answer, also one whose name no market can have.
      if (!(error instanceof PlatformError && NO_MARKET.has(error.code))) throw error;
      return { status: 200, body: { pair: params.pair, found: false } };
    }
  },
});

/** `/v2/intelligence` */
export const intelligenceRows: readonly LegacyRoute[] = [scanRow, setupRow];
