import { Journal } from '../../../simulation/index.js';
import { CREDITS_TABLE, payoutsTable } from '../../../simulation/money/index.js';

/** The tables of payouts: of pUSD on Polygon, and of USDC on each network. */
export const PAYOUT_TABLES = {
  pusd: 'pusd_payouts',
  arbitrum: 'arbitrum_payouts',
  polygon: 'polygon_payouts',
} as const;

const FILE = 'money.sqlite';
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS relayed (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, owner TEXT NOT NULL, wallet TEXT NOT NULL, state TEXT NOT NULL,
    request TEXT NOT NULL, hash TEXT, raw TEXT, created_ms INTEGER NOT NULL, updated_ms INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS relayed_open ON relayed (seq) WHERE state IN ('STATE_NEW', 'STATE_EXECUTED', 'STATE_MINED');
  CREATE INDEX IF NOT EXISTS relayed_owner ON relayed (owner, seq);
  CREATE INDEX IF NOT EXISTS relayed_wallet ON relayed (wallet, seq);
  CREATE TABLE IF NOT EXISTS bridge_addresses (
    address TEXT PRIMARY KEY, kind TEXT NOT NULL, wallet TEXT NOT NULL, network TEXT NOT NULL,
    recipient TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS bridge_transfers (
    id INTEGER PRIMARY KEY, address TEXT NOT NULL, route TEXT NOT NULL, network TEXT NOT NULL, source TEXT NOT NULL,
    amount INTEGER NOT NULL, tx_hash TEXT NOT NULL, created_ms INTEGER NOT NULL, payout INTEGER) STRICT;
  CREATE INDEX IF NOT EXISTS bridge_transfers_address ON bridge_transfers (address, id);
  ${CREDITS_TABLE}
  ${Object.values(PAYOUT_TABLES).map(payoutsTable).join('')}
`;

/** The durable state of the relayer and the bridge. */
export function openJournal(stateDirectory: string): Journal {
  return new Journal({ stateDirectory, file: FILE, schema: SCHEMA });
}
