import { LRUCache } from 'lru-cache';

const DAY_MS = 86_400_000;
/** The cache sizes: two decades of days; each minute of one day, with a margin. */
const TEXTS_MAX = 8_192;
/** `00:00:00.000Z` */
const TIME_LENGTH = 13;

const dates = new LRUCache<number, string>({ max: TEXTS_MAX });
const times = new LRUCache<number, string>({ max: TEXTS_MAX });

/**
 * Formats instants in milliseconds since the Unix epoch as ISO 8601 UTC with milliseconds and `Z`. Those of a column share their days or
 * their times of day, and formatting each one separately costs more than everything else about it. Throws `RangeError` for a day that no
 * `Date` can hold.
 */
export function toIsoInstants(instantsMs: readonly number[]): string[] {
  return instantsMs.map((instantMs) => {
    const dayMs = Math.floor(instantMs / DAY_MS) * DAY_MS;
    return kept(dates, dayMs, dateOf) + kept(times, instantMs - dayMs, timeOf);
  });
}

function kept(texts: LRUCache<number, string>, key: number, make: (ms: number) => string): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = make(key);
  texts.set(key, text);
  return text;
}

function dateOf(dayMs: number): string {
  return new Date(dayMs).toISOString().slice(0, -TIME_LENGTH);
}

function timeOf(msOfDay: number): string {
  return new Date(msOfDay).toISOString().slice(-TIME_LENGTH);
}
