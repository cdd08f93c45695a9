import { Journal } from '../../../simulation/index.js';

/** Addresses are in lower case. */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS api_keys (
    address TEXT NOT NULL, nonce TEXT NOT NULL, generation INTEGER NOT NULL, key TEXT NOT NULL UNIQUE,
    live INTEGER NOT NULL, PRIMARY KEY (address, nonce, generation)) STRICT;
  CREATE TABLE IF NOT EXISTS orders (
    id TEXT PRIMARY KEY, seq INTEGER NOT NULL UNIQUE, account TEXT NOT NULL, maker TEXT NOT NULL, token TEXT NOT NULL,
    live INTEGER NOT NULL, document TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS orders_live ON orders (seq) WHERE live = 1;
  CREATE INDEX IF NOT EXISTS orders_of_token ON orders (token, seq) WHERE live = 1;
  CREATE INDEX IF NOT EXISTS orders_of_account ON orders (account, seq);
  CREATE TABLE IF NOT EXISTS trades (
    id TEXT PRIMARY KEY, seq INTEGER NOT NULL UNIQUE, pending INTEGER NOT NULL, document TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS trades_pending ON trades (seq) WHERE pending = 1;
  CREATE TABLE IF NOT EXISTS trade_accounts (
    account TEXT NOT NULL, seq INTEGER NOT NULL, trade TEXT NOT NULL, PRIMARY KEY (account, seq)) STRICT;
  CREATE TABLE IF NOT EXISTS notifications (
    id INTEGER PRIMARY KEY, account TEXT NOT NULL, document TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS notifications_of_account ON notifications (account, id);
  CREATE TABLE IF NOT EXISTS heartbeats (account TEXT PRIMARY KEY, id TEXT NOT NULL, at_ms INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS taken (level TEXT PRIMARY KEY, shares INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS balances (
    wallet TEXT NOT NULL, asset TEXT NOT NULL, units TEXT NOT NULL, PRIMARY KEY (wallet, asset)) STRICT;
  CREATE TABLE IF NOT EXISTS allowances (
    wallet TEXT NOT NULL, asset TEXT NOT NULL, exchange TEXT NOT NULL, units TEXT NOT NULL,
    PRIMARY KEY (wallet, asset, exchange)) STRICT;
  CREATE TABLE IF NOT EXISTS settlements (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS deposit_wallets (wallet TEXT PRIMARY KEY, owner TEXT NOT NULL UNIQUE) STRICT;
`;

/** Opens the venue's durable state in a folder. */
export function openJournal(stateDirectory: string): Journal {
  return new Journal({ stateDirectory, file: 'polymarket.sqlite', schema: SCHEMA });
}
