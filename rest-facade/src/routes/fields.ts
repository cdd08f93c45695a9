import { systemClock } from '@platform/kit/clock';
import { venueIds } from '@platform/venues/registry';
import { z } from 'zod';

/** A venue for examples in documents. */
export const [exampleVenue] = venueIds;

/** Returns a text schema with its description and an example. */
export function text(description: string, example: string) {
  return z.string().meta({ description, examples: [example] });
}

/** Returns a number schema with its description, unit included, and an example. */
export function number(description: string, example: number) {
  return z.number().meta({ description, examples: [example] });
}

/** Returns a schema of a non-negative whole number with its description and an example. */
export function count(description: string, example: number) {
  return z
    .int()
    .nonnegative()
    .meta({ description, examples: [example] });
}

/** A text too long to hold in memory: it is written piece by piece. */
export function textStream(description: string, example: string) {
  return z
    .custom<ReadableStream<string>>((value) => value instanceof ReadableStream)
    .meta({ type: 'string', description, examples: [example] });
}

/** An instant, ISO 8601 UTC with milliseconds and `Z`. */
export const timestamp = z.iso
  .datetime({ precision: 3 })
  .meta({ description: 'ISO 8601 UTC with milliseconds', examples: ['2026-01-31T12:00:00.000Z'] });

const DATE = '\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])';
const TIME = '([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d(\\.\\d{1,9})?)?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)';

/** The form of a point of time that a caller names: a date, or a date and time with a zone. */
export const INSTANT = new RegExp(`^${DATE}(T${TIME})?$`);

const DAY_MS = 86_400_000;

/** Returns a day for examples, counted back from the start of this process, for requests that accept only recent days. */
export function exampleDay(daysAgo: number): string {
  return new Date(systemClock.now().getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);
}

/** USD as a JSON number, from the decimal string that GraphQL carries. */
export const usd = z
  .string()
  .transform(Number)
  .pipe(z.number().meta({ description: 'US dollars, at most six decimals', examples: [125.5] }));

/** `Idempotency-Key`: 1 to 255 visible ASCII characters. */
export const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters')
  .meta({
    description:
      'Identifies the request: repeated with the same key, it takes effect only once; 1 to 255 visible ASCII characters',
    examples: ['2f1a6f6e-9f0b-4c57-8e0a-6b1f4a3c9d21'],
  });

/** `Idempotency-Key` where any text that is not empty is one. */
export const anyIdempotencyKey = z
  .string()
  .min(1, 'must not be empty')
  .meta({ examples: ['2f1a6f6e-9f0b-4c57-8e0a-6b1f4a3c9d21'] });

/** Page size of a list. */
export function limit({ minimum = 1, maximum = 100, preset = 20 } = {}) {
  const message = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.int().min(minimum, message).max(maximum, message))
    .default(preset)
    .describe(`Items of a page, ${minimum} to ${maximum}`);
}

/**
 * Page size of a list whose malformed requests have their own code: a value that is not a number gets that code here, a number out of
 * range `invalid_request` from the service.
 */
export const unboundedLimit = z
  .string()
  .regex(/^-?\d{1,9}$/, 'must be a whole number')
  .transform(Number)
  .pipe(z.int().meta({ minimum: 1, maximum: 100 }))
  .default(20)
  .describe('Items per page, 1 to 100');

/** Opaque position in a list, as returned in `next_cursor`. */
export const cursor = z.string().min(1).max(1_024).describe('The next_cursor of the previous page');

/** `next_cursor` of a list: null on the last page. */
export const nextCursor = z
  .string()
  .nullable()
  .meta({ description: 'Null on the last page', examples: [null] });

/** The header of a response that repeats an earlier one. */
export function replayHeaders(replayed: boolean): Record<string, string> {
  return replayed ? { 'idempotency-replayed': 'true' } : {};
}
