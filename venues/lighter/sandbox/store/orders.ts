import { z } from 'zod';
import { type Journal, type Row, written } from '../../../simulation/index.js';
import { isLive, type Order, parseOrder } from '../trading/order.js';

/** Lower numbers are clients'. */
const FIRST_ORDER_INDEX = 2 ** 48;
/** Lower numbers are those of trades that are not of an account. */
const FIRST_TRADE_ID = 10 ** 12;
const LARGEST_CLIENT_INDEX = 2n ** 48n - 1n;

const trade = z.record(z.string(), z.unknown());

/** The orders and trades of accounts on disk. Writes belong in a transaction of the journal. */
export class Orders {
  constructor(private readonly journal: Journal) {}

  nextIndex(): number {
    return FIRST_ORDER_INDEX - 1 + this.journal.next('order');
  }

  save(order: Order): void {
    this.journal.run(
      `INSERT OR REPLACE INTO orders (order_index, account_index, market_id, client_index, live, document)
         VALUES (?, ?, ?, ?, ?, ?)`,
      ...[order.index, order.accountIndex, order.marketId, order.clientIndex, isLive(order) ? 1 : 0, written(order)],
    );
  }

  /** Returns an account's order by the venue's number of it, or its newest one by the client's. */
  find(accountIndex: number, marketId: number, index: bigint): Order | undefined {
    const column = index <= LARGEST_CLIENT_INDEX ? 'client_index' : 'order_index';
    const found = this.journal.get(
      `SELECT document FROM orders WHERE account_index = ? AND market_id = ? AND ${column} = ?
         ORDER BY order_index DESC LIMIT 1`,
      ...[accountIndex, marketId, index],
    );
    return found === undefined ? undefined : orderOf(found);
  }

  /** Returns all that may still be filled, the oldest first. */
  live(): Order[] {
    return this.journal.all('SELECT document FROM orders WHERE live = 1 ORDER BY order_index').map(orderOf);
  }

  /** Returns an account's orders that may still be filled, the oldest first. */
  liveOf(accountIndex: number): Order[] {
    const found = 'SELECT document FROM orders WHERE live = 1 AND account_index = ? ORDER BY order_index';
    return this.journal.all(found, accountIndex).map(orderOf);
  }

  /** Returns the number of the newest order of any account. */
  newestIndex(): number {
    return Number(this.journal.get('SELECT max(order_index) AS newest FROM orders')?.['newest'] ?? 0);
  }

  /** Returns those of an account that came after one, and those of the numbers, the oldest first. */
  changedOf(accountIndex: number, after: number, numbers: readonly number[]): Order[] {
    const found = `SELECT document FROM orders WHERE account_index = ?
      AND (order_index > ? OR order_index IN (SELECT value FROM json_each(?))) ORDER BY order_index`;
    return this.journal.all(found, accountIndex, after, JSON.stringify(numbers)).map(orderOf);
  }

  /** Returns an account's orders that have ended and came before one, the newest first. */
  endedOf(accountIndex: number, before: number, limit: number): Order[] {
    const found = `SELECT document FROM orders WHERE live = 0 AND account_index = ? AND order_index < ?
      ORDER BY order_index DESC LIMIT ?`;
    return this.journal.all(found, accountIndex, before, limit).map(orderOf);
  }

  /** Adds a trade in the venue's form; it gets its number. */
  addTrade(accountIndex: number, document: object): void {
    const id = FIRST_TRADE_ID + this.journal.next('trade');
    const numbered = { trade_id: id, trade_id_str: String(id), ...document };
    const insert = 'INSERT INTO trades (trade_id, account_index, document) VALUES (?, ?, ?)';
    this.journal.run(insert, id, accountIndex, written(numbered));
  }

  /** Returns an account's trades that came before one, the newest first. */
  tradesOf(accountIndex: number, before: number, limit: number): z.output<typeof trade>[] {
    const found = 'SELECT document FROM trades WHERE account_index = ? AND trade_id < ? ORDER BY trade_id DESC LIMIT ?';
    return this.journal.all(found, accountIndex, before, limit).map((row) => trade.parse(JSON.parse(documentOf(row))));
  }
}

function orderOf(row: Row): Order {
  return parseOrder(documentOf(row));
}

function documentOf(row: Row): string {
  return String(row['document']);
}
