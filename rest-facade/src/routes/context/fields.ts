import { venuesOf } from '@platform/venues';
import { z } from 'zod';
import { cursor, exampleVenue, limit, text } from '../fields.js';

const HISTORY_LIMIT_MAX = 5_000;
const HISTORY_LIMIT_DEFAULT = 500;

/** A kind of market. */
export const marketKind = z.enum(['perpetual', 'spot', 'prediction']).describe('Kind of instrument');

/** Name of a venue, in an answer. */
export const venueName = text('Venue', exampleVenue);

/** A venue whose markets can be asked for. */
export const contextVenue = z
  .enum([...venuesOf('markets')].sort(), 'must be a venue listed by GET /context/venues')
  .describe('Venue');

/** A canonical symbol. */
export const symbol = text('Canonical symbol', 'BTC/USDC:USDC').min(1).max(100);

/** A point of time in a query: an ISO 8601 date, or a date and time with `Z` or an offset. */
const instant = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'must be an ISO 8601 date, or date and time with a zone')
  .transform((text) => new Date(text).toISOString());

/** Parameters of routes that list rows in time. */
export const historyQuery = {
  venue: contextVenue,
  symbol,
  from: instant
    .exactOptional()
    .meta({ description: 'First time, inclusive: a date, or a date and time with a zone', examples: ['2026-01-01'] }),
  to: instant
    .exactOptional()
    .meta({ description: 'Last time, exclusive: a date, or a date and time with a zone', examples: ['2026-01-31'] }),
  limit: limit({ maximum: HISTORY_LIMIT_MAX, preset: HISTORY_LIMIT_DEFAULT }),
  cursor: cursor.exactOptional(),
};
