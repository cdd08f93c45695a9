import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { NautilusBothWays } from './nautilus/both-ways.js';
import { type NautilusCase, nautilusCases } from './nautilus/cases.js';

/** The same numbers summed in another order differ by less than this share of them. */
const TOLERANCE = 1e-9;

let both: NautilusBothWays;

beforeAll(async () => {
  both = await NautilusBothWays.open();
}, 10 * 60_000);

afterAll(() => both[Symbol.asyncDispose]());

/** Numbers rounded to what both agree on, so that all of a table is compared, and shown, at once. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(-Math.log10(TOLERANCE)));
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rounded(item)]));
}
