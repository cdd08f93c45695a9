import { venuesOf } from '@platform/venues';
import { z } from 'zod';
import { cursor, exampleDay, exampleVenue, INSTANT, limit, text } from '../fields.js';

const HISTORY_LIMIT_MAX = 5_000;
const HISTORY_LIMIT_DEFAULT = 500;

/** A kind of market. */
export const marketKind = z.enum(['perpetual', 'spot', 'prediction']).describe('Kind of instrument');

/** Name of a venue, in an answer. */
export const venueName = text('Venue', exampleVenue);

/** A venue whose markets can be asked for. */
export const contextVenue = z.enum([...venuesOf('markets')].sort()).describe('Venue');

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
  from: instant
    .exactOptional()
    .meta({ description: 'First time, inclusive: a date, or a date and time with a zone', examples: [exampleDay(31)] }),
  to: instant
    .exactOptional()
    .meta({ description: 'Last time, exclusive: a date, or a date and time with a zone', examples: [exampleDay(1)] }),
  limit: limit({ maximum: HISTORY_LIMIT_MAX, preset: HISTORY_LIMIT_DEFAULT }),
  cursor: cursor.exactOptional(),
};
