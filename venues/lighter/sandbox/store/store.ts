import { type Journal, type Row, written } from '../../../simulation/index.js';
import { type Account, parseAccount } from '../accounts/account.js';
import { Fundings } from './fundings.js';
import { Orders } from './orders.js';
import { Transactions } from './transactions.js';

/** Accounts are numbered in the order of their first deposits; those before are the venue's own. */
const FIRST_ACCOUNT_INDEX = 3;

/** A key that signs for an account. */
export interface ApiKey {
  readonly accountIndex: number;
  readonly apiKeyIndex: number;
  /** `0x` and eighty hexadecimal digits. */
  readonly publicKey: string;
  /** That of its next transaction. */
  readonly nonce: bigint;
  readonly changedMs: number;
}

/** Reads and writes the venue's state as its objects. Writes belong in a transaction of the journal. */
export class Store {
  readonly journal: Journal;
  readonly transactions: Transactions;
  readonly orders: Orders;
  readonly fundings: Fundings;

  constructor(journal: Journal) {
    this.journal = journal;
    this.transactions = new Transactions(journal);
    this.orders = new Orders(journal);
    this.fundings = new Fundings(journal);
  }

  /** Returns an account; undefined: there is none. */
  account(index: number): Account | undefined {
    return accountOf(this.journal.get('SELECT document FROM accounts WHERE account_index = ?', index));
  }

  /** Returns the account of an owner, an address in lower case. */
  accountOfOwner(l1Address: string): Account | undefined {
    return accountOf(this.journal.get('SELECT document FROM accounts WHERE l1_address = ?', l1Address));
  }

  /** Returns the index of the next new account. */
  nextAccountIndex(): number {
    return FIRST_ACCOUNT_INDEX - 1 + this.journal.next('account');
  }

  /** Returns all accounts in the order of their indexes. */
  accounts(): Account[] {
    return this.journal
      .all('SELECT document FROM accounts ORDER BY account_index')
      .map((row) => parseAccount(String(row['document'])));
  }

  saveAccount(account: Account): void {
    this.journal.run(
      'INSERT OR REPLACE INTO accounts (account_index, l1_address, document) VALUES (?, ?, ?)',
      ...[account.index, account.l1Address, written(account)],
    );
  }

  apiKey(accountIndex: number, apiKeyIndex: number): ApiKey | undefined {
    const found = 'SELECT * FROM api_keys WHERE account_index = ? AND api_key_index = ?';
    const row = this.journal.get(found, accountIndex, apiKeyIndex);
    return row === undefined ? undefined : apiKeyOf(row);
  }

  /** Returns the keys of an account in the order of their indexes. */
  apiKeysOf(accountIndex: number): ApiKey[] {
    const found = 'SELECT * FROM api_keys WHERE account_index = ? ORDER BY api_key_index';
    return this.journal.all(found, accountIndex).map(apiKeyOf);
  }

  saveApiKey({ accountIndex, apiKeyIndex, publicKey, nonce, changedMs }: ApiKey): void {
    this.journal.run(
      'INSERT OR REPLACE INTO api_keys (account_index, api_key_index, public_key, nonce, changed_ms) VALUES (?, ?, ?, ?, ?)',
      ...[accountIndex, apiKeyIndex, publicKey, nonce.toString(), changedMs],
    );
  }
}

function accountOf(row: Row | undefined): Account | undefined {
  return row === undefined ? undefined : parseAccount(String(row['document']));
}

function apiKeyOf({ account_index, api_key_index, public_key, nonce, changed_ms }: Row): ApiKey {
  return {
    accountIndex: Number(account_index),
    apiKeyIndex: Number(api_key_index),
    publicKey: String(public_key),
    nonce: BigInt(String(nonce)),
    changedMs: Number(changed_ms),
  };
}
