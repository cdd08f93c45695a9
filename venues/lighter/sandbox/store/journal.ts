import { Journal } from '../../../simulation/index.js';
import { CREDITS_TABLE } from '../../../simulation/money/index.js';
import { FAST_WITHDRAWALS_SCHEMA } from '../fast-withdrawals/payments.js';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS accounts (
    account_index INTEGER PRIMARY KEY, l1_address TEXT NOT NULL UNIQUE, document TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS api_keys (
    account_index INTEGER NOT NULL, api_key_index INTEGER NOT NULL, public_key TEXT NOT NULL, nonce TEXT NOT NULL,
    changed_ms INTEGER NOT NULL, PRIMARY KEY (account_index, api_key_index)) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS intents (
    address TEXT PRIMARY KEY, l1_address TEXT NOT NULL, network TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS deposits (
    id INTEGER PRIMARY KEY, l1_address TEXT NOT NULL, intent_address TEXT NOT NULL, amount_micro_usdc INTEGER NOT NULL,
    credited_micro_usdc INTEGER NOT NULL, transaction_hash TEXT NOT NULL, arrived_ms INTEGER NOT NULL,
    changed_ms INTEGER NOT NULL, status TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS deposits_pending ON deposits (id) WHERE status = 'pending';
  CREATE INDEX IF NOT EXISTS deposits_owner ON deposits (l1_address, id);
  CREATE TABLE IF NOT EXISTS transactions (
    seq INTEGER PRIMARY KEY, hash TEXT NOT NULL, account_index INTEGER NOT NULL, api_key_index INTEGER NOT NULL,
    nonce TEXT NOT NULL, type INTEGER NOT NULL, info TEXT NOT NULL, expires_ms INTEGER NOT NULL,
    queued_ms INTEGER NOT NULL, executed_ms INTEGER NOT NULL, status INTEGER NOT NULL, event_info TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS transactions_pending ON transactions (seq) WHERE status = 1;
  CREATE INDEX IF NOT EXISTS transactions_account ON transactions (account_index, seq);
  CREATE INDEX IF NOT EXISTS transactions_hash ON transactions (hash);
  CREATE TABLE IF NOT EXISTS orders (
    order_index INTEGER PRIMARY KEY, account_index INTEGER NOT NULL, market_id INTEGER NOT NULL,
    client_index INTEGER NOT NULL, live INTEGER NOT NULL, document TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS orders_live ON orders (order_index) WHERE live = 1;
  CREATE INDEX IF NOT EXISTS orders_account ON orders (account_index, order_index);
  CREATE TABLE IF NOT EXISTS trades (
    trade_id INTEGER PRIMARY KEY, account_index INTEGER NOT NULL, document TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS trades_account ON trades (account_index, trade_id);
  CREATE TABLE IF NOT EXISTS fundings (
    funding_id INTEGER PRIMARY KEY, account_index INTEGER NOT NULL, market_id INTEGER NOT NULL, side TEXT NOT NULL,
    document TEXT NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS fundings_account ON fundings (account_index, funding_id);
  ${CREDITS_TABLE}
  ${FAST_WITHDRAWALS_SCHEMA}
`;

/** Opens the venue's durable state in a folder. */
export function openJournal(stateDirectory: string): Journal {
  return new Journal({ stateDirectory, file: 'lighter.sqlite', schema: SCHEMA });
}
