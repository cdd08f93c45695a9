// Why: docs/decisions/identity/accounts-and-credentials.md
import { GUESS_WINDOW_SECONDS, GuessLimit } from '@platform/keys/one-time-codes';
import type { Connection } from '@platform/store/mongo';
import { RateLimiterMongo } from 'rate-limiter-flexible';

/** All accounts share one limit, so that somebody with many addresses guesses none: each code has a million values. */
export const ALL_ACCOUNTS = 'all accounts';

/** Returns the limit of wrong codes, counted in the store for all processes. */
export function guessLimit(connection: Connection, wrongCodesPerHour: number): GuessLimit {
  const stored = new RateLimiterMongo({
    storeClient: connection.getClient(),
    dbName: connection.name,
    tableName: 'address_limits',
    keyPrefix: 'wrong_codes',
    points: wrongCodesPerHour,
    duration: GUESS_WINDOW_SECONDS,
    inMemoryBlockOnConsumed: wrongCodesPerHour,
    disableIndexesCreation: true,
  });
  return new GuessLimit(wrongCodesPerHour, stored);
}
