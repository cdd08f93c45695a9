import { z } from 'zod';

/** An instant, ISO 8601 UTC with milliseconds and `Z`. */
export const timestamp = z.iso.datetime({ precision: 3 });

/** USD as a JSON number, from the decimal string that GraphQL carries. */
export const usd = z.string().transform(Number).pipe(z.number());

/** `Idempotency-Key`: 1 to 255 visible ASCII characters. */
export const idempotencyKey = z.string().regex(/^[\x21-\x7e]{1,255}$/, 'must be 1 to 255 visible ASCII characters');

/** Page size of a list. */
export function limit({ minimum = 1, maximum = 100, preset = 20 } = {}) {
  const message = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(minimum, message).max(maximum, message))
    .default(preset);
}

/** Opaque position in a list, as `next_cursor` gave it. */
export const cursor = z.string().min(1).max(1_024);

/** `next_cursor` of a list: null on the last page. */
export const nextCursor = z.string().nullable();

/** The header of an answer that repeats an earlier one. */
export function replayHeaders(replayed: boolean): Record<string, string> {
  return replayed ? { 'idempotency-replayed': 'true' } : {};
}
