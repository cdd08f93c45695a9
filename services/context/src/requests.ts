import { parse } from '@platform/errors';
import { marketKinds, marketStatuses, timeframes } from '@platform/venues/market-data';
import { frameworkIds } from '@platform/venues/registry';
import { z } from 'zod';
import { SCAN_RESULTS_MAX, scanBuckets } from './intelligence/ranking.js';
import { scanCategories } from './intelligence/scan.js';
import { venueProfiles } from './markets/venue-profiles.js';

/** The request schema of each method. Paths of problems use the interface's parameter names. */

const SYMBOL_LENGTH_MAX = 100;
const MARKET_LENGTH_MAX = 200;
const QUERY_LENGTH_MAX = 200;
const HISTORY_LIMIT_MAX = 5_000;
const MARKETS_LIMIT_MAX = 200;
const RESOLVE_SYMBOLS_MAX = 100;
const TIME_MS_MAX = 8.64e15;

const venue = z.enum(venueProfiles.map(({ id }) => id));
const symbol = z.string().min(1).max(SYMBOL_LENGTH_MAX);
const timeframe = z.enum(timeframes);
const timeMs = z.int().min(-TIME_MS_MAX).max(TIME_MS_MAX);
const cursor = z.string().optional();

function limit(maximum: number) {
  return z.int().min(1, `must be from 1 to ${maximum}`).max(maximum, `must be from 1 to ${maximum}`);
}

const window = { fromMs: timeMs.optional(), toMs: timeMs.optional() };

function ordered({ fromMs, toMs }: { fromMs?: number | undefined; toMs?: number | undefined }): boolean {
  return fromMs === undefined || toMs === undefined || fromMs <= toMs;
}
const disorder = { path: ['from'], message: 'must not be after to' };

const marketReference = z.object({ venue, symbol });

export const listMarkets = z.object({
  query: z.string().max(QUERY_LENGTH_MAX),
  limit: limit(MARKETS_LIMIT_MAX),
  cursor,
  venue: venue.optional(),
  kind: z.enum(marketKinds).optional(),
  status: z.enum(marketStatuses).optional(),
  framework: z.enum(frameworkIds).optional(),
  backtestReady: z.boolean().optional(),
});

export const getMarket = z.object({ reference: marketReference });

export const batchGetMarkets = z.object({
  references: z.array(z.object({ venue: z.string(), symbol: z.string() })).max(MARKETS_LIMIT_MAX),
});

export const listCandles = z
  .object({ venue, symbol, timeframe, ...window, limit: limit(HISTORY_LIMIT_MAX), cursor, newestFirst: z.boolean() })
  .refine(ordered, disorder);

export const listFunding = z
  .object({ venue, symbol, ...window, limit: limit(HISTORY_LIMIT_MAX), cursor, newestFirst: z.boolean() })
  .refine(ordered, disorder);

export const listDatasets = z
  .object({ venue: venue.optional(), symbol: symbol.optional() })
  .refine((request) => request.symbol === undefined || request.venue !== undefined, {
    path: ['symbol'],
    message: 'needs venue',
  });

export const getBacktestDataset = z.object({ venue, market: z.string().min(1).max(MARKET_LENGTH_MAX) });

export const requestedMarket = z.object({ venue, market: z.string().min(1).max(MARKET_LENGTH_MAX) });

export const listInstruments = z.object({ venue, symbols: z.array(symbol).min(1).max(RESOLVE_SYMBOLS_MAX) });

export const resolveHistory = z
  .object({
    venue,
    tables: z
      .array(z.object({ symbol, timeframe }))
      .min(1)
      .max(RESOLVE_SYMBOLS_MAX * timeframes.length),
    funding: z.boolean(),
    fundingMayLack: z.boolean(),
    fromMs: timeMs,
    toMs: timeMs,
  })
  .refine(ordered, disorder);

export const getScan = z.object({
  bucket: z.enum(scanBuckets).optional(),
  category: z.enum(scanCategories).optional(),
  topN: limit(SCAN_RESULTS_MAX),
});

export const getSetup = z.object({ symbol });

/** Path segments whose names differ between the interface and the contract. */
const INTERFACE_NAMES: Readonly<Record<string, string>> = { fromMs: 'from', toMs: 'to', topN: 'top_n' };

/** Parses a request. Throws `invalid_request` naming each wrong field by its interface name. */
export function parseRequest<Shape extends z.ZodType>(shape: Shape, request: unknown): z.output<Shape> {
  const named = (part: PropertyKey) => INTERFACE_NAMES[String(part)] ?? String(part);
  const nameOf = (path: readonly PropertyKey[]) =>
    path
      .filter((part) => part !== 'reference')
      .map(named)
      .join('.');
  return parse(shape, request, { nameOf });
}
