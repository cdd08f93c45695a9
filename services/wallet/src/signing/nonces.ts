import type { Clock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import type { NonceStores } from '@platform/venues/trading-accounts';
import { ConsecutiveNonces } from './consecutive-nonces.js';
import { UnusedNonces } from './unused-nonces.js';

/** Returns the nonces of the keys that sign for venues, by kind. */
export function nonceStores(connection: Connection, clock: Clock): NonceStores {
  return {
    'unused-above-window': (venue) => new UnusedNonces(connection, venue, clock),
    consecutive: (venue) => new ConsecutiveNonces(connection, venue),
  };
}
