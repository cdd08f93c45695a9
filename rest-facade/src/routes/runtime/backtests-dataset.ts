import { venueRow, venuesWithReleases } from '@platform/venues/registry';
import { z } from 'zod';
import { GetBacktestDatasetDocument } from '../../generated/operations.js';
import { text, timestamp } from '../fields.js';
import { defineRoute, noFields } from '../route.js';

const venueNames = venuesWithReleases.toSorted();
const [exampleVenue = 'none'] = venueNames;
const [exampleMarket = 'none'] = venueNames.map((id) => venueRow(id).frameworks.nautilus?.example ?? id);

const coverage = {
  coverage_start: timestamp.describe('Time of the first row'),
  coverage_end: timestamp.describe('End of the last row'),
};

/** Why a market can't be backtested. */
export const unavailabilityReason = z.enum([
  'not_published',
  'withdrawn',
  'malformed_marker',
  'foreign_environment',
  'corrupted_manifest',
  'corrupted_object',
  'no_bars',
  'unknown_fees',
]);

const release = z
  .object({
    manifest_uri: text(
      'Manifest of the release in the object store',
      `dataset://releases/${exampleVenue}/market/20260131-0f3a9c55d1e2b478/manifest.json`,
    ),
    dataset_version: text('Name of the release', '20260131-0f3a9c55d1e2b478'),
    bars: z
      .object({ timeframe: text('Length of a candle', '1m'), ...coverage })
      .describe('The finest candles that the release holds'),
    funding: z.object(coverage).nullable().describe('Null if the market has no funding'),
  })
  .meta({ id: 'BacktestRelease', description: "An immutable release of a market's history" });

/** `GET /runtime/backtests/dataset` */
export const getBacktestDataset = defineRoute({
  method: 'GET',
  path: '/runtime/backtests/dataset',
  tool: 'runtime.backtests.dataset',
  summary: 'Returns the data that a backtest of one market would use: its latest release, or why there is none',
  authentication: 'key',
  request: z.object({
    ...noFields,
    query: z.strictObject({
      venue: z.enum(venueNames).describe('Venue whose history is published in releases'),
      market: text('Canonical symbol; for a prediction market also a token or the slug', exampleMarket).min(1).max(200),
    }),
  }),
  response: {
    200: z.object({
      venue: text('Venue', exampleVenue),
      market: text('Market, as requested', exampleMarket),
      backtest_ready: z.boolean().describe('Whether the latest release can serve a backtest'),
      unavailability_reason: unavailabilityReason.exactOptional().describe('Why it cannot; absent if it can'),
      dataset: release.nullable().describe('The latest release; null if it cannot serve a backtest'),
    }),
  },
  refusals: [
    'symbol_not_canonical',
    'market_not_found',
    'feature_not_available',
    'context_upstream_unavailable',
    'context_store_unavailable',
  ],
  operation: GetBacktestDatasetDocument,
  variables: ({ query }) => query,
  respond: ({ backtestDataset: { venue, market, backtestReady, unavailabilityReason, dataset } }) => ({
    status: 200,
    body: {
      ...{ venue, market, backtest_ready: backtestReady },
      ...(unavailabilityReason !== null && { unavailability_reason: unavailabilityReason }),
      dataset: dataset && {
        manifest_uri: dataset.manifestUri,
        dataset_version: dataset.datasetVersion,
        bars: { timeframe: dataset.bars.timeframe, ...toCoverage(dataset.bars) },
        funding: dataset.funding && toCoverage(dataset.funding),
      },
    },
  }),
});

function toCoverage({ coverageStart, coverageEnd }: { coverageStart: string; coverageEnd: string }) {
  return { coverage_start: coverageStart, coverage_end: coverageEnd };
}
