import { type Journal, type Row, written } from '../../../simulation/index.js';
import type { ApiKey } from '../trading/auth/credentials.js';
import { isLive, type Order, parseOrder } from '../trading/orders/order.js';
import { isFinal, parseTrade, type Trade } from '../trading/settling/trade.js';

/** The most notifications that are shown; the venue drops old ones too. */
const NOTIFICATIONS_MAX = 200;

/** A client's last sign of life. */
export interface Heartbeat {
  readonly account: string;
  readonly id: string;
  readonly atMs: number;
}

/** Reads and writes the venue's state as its objects. Writes that belong together belong in a transaction of the journal. */
export class Store {
  constructor(readonly journal: Journal) {}

  /** Returns an account's key with a nonce. */
  apiKey(address: string, nonce: string): ApiKey | undefined {
    return keysOf(
      this.journal.all('SELECT * FROM api_keys WHERE address = ? AND nonce = ? AND live = 1', address, nonce),
    )[0];
  }

  keyById(key: string): ApiKey | undefined {
    return keysOf(this.journal.all('SELECT * FROM api_keys WHERE key = ? AND live = 1', key))[0];
  }

  /** Returns the ids of an account's keys. */
  keyIdsOf(address: string): string[] {
    const sql = 'SELECT key FROM api_keys WHERE address = ? AND live = 1 ORDER BY nonce';
    return this.journal.all(sql, address).map(({ key }) => String(key));
  }

  /** Returns how many keys of an address and nonce were deleted. */
  deletedKeys(address: string, nonce: string): number {
    const sql = 'SELECT count(*) AS keys FROM api_keys WHERE address = ? AND nonce = ? AND live = 0';
    return Number(this.journal.get(sql, address, nonce)?.['keys'] ?? 0);
  }

  addKey({ address, nonce, generation }: ApiKey, key: string): void {
    this.journal.run('INSERT INTO api_keys VALUES (?, ?, ?, ?, 1)', address, nonce, generation, key);
  }

  deleteKey(key: string): void {
    this.journal.run('UPDATE api_keys SET live = 0 WHERE key = ?', key);
  }

  order(id: string): Order | undefined {
    return ordersOf(this.journal.all('SELECT document FROM orders WHERE id = ?', id))[0];
  }

  /** Returns all live orders, oldest first. */
  liveOrders(): Order[] {
    return ordersOf(this.journal.all('SELECT document FROM orders WHERE live = 1 ORDER BY seq'));
  }

  /** Returns the live orders of a token, oldest first. */
  liveOrdersOfToken(token: string): Order[] {
    return ordersOf(this.journal.all('SELECT document FROM orders WHERE live = 1 AND token = ? ORDER BY seq', token));
  }

  /** Returns an account's live orders, oldest first. */
  liveOrdersOf(account: string): Order[] {
    const sql = 'SELECT document FROM orders WHERE account = ? AND live = 1 ORDER BY seq';
    return ordersOf(this.journal.all(sql, account));
  }

  /** Returns the live orders that a wallet pays for. */
  liveOrdersOfMaker(maker: string): Order[] {
    return ordersOf(this.journal.all('SELECT document FROM orders WHERE live = 1 AND maker = ?', maker));
  }

  saveOrder(order: Order): void {
    this.journal.run(
      'INSERT OR REPLACE INTO orders (id, seq, account, maker, token, live, document) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ...[order.id, order.seq, order.account, order.maker, order.tokenId],
      isLive(order) ? 1 : 0,
      written(order),
    );
  }

  /** Returns the trades whose settlement has not ended, oldest first. */
  pendingTrades(): Trade[] {
    return tradesOf(this.journal.all('SELECT document FROM trades WHERE pending = 1 ORDER BY seq'));
  }

  /** Returns an account's trades, newest first. */
  tradesOf(account: string): Trade[] {
    return tradesOf(
      this.journal.all(
        'SELECT document FROM trade_accounts a JOIN trades t ON t.id = a.trade WHERE a.account = ? ORDER BY a.seq DESC',
        account,
      ),
    );
  }

  trade(id: string): Trade | undefined {
    return tradesOf(this.journal.all('SELECT document FROM trades WHERE id = ?', id))[0];
  }

  saveTrade(trade: Trade): void {
    this.journal.run(
      'INSERT OR REPLACE INTO trades (id, seq, pending, document) VALUES (?, ?, ?, ?)',
      trade.id,
      trade.seq,
      isFinal(trade) ? 0 : 1,
      written(trade),
    );
    for (const { account } of [trade.taker, trade.maker])
      if (account !== '')
        this.journal.run('INSERT OR IGNORE INTO trade_accounts VALUES (?, ?, ?)', account, trade.seq, trade.id);
  }

  /** Returns an account's last notifications, oldest first, with their ids. */
  notificationsOf(account: string): Row[] {
    const sql = 'SELECT id, document FROM notifications WHERE account = ? ORDER BY id DESC LIMIT ?';
    return this.journal.all(sql, account, NOTIFICATIONS_MAX).reverse();
  }

  addNotification(account: string, document: object): void {
    this.journal.run('INSERT INTO notifications (account, document) VALUES (?, ?)', account, written(document));
  }

  dropNotification(account: string, id: number): void {
    this.journal.run('DELETE FROM notifications WHERE account = ? AND id = ?', account, id);
  }

  heartbeats(): Heartbeat[] {
    return heartbeatsOf(this.journal.all('SELECT * FROM heartbeats'));
  }

  heartbeat(account: string): Heartbeat | undefined {
    return heartbeatsOf(this.journal.all('SELECT * FROM heartbeats WHERE account = ?', account))[0];
  }

  saveHeartbeat({ account, id, atMs }: Heartbeat): void {
    this.journal.run('INSERT OR REPLACE INTO heartbeats VALUES (?, ?, ?)', account, id, atMs);
  }

  dropHeartbeat(account: string): void {
    this.journal.run('DELETE FROM heartbeats WHERE account = ?', account);
  }

  /** Returns how many shares of a generated level were taken. */
  takenOf(level: string): bigint {
    return BigInt(String(this.journal.get('SELECT shares FROM taken WHERE level = ?', level)?.['shares'] ?? 0));
  }

  take(level: string, sharesMicro: bigint): void {
    this.journal.run(
      'INSERT INTO taken VALUES (?, ?) ON CONFLICT (level) DO UPDATE SET shares = shares + excluded.shares',
      level,
      sharesMicro,
    );
  }
}

function keysOf(rows: readonly Row[]): ApiKey[] {
  return rows.map(({ address, nonce, generation }) => ({
    address: String(address),
    nonce: String(nonce),
    generation: Number(generation),
  }));
}

function ordersOf(rows: readonly Row[]): Order[] {
  return rows.map(({ document }) => parseOrder(String(document)));
}

function tradesOf(rows: readonly Row[]): Trade[] {
  return rows.map(({ document }) => parseTrade(String(document)));
}

function heartbeatsOf(rows: readonly Row[]): Heartbeat[] {
  return rows.map(({ account, id, at_ms }) => ({ account: String(account), id: String(id), atMs: Number(at_ms) }));
}
