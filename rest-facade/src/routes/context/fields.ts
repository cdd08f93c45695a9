import { venuesOf } from '@platform/venues/registry';
import { z } from 'zod';
import { cursor, exampleDay, exampleVenue, INSTANT, limit, text, timestamp } from '../fields.js';

const HISTORY_LIMIT_MAX = 5_000;
const HISTORY_LIMIT_DEFAULT = 500;

/** A kind of market. */
export const marketKind = z.enum(['perpetual', 'spot', 'prediction']).describe('Kind of instrument');

/** Name of a venue, in a response. */
export const venueName = text('Venue', exampleVenue);

/** A venue whose markets can be read. */
export const contextVenue = z.enum([...venuesOf('markets')].sort()).describe('Venue');

/** A length of candles. */
export const timeframe = z.enum(['1m', '5m', '15m', '30m', '1h', '4h', '1d']).describe('Length of a candle');

/** A canonical symbol. */
export const symbol = text('Canonical symbol', 'BTC/USDC:USDC').min(1).max(100);

const NO_INSTANT = 'must be an ISO 8601 date, or date and time with a zone';
const readable = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);

/** A point of time in a query: an ISO 8601 date, or a date and time with `Z` or an offset. */
const instant = z
  .string()
  .meta({ pattern: INSTANT.source })
  .refine((text) => readable.safeParse(text).success, NO_INSTANT)
  .transform((text) => new Date(text).toISOString());

/** Parameters of routes that list rows in time. */
export const historyQuery = {
  venue: contextVenue,
  symbol,
  from: instant.exactOptional().meta({
    description:
      'First time, inclusive: a date, or a date and time with a zone. If omitted, the newest rows are listed, without a next page',
    examples: [exampleDay(31)],
  }),
  to: instant
    .exactOptional()
    .meta({ description: 'Last time, exclusive: a date, or a date and time with a zone', examples: [exampleDay(1)] }),
  limit: limit({ maximum: HISTORY_LIMIT_MAX, preset: HISTORY_LIMIT_DEFAULT }),
  cursor: cursor.exactOptional(),
};

/** Start of the stored rows. */
export const availableFrom = timestamp
  .describe('Start of the stored history: there are no earlier rows; null while none are stored')
  .nullable();

/** Where rows come from. */
export const rowSource = z.enum(['venue', 'recorded', 'simulated', 'imported', 'unknown']);

/** Where the rows of a page come from. */
export const rowsFrom = z
  .array(
    z
      .object({
        source: rowSource.describe(
          'The venue, a sandbox venue that replays or makes rows up, a file that was imported; unknown if they were stored before sources were recorded. For a candle built from finer ones of several sources: the least certain',
        ),
        from: timestamp.describe("First row's time, inclusive"),
        to: timestamp.describe('End of the last row, exclusive'),
      })
      .meta({ id: 'RowsFrom', description: 'Rows of a page that follow one another in time and come from one source' }),
  )
  .describe('Sources of the rows, in ascending order of time');
