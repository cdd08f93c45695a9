import { Journal } from '../../../simulation/index.js';
import { CREDITS_TABLE, payoutsTable } from '../../../simulation/money/index.js';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS accounts (
    address TEXT PRIMARY KEY, active INTEGER NOT NULL, document TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS accounts_active ON accounts (address) WHERE active = 1;
  CREATE TABLE IF NOT EXISTS agents (
    address TEXT PRIMARY KEY, user TEXT NOT NULL, name TEXT NOT NULL, valid_until INTEGER NOT NULL,
    UNIQUE (user, name)) STRICT;
  CREATE TABLE IF NOT EXISTS nonces (
    signer TEXT NOT NULL, nonce INTEGER NOT NULL, PRIMARY KEY (signer, nonce)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS orders (
    oid INTEGER PRIMARY KEY, user TEXT NOT NULL, cloid TEXT, live INTEGER NOT NULL, changed INTEGER NOT NULL,
    document TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS orders_live ON orders (oid) WHERE live = 1;
  CREATE INDEX IF NOT EXISTS orders_changed ON orders (user, changed);
  CREATE INDEX IF NOT EXISTS orders_cloid ON orders (user, cloid) WHERE cloid IS NOT NULL;
  CREATE TABLE IF NOT EXISTS twaps (
    id INTEGER PRIMARY KEY, user TEXT NOT NULL, live INTEGER NOT NULL, document TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS twaps_live ON twaps (id) WHERE live = 1;
  CREATE TABLE IF NOT EXISTS events (
    seq INTEGER PRIMARY KEY, kind TEXT NOT NULL, user TEXT NOT NULL, time INTEGER NOT NULL,
    document TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS events_seq ON events (user, kind, seq);
  CREATE INDEX IF NOT EXISTS events_time ON events (user, kind, time);
  ${CREDITS_TABLE}
  ${payoutsTable('payouts')}
`;

/** Opens the venue's durable state in a folder. */
export function openJournal(stateDirectory: string): Journal {
  return new Journal({ stateDirectory, file: 'hyperliquid.sqlite', schema: SCHEMA });
}
