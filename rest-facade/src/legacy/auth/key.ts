import { z } from 'zod';
import type { LegacyListApiKeysQuery } from '../../generated/operations.js';
import { count, text, timestamp } from '../../routes/fields.js';
import { absent } from '../absent.js';

const MINUTE_MS = 60_000;
const yes = (description: string) => z.boolean().meta({ description, examples: [true] });

const fields = {
  id: text('The key', 'key_01'),
  name: text('Display name', 'research'),
  prefix: text('First characters of the secret', 'tp_AbCd'),
  expiresAt: absent(z.string(), 'keys have no end'),
  createdAt: timestamp,
};

/** A key that was made now, with its secret. */
export const newLegacyKey = z
  .object({ key: text('The secret; shown once', 'tp_…'), ...fields })
  .meta({ id: 'LegacyNewApiKey', description: 'An API key with its secret' });

/** A key as the older surface lists it, its quota by the limits of this platform: so many requests a minute, never a stock of them. */
export const legacyKey = z
  .object({
    ...fields,
    refillInterval: absent(z.string(), 'no allowance of requests is refilled'),
    refillAmount: absent(z.string(), 'for the same reason'),
    lastRefillAt: absent(z.string(), 'for the same reason'),
    remaining: absent(z.string(), 'for the same reason'),
    enabled: yes('True: a revoked key is not listed'),
    rateLimitEnabled: yes('True: every key has the limit'),
    rateLimitTimeWindow: count('Milliseconds of the window of the limit: a minute', MINUTE_MS),
    rateLimitMax: count('Requests in that window', 600),
    requestCount: count('Requests since midnight UTC', 42),
  })
  .meta({ id: 'LegacyApiKey', description: 'An API key, without its secret' });

type Key = NonNullable<LegacyListApiKeysQuery['apiKeys']>[number];

/** Returns a key in its older form. */
export function toLegacyKey(key: Key, requestsPerMinute: number): z.input<typeof legacyKey> {
  const { id, prefix, createdAt, requestsToday } = key;
  return {
    ...{ id, name: nameOf(key), prefix, createdAt, expiresAt: null },
    ...{ refillInterval: null, refillAmount: null, lastRefillAt: null, remaining: null },
    ...{ enabled: true, rateLimitEnabled: true, rateLimitTimeWindow: MINUTE_MS },
    rateLimitMax: requestsPerMinute,
    requestCount: requestsToday,
  };
}

/** Returns the name of a key on the older surface: the one that it was given there, or else its own. */
export function nameOf({ name, legacyName }: Pick<Key, 'name' | 'legacyName'>): string {
  return legacyName ?? name;
}
