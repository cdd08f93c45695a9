import { z } from 'zod';
import { written } from '../../../simulation/index.js';
import type { Account } from '../accounts/account.js';
import { checkAuth } from '../accounts/auth.js';
import { detailedAccount } from '../accounts/wire.js';
import type { Venue } from '../answers.js';
import { Refusal } from '../refusal.js';
import { shownTransaction } from '../sequencer/wire.js';
import type { Store } from '../store/store.js';
import { isLive, type Order } from '../trading/order.js';
import { shownOrder } from '../trading/wire.js';
import { type Feed, nonceAt } from './feeds.js';
import { INVALID_CHANNEL, refusal } from './refusals.js';

const FORM = /^(account_all|account_tx|account_all_orders|account_orders\/(\d{1,6}))\/(\d{1,15})$/;
const ROWS_MAX = 100;
/** The venue's counts of an account's trades, which the sandbox does not keep. */
const NO_COUNTS = Object.fromEntries(
  ['daily', 'weekly', 'monthly', 'total'].flatMap((span) => [
    [`${span}_trades_count`, 0],
    [`${span}_volume`, 0],
  ]),
);
const numbered = z.object({ market_id: z.number(), trade_id: z.number() });

/** A channel of an account as the venue names it in its messages: `account_all:3`. */
interface AccountChannel {
  readonly name: string;
  /** What the type of its messages ends with. */
  readonly kind: string;
  open(): Feed;
}

/** Where accounts are read. */
interface Parts {
  readonly store: Store;
  readonly markets: Venue['markets'];
  readonly account: number;
}

/** Returns whether a message names a channel of an account. */
export function isOfAccount(text: string): boolean {
  return FORM.test(text);
}

/** Returns the channel of an account that a message names, or the venue's refusal; undefined: it names none of an account. */
export function accountChannelOf(
  text: string,
  auth: string | undefined,
  { store, markets, clock }: Venue,
): AccountChannel | { readonly refusal: object } | undefined {
  const [, form = '', market, id = ''] = FORM.exec(text) ?? [];
  if (form === '') return undefined;
  if (store?.account(Number(id)) === undefined) return { refusal: INVALID_CHANNEL };
  const [kind = ''] = form.split('/');
  const parts = { store, markets, account: Number(id) };
  if (kind !== 'account_all') {
    const refused = refusalOfAuth(store, auth, parts.account, clock.nowMs());
    if (refused !== undefined) return { refusal: refused };
  }
  const open = () => {
    if (kind === 'account_all') return accountFeed(parts);
    return kind === 'account_tx' ? transactionFeed(parts) : orderFeed(parts, market);
  };
  return { name: text.replaceAll('/', ':'), kind, open };
}

function refusalOfAuth(store: Store, auth: string | undefined, account: number, nowMs: number): object | undefined {
  try {
    checkAuth(store, auth, account, nowMs);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return refusal(error.code, error.message);
    throw error;
  }
}

/** Sends the whole account, then the positions that have changed and the new trades. */
function accountFeed({ store, markets, account: index }: Parts): Feed {
  const told = new Map<string, string>();
  let toldTrade = 0;
  const read = () => {
    const account = store.account(index);
    if (account === undefined) throw new Error(`account ${index} is gone`);
    return account;
  };
  const detailed = (account: Account, nowMs: number) => {
    const { positions, assets } = detailedAccount({ account, orders: store.orders.liveOf(index), markets, nowMs });
    return { shown: Object.fromEntries(positions.map((each) => [String(each.market_id), each])), assets };
  };
  const changed = (shown: Record<string, object>) =>
    Object.entries(shown).filter(([id, position]) => {
      const text = JSON.stringify(position);
      const isNew = told.get(id) !== text;
      told.set(id, text);
      return isNew;
    });
  const newTrades = () => {
    const trades = store.orders.tradesOf(index, Number.MAX_SAFE_INTEGER, ROWS_MAX);
    const unseen = trades.filter((trade) => numbered.parse(trade).trade_id > toldTrade).reverse();
    toldTrade = unseen.reduce((newest, trade) => Math.max(newest, numbered.parse(trade).trade_id), toldTrade);
    return Object.fromEntries(Map.groupBy(unseen, (trade) => String(numbered.parse(trade).market_id)));
  };
  let toldFunding = 0;
  const newFundings = () => {
    const unseen = store.fundings.of(index, { after: toldFunding, limit: ROWS_MAX }).reverse();
    toldFunding = unseen.at(-1)?.funding_id ?? toldFunding;
    return Object.fromEntries(Map.groupBy(unseen, ({ market_id }) => String(market_id)));
  };
  let state = '';
  const message = (positions: object, assets: readonly object[], trades: object, fundings: object) => ({
    ...{ account: index, positions, trades, funding_histories: fundings, shares: [] },
    assets: Object.fromEntries(assets.map((asset) => [String(Object(asset).asset_id), asset])),
  });
  return {
    begin: (nowMs) => {
      const account = read();
      state = written(account);
      const now = detailed(account, nowMs);
      changed(now.shown);
      newTrades();
      newFundings();
      return { ...message(now.shown, now.assets, {}, {}), ...NO_COUNTS };
    },
    next: (nowMs) => {
      const account = read();
      const before = state;
      state = written(account);
      // What the market's price alone changes is not told.
      if (state === before) return [];
      const now = detailed(account, nowMs);
      return [message(Object.fromEntries(changed(now.shown)), now.assets, newTrades(), newFundings())];
    },
  };
}

/** Sends the live orders by their markets, then those that have changed, with the state in which they ended. */
function orderFeed({ store, markets, account }: Parts, market: string | undefined): Feed {
  let told = new Map<number, string>();
  const textOf = (order: Order) => JSON.stringify(shown(order));
  const shown = (order: Order) => {
    const listed = markets.get(order.marketId);
    if (listed === undefined) throw new Error(`market ${order.marketId} is not listed`);
    return shownOrder(order, listed);
  };
  const isAsked = ({ marketId }: Order) => market === undefined || marketId === Number(market);
  const live = () => store.orders.liveOf(account).filter(isAsked);
  const message = (orders: readonly Order[], nowMs: number) => {
    const byMarket = Map.groupBy(orders, ({ marketId }) => String(marketId));
    const nonce = market === undefined ? {} : { nonce: nonceAt(nowMs) };
    return { account, ...nonce, orders: Object.fromEntries([...byMarket].map(([id, each]) => [id, each.map(shown)])) };
  };
  let toldIndex = 0;
  const remember = (orders: readonly Order[]) => {
    told = new Map(orders.filter(isLive).map((order) => [order.index, textOf(order)]));
  };
  return {
    begin: (nowMs) => {
      toldIndex = store.orders.newestIndex();
      const orders = live();
      remember(orders);
      return message(orders, nowMs);
    },
    next: (nowMs) => {
      const fresh = store.orders.changedOf(account, toldIndex, [...told.keys()]).filter(isAsked);
      toldIndex = store.orders.newestIndex();
      const changes = fresh.filter((order) => told.get(order.index) !== textOf(order));
      remember(fresh);
      return changes.length === 0 ? [] : [message(changes, nowMs)];
    },
  };
}

/** Sends what becomes of the account's transactions. */
function transactionFeed({ store, account }: Parts): Feed {
  let toldSeq = 0;
  const settled = () => {
    const found = store.transactions.settledOf(account, toldSeq, ROWS_MAX);
    toldSeq = found.at(-1)?.seq ?? toldSeq;
    return found;
  };
  return {
    begin: () => {
      toldSeq = store.transactions.newestSettledOf(account);
      return { txs: [] };
    },
    next: () => {
      const found = settled();
      return found.length === 0 ? [] : [{ txs: found.map(shownTransaction) }];
    },
  };
}
