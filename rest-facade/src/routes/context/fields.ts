import { z } from 'zod';
import { cursor, limit } from '../fields.js';

const HISTORY_LIMIT_MAX = 5_000;
const HISTORY_LIMIT_DEFAULT = 500;

/** A kind of market. */
export const marketKind = z.enum(['perpetual', 'spot', 'prediction']);

/** A point of time in a query: an ISO 8601 date, or a date and time with `Z` or an offset. */
const instant = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], 'must be an ISO 8601 date, or date and time with a zone')
  .transform((text) => new Date(text).toISOString());

/** Parameters of routes that list rows in time. */
export const historyQuery = {
  venue: z.string(),
  symbol: z.string().describe('Canonical symbol'),
  from: instant.exactOptional().describe('First time, inclusive'),
  to: instant.exactOptional().describe('Last time, exclusive'),
  limit: limit({ maximum: HISTORY_LIMIT_MAX, preset: HISTORY_LIMIT_DEFAULT }),
  cursor: cursor.exactOptional(),
};
