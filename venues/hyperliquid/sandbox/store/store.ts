import { type Journal, type Row, written } from '../../../simulation/index.js';
import { type Account, newAccount, parseAccount } from '../exchange/accounts/account.js';
import { isLive, type Order, parseOrder } from '../exchange/orders/order.js';
import { isLiveTwap, parseTwap, type Twap } from '../exchange/twap/twap.js';

/** The permanent events of a user: fills, those of TWAP orders once more, fundings, other movements of money, TWAP orders. */
export type EventKind = 'fill' | 'sliceFill' | 'funding' | 'ledger' | 'twap';

/** An event in the venue's form, with its number in the order of all events. */
export interface StoredEvent {
  readonly seq: number;
  readonly timeMs: number;
  readonly document: Readonly<Record<string, unknown>>;
}

/** An agent that may sign for a user. */
export interface Agent {
  readonly address: string;
  readonly user: string;
  /** Empty for the one unnamed agent a user can have. */
  readonly name: string;
  readonly validUntilMs: number;
}

/** Reads and writes the venue's state as its objects. Writes belong in a transaction of the journal. */
export class Store {
  readonly journal: Journal;

  constructor(journal: Journal) {
    this.journal = journal;
  }

  /** Returns the account of an address; undefined without any deposit. */
  account(address: string): Account | undefined {
    const row = this.journal.get('SELECT document FROM accounts WHERE address = ?', address);
    return row === undefined ? undefined : parseAccount(documentOf(row));
  }

  /** Returns the account of an address, or an empty one. */
  accountOrNew(address: string): Account {
    return this.account(address) ?? newAccount(address);
  }

  /** Returns the accounts that change with time: those with positions or a scheduled cancel. */
  activeAccounts(): Account[] {
    return this.journal
      .all('SELECT document FROM accounts WHERE active = 1 ORDER BY address')
      .map((row) => parseAccount(documentOf(row)));
  }

  saveAccount(account: Account): void {
    this.journal.run(
      'INSERT OR REPLACE INTO accounts (address, active, document) VALUES (?, ?, ?)',
      account.address,
      Object.keys(account.positions).length > 0 || account.scheduledCancelMs !== null ? 1 : 0,
      written(account),
    );
  }

  agent(address: string): Agent | undefined {
    const row = this.journal.get('SELECT * FROM agents WHERE address = ?', address);
    return row === undefined ? undefined : agentOf(row);
  }

  agentsOf(user: string): Agent[] {
    return this.journal.all('SELECT * FROM agents WHERE user = ? ORDER BY name', user).map(agentOf);
  }

  /** Replaces the user's agent of the same name. */
  saveAgent({ address, user, name, validUntilMs }: Agent): void {
    this.journal.run(
      'INSERT OR REPLACE INTO agents (address, user, name, valid_until) VALUES (?, ?, ?, ?)',
      address,
      user,
      name,
      validUntilMs,
    );
  }

  order(oid: number): Order | undefined {
    const row = this.journal.get('SELECT document FROM orders WHERE oid = ?', oid);
    return row === undefined ? undefined : parseOrder(documentOf(row));
  }

  /** Returns the user's newest order with the client's id. */
  orderByCloid(user: string, cloid: string): Order | undefined {
    const row = this.journal.get(
      'SELECT document FROM orders WHERE user = ? AND cloid = ? ORDER BY oid DESC LIMIT 1',
      user,
      cloid,
    );
    return row === undefined ? undefined : parseOrder(documentOf(row));
  }

  /** Returns all live orders, oldest first. */
  liveOrders(): Order[] {
    return ordersOf(this.journal.all('SELECT document FROM orders WHERE live = 1 ORDER BY oid'));
  }

  /** Returns a user's live orders, newest first. */
  liveOrdersOf(user: string): Order[] {
    return ordersOf(
      this.journal.all('SELECT document FROM orders WHERE live = 1 AND user = ? ORDER BY oid DESC', user),
    );
  }

  /** Returns a user's last changed orders, newest change first. */
  latestOrdersOf(user: string, limit: number): Order[] {
    return ordersOf(
      this.journal.all('SELECT document FROM orders WHERE user = ? ORDER BY changed DESC LIMIT ?', user, limit),
    );
  }

  /** Returns a user's orders that changed after the mark, oldest change first, and the next mark. */
  ordersChangedAfter(user: string, mark: number): { orders: Order[]; mark: number } {
    const rows = this.journal.all(
      'SELECT changed, document FROM orders WHERE user = ? AND changed > ? ORDER BY changed',
      user,
      mark,
    );
    return { orders: ordersOf(rows), mark: Number(rows.at(-1)?.['changed'] ?? mark) };
  }

  /** Returns the mark of the newest change of any order. */
  changeMark(): number {
    return this.journal.counter('change');
  }

  saveOrder(order: Order): void {
    this.journal.run(
      'INSERT OR REPLACE INTO orders (oid, user, cloid, live, changed, document) VALUES (?, ?, ?, ?, ?, ?)',
      order.oid,
      order.user,
      order.cloid,
      isLive(order) ? 1 : 0,
      this.journal.next('change'),
      written(order),
    );
  }

  twap(id: number): Twap | undefined {
    return twapsOf(this.journal.all('SELECT document FROM twaps WHERE id = ?', id))[0];
  }

  /** Returns all live TWAP orders, oldest first. */
  liveTwaps(): Twap[] {
    return twapsOf(this.journal.all('SELECT document FROM twaps WHERE live = 1 ORDER BY id'));
  }

  /** Returns a user's live TWAP orders, oldest first. */
  liveTwapsOf(user: string): Twap[] {
    return twapsOf(this.journal.all('SELECT document FROM twaps WHERE live = 1 AND user = ? ORDER BY id', user));
  }

  saveTwap(twap: Twap): void {
    this.journal.run(
      'INSERT OR REPLACE INTO twaps (id, user, live, document) VALUES (?, ?, ?, ?)',
      twap.id,
      twap.user,
      isLiveTwap(twap) ? 1 : 0,
      written(twap),
    );
  }

  addEvent(kind: EventKind, user: string, timeMs: number, document: object): void {
    this.journal.run(
      'INSERT INTO events (kind, user, time, document) VALUES (?, ?, ?, ?)',
      kind,
      user,
      timeMs,
      written(document),
    );
  }

  /** Returns a user's newest events, newest first. */
  latestEvents(kind: EventKind, user: string, limit: number): StoredEvent[] {
    return eventsOf(
      this.journal.all('SELECT * FROM events WHERE user = ? AND kind = ? ORDER BY seq DESC LIMIT ?', user, kind, limit),
    );
  }

  /** Returns a user's events between two times, both ends included, oldest first. */
  eventsBetween(kind: EventKind, user: string, fromMs: number, toMs: number, limit: number): StoredEvent[] {
    return eventsOf(
      this.journal.all(
        'SELECT * FROM events WHERE user = ? AND kind = ? AND time BETWEEN ? AND ? ORDER BY time, seq LIMIT ?',
        user,
        kind,
        fromMs,
        toMs,
        limit,
      ),
    );
  }

  /** Returns a user's events after a number in their order, oldest first. */
  eventsAfter(kind: EventKind, user: string, seq: number): StoredEvent[] {
    return eventsOf(
      this.journal.all('SELECT * FROM events WHERE user = ? AND kind = ? AND seq > ? ORDER BY seq', user, kind, seq),
    );
  }
}

function agentOf({ address, user, name, valid_until }: Row): Agent {
  return { address: String(address), user: String(user), name: String(name), validUntilMs: Number(valid_until) };
}

function ordersOf(rows: readonly Row[]): Order[] {
  return rows.map((row) => parseOrder(documentOf(row)));
}

function twapsOf(rows: readonly Row[]): Twap[] {
  return rows.map((row) => parseTwap(documentOf(row)));
}

function eventsOf(rows: readonly Row[]): StoredEvent[] {
  return rows.map((row) => ({
    seq: Number(row['seq']),
    timeMs: Number(row['time']),
    document: JSON.parse(documentOf(row)),
  }));
}

function documentOf(row: Row): string {
  return String(row['document']);
}
