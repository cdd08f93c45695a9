import { randomUUID } from 'node:crypto';
import { type Customer, type Platform, restingOrder } from '@platform/test/platform';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { ask as submit, untilFinished } from '../../backtest/api.js';
import { freqtradeWork } from '../../backtest/work.js';
import type { Kind } from '../mix.js';
import type { Arrival } from './arrivals.js';
import { type Asked, ask } from './client.js';
import type { Operate } from './offer.js';
import type { Accounts } from './prepare.js';

const WITHDRAWN_USD = '1';
const CANDLES = '/context/candles?venue=hyperliquid&symbol=BTC%2FUSDC%3AUSDC&timeframe=1h';
const DASHBOARD = `{
  account { id }
  venues { id capabilities { live } }
  backtests(first: 20) { edges { node { id status } } }
  deployments(first: 20) { edges { node { id status } } }
}`;

/** A withdrawal whose code was read already. */
export interface Authorized {
  readonly customer: Customer;
  readonly withdrawal: Awaited<ReturnType<Customer['authorize']>>;
}

/** What operations are made of. */
export interface Parts {
  readonly platform: Platform;
  readonly accounts: Accounts;
  /** 1 or 2: how many of the accounts take part. */
  readonly multiple: number;
  readonly withdrawals: readonly Authorized[];
}

/** Has codes sent to customers in turn, and reads them: as many as withdrawals are to come. */
export async function authorize(customers: readonly Customer[], count: number): Promise<Authorized[]> {
  const found: Authorized[] = [];
  for (let index = 0; index < count; index += 1) {
    const customer = pick(customers, index);
    const destination = privateKeyToAddress(generatePrivateKey());
    found.push({ customer, withdrawal: await customer.authorize(WITHDRAWN_USD, destination) });
  }
  return found;
}

/** Returns what does one operation of any kind. */
export async function operations({ platform, accounts, multiple, withdrawals }: Parts): Promise<Operate> {
  const { base_url: baseUrl, graphql_url: graphqlUrl } = await platform.descriptor();
  const taking = <Item>(all: readonly Item[]) => all.slice(0, Math.ceil((all.length * multiple) / 2));
  const [customers, traders, owners] = [taking(accounts.customers), taking(accounts.traders), taking(accounts.owners)];
  const get = (path: string, { apiKey }: { readonly apiKey: string }): Promise<number> =>
    accepted({ method: 'GET', url: `${baseUrl}${path}`, apiKey });
  const byCustomer = ({ index }: Arrival) => pick(customers, index);
  const does: Readonly<Record<Kind, Operate>> = {
    'read account': (arrival) => get('/account', byCustomer(arrival).caller),
    'read wallet': (arrival) => get('/wallet', byCustomer(arrival).caller),
    'read candles': (arrival) => get(CANDLES, byCustomer(arrival).caller),
    'read backtest': ({ index }) => get(`/runtime/backtests/${pick(accounts.backtestIds, index)}`, accounts.reader),
    'read deployments': ({ index }) => get('/runtime/deployments', pick(owners, index)),
    dashboard: (arrival) => {
      const { apiKey } = byCustomer(arrival).caller;
      return accepted({ method: 'POST', url: graphqlUrl, apiKey, body: { query: DASHBOARD } }, '"errors"');
    },
    backtest: async (arrival) => {
      const { caller } = byCustomer(arrival);
      const { finishedAtMs } = await untilFinished(caller, await submit(caller, freqtradeWork, accounts.window));
      return finishedAtMs;
    },
    order: ({ index }) => {
      const { apiKey } = pick(traders, index).caller;
      const body = { venue: 'hyperliquid', action: restingOrder(accounts.market) };
      const headers = { 'idempotency-key': randomUUID() };
      return accepted({ method: 'POST', url: `${baseUrl}/runtime/executions`, apiKey, body, headers });
    },
    withdrawal: ({ index }) => {
      const { customer, withdrawal } = pick(withdrawals, index);
      const { apiKey } = customer.caller;
      const headers = { 'idempotency-key': withdrawal.key };
      return accepted({ method: 'POST', url: `${baseUrl}/wallet/withdraw`, apiKey, body: withdrawal.body, headers });
    },
  };
  return (arrival) => does[arrival.kind](arrival);
}

/** Rejects an answer that refuses, or that has a text which it has not where all is well. */
async function accepted(asked: Asked, unwanted?: string): Promise<number> {
  const { status, text } = await ask(asked);
  if (status >= 300 || (unwanted !== undefined && text.includes(unwanted))) throw new Error(`${status} ${text}`);
  return performance.timeOrigin + performance.now();
}

function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
}
