import { z } from 'zod';
import { GetScanDocument } from '../../generated/operations.js';
import { limit, number, timestamp } from '../fields.js';
import { defineRoute, noFields } from '../route.js';
import { symbol } from './fields.js';

const RESULTS_MAX = 50;
const RESULTS_DEFAULT = 10;

const category = z.enum(['momentum', 'mean_reversion', 'breakout', 'volume']);

const result = z
  .object({
    symbol,
    category: category.describe('Why it is listed'),
    score: number(
      '0 to 100, to one decimal; 50 is the threshold of the category. Equal history gives an equal score',
      62.5,
    ),
    evidence: z
      .record(z.string(), z.union([z.number(), z.string(), z.boolean()]))
      .describe('The numbers behind the score; for markets of builder-deployed exchanges also `backtest_ready: false`')
      .meta({ examples: [{ direction: 'up', volume_ratio: 2.67, close: 60050 }] }),
  })
  .meta({ id: 'ScanResult', description: 'A market that a scan lists, and why' });

const evidenceOf = (json: string) => result.shape.evidence.parse(JSON.parse(json));

/** `GET /context/scan` */
export const getScan = defineRoute({
  method: 'GET',
  path: '/context/scan',
  tool: 'context.scan.get',
  summary: 'Ranks the markets that are worth a look now; BTC, ETH and SOL are left out',
  authentication: 'key',
  request: z.object({
    ...noFields,
    query: z.strictObject({
      bucket: z
        .enum(['alts', 'hip3', 'all'])
        .default('all')
        .describe("Venues' own markets, those of builder-deployed exchanges, or both"),
      category: z
        .enum([...category.options, 'all'])
        .default('all')
        .describe('Why markets are listed'),
      top_n: limit({ maximum: RESULTS_MAX, preset: RESULTS_DEFAULT }).describe('Results, 1 to 50'),
    }),
  }),
  response: {
    200: z.object({
      computed_at: timestamp.describe('When the latest scan of all markets began; at most a few minutes ago'),
      results: z.array(result).describe('By score, highest first'),
    }),
  },
  refusals: ['context_store_unavailable'],
  operation: GetScanDocument,
  variables: ({ query: { bucket, category: asked, top_n: topN } }) => ({
    bucket: bucket === 'all' ? null : bucket,
    category: asked === 'all' ? null : asked,
    topN,
  }),
  respond: ({ scan: { computedAt, results } }) => ({
    status: 200,
    body: {
      computed_at: computedAt,
      results: results.map(({ evidenceJson, ...same }) => ({ ...same, evidence: evidenceOf(evidenceJson) })),
    },
  }),
});
