import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Order as SignedOrder, Transaction } from '../../transactions/index.js';
import type { Account, Position } from '../accounts/account.js';
import { ACCOUNT_ANSWERS } from '../accounts/answers.js';
import { credit } from '../accounts/credit.js';
import { markPrice } from '../accounts/margin.js';
import { positionOf } from '../accounts/position.js';
import { LISTINGS } from '../listings.js';
import { Market } from '../market.js';
import { execute } from '../sequencer/execute.js';
import { openJournal } from '../store/journal.js';
import { Store } from '../store/store.js';
import { checkTransaction } from './checks.js';
import type { Order } from './order.js';
import { passTime } from './time.js';

export const START_MS = Date.UTC(2026, 10, 21, 9, 17, 3);
export const DEPOSIT = 10_000_000_000n;
export const [ETH, BTC, MKR, SPOT] = [0, 1, 28, 2_048];
export const HOUR_MS = 3_600_000;
/** A tenth of an ether. */
export const SIZE = 1_000;
/** The end of an order that takes at once. */
export const atOnce = { timeInForce: 'immediateOrCancel', orderExpiry: 0n } as const;
const OWNER = '0x8ba1f109551bd432803012645ac136ddd64dba72';

const shownAccounts = z.object({ accounts: z.tuple([z.record(z.string(), z.unknown())]) });
const shownPositions = z.array(z.record(z.string(), z.unknown()));

type Body = Transaction extends infer Each
  ? Each extends Transaction
    ? Omit<Each, 'accountIndex' | 'apiKeyIndex' | 'expiredAt' | 'nonce' | 'attributes'>
    : never
  : never;

/** The venue's trading side with one account, without its API and its clock: time passes when a test says so. */
export class TradedVenue {
  readonly markets: ReadonlyMap<number, Market> = new Map(LISTINGS.map((each) => [each.id, new Market(1, each)]));
  readonly store: Store;
  readonly #directory = mkdtempSync(join(tmpdir(), 'sandbox-lighter-'));
  nowMs = START_MS;
  accountIndex: number;

  constructor() {
    this.store = new Store(openJournal(this.#directory));
    this.accountIndex = this.credited(OWNER);
  }

  /** Returns the index of an owner's account after a deposit. */
  credited(owner: string): number {
    return credit(this.store, owner, DEPOSIT, this.nowMs).index;
  }

  /** Removes what it has stored. */
  close(): void {
    this.store.journal.close();
    rmSync(this.#directory, { recursive: true });
  }

  /** Checks a transaction as the API does, and executes it. */
  send(body: Body): void {
    const { store, markets, nowMs, accountIndex } = this;
    const head = { accountIndex, apiKeyIndex: 4, expiredAt: nowMs + 60_000, nonce: 0n, attributes: {} };
    // The fields of a head are the same for every kind.
    const transaction = { ...head, ...body } as Transaction;
    checkTransaction(transaction, markets, nowMs);
    store.journal.transaction(() => execute(transaction, { store, markets, nowMs }));
  }

  /** Returns an order to buy at the price now, with other fields where some are given. */
  order(fields: Partial<SignedOrder> = {}): SignedOrder {
    return {
      ...{ marketIndex: ETH, clientOrderIndex: 1, baseAmount: SIZE, price: this.price(), isAsk: false, type: 'limit' },
      ...{ timeInForce: 'goodTillTime', isReduceOnly: false, triggerPrice: 0 },
      ...{ orderExpiry: BigInt(this.nowMs + HOUR_MS) },
      ...fields,
    };
  }

  place(fields: Partial<SignedOrder> = {}): void {
    this.send({ kind: 'createOrder', order: this.order(fields) });
  }

  /** Buys at the market. */
  buy(baseAmount = SIZE): void {
    this.place({ type: 'market', ...atOnce, baseAmount, price: this.price() * 2 });
  }

  /** Sells at the market. */
  sell(baseAmount = SIZE, fields: Partial<SignedOrder> = {}): void {
    this.place({ type: 'market', ...atOnce, isAsk: true, baseAmount, price: 1, ...fields });
  }

  /** Lets time pass, second by second. */
  pass(seconds: number): void {
    for (let second = 0; second < seconds; second += 1) {
      const fromMs = this.nowMs;
      this.nowMs += 1_000;
      const { store, markets, nowMs } = this;
      store.journal.transaction(() => passTime({ store, markets, nowMs }, fromMs));
    }
  }

  market(id = ETH): Market {
    const market = this.markets.get(id);
    if (market === undefined) throw new Error(`market ${id} is not listed`);
    return market;
  }

  /** Returns a market's price now, in units of its last decimal. */
  price(id = ETH): number {
    return Number(markPrice(this.market(id), this.nowMs));
  }

  account(): Account {
    const known = this.store.account(this.accountIndex);
    if (known === undefined) throw new Error('the account is gone');
    return known;
  }

  held(id = ETH): Position {
    return positionOf(this.account(), id);
  }

  /** Returns the newest order with a number of the client's. */
  found(clientIndex = 1): Order | undefined {
    return this.store.orders.find(this.accountIndex, ETH, BigInt(clientIndex));
  }

  trades(): ReturnType<Store['orders']['tradesOf']> {
    return this.store.orders.tradesOf(this.accountIndex, Number.MAX_SAFE_INTEGER, 100);
  }

  /** Returns the orders that have ended, the newest first. */
  ended(): Order[] {
    return this.store.orders.endedOf(this.accountIndex, Number.MAX_SAFE_INTEGER, 100);
  }

  /** Returns the account as `account` shows it. */
  shown(): Record<string, unknown> {
    const { store, markets, nowMs, accountIndex } = this;
    const query = { by: 'index', value: String(accountIndex) };
    const answer = ACCOUNT_ANSWERS['/api/v1/account']?.(query, { store, markets, nowMs });
    return shownAccounts.parse(JSON.parse(JSON.stringify(answer))).accounts[0];
  }

  /** Returns a position as `account` shows it. */
  shownPosition(id = ETH): Record<string, unknown> | undefined {
    return shownPositions.parse(this.shown()['positions']).find(({ market_id }) => market_id === id);
  }
}

/** Returns why something was refused or rejected. */
export function rejection(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('it was executed');
}
