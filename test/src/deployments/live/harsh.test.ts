import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Customer } from '../../money/customer.js';
import { operate } from '../../platform/operator.js';
import { Platform } from '../../platform/platform.js';
import { readMarkets, restingIn, restingOrder, sizeWorth, type VenueMarket } from '../../platform/venue.js';
import { until } from '../../platform/wait.js';
import { holder } from '../strategies.js';
import { LiveAccount, liveRequest } from './account.js';
import { type OwnBot, Owner } from './owner.js';

/** Five bots trade on one agent, beside executions of their owner, at a venue that limits, lags, loses and lies. */

/** CONTRIBUTING.md names the command for an hour. */
const MINUTES = Number(process.env['LIVE_MINUTES'] ?? 6);
const MINUTE_MS = 60_000;
const LOOK_MS = 15_000;
const EXECUTION_MS = 30_000;
const SETTLED_MS_MAX = 10 * MINUTE_MS;
const COINS = ['BTC', 'ETH', 'SOL', 'DOGE', 'ARB'];
const STAKE_USD = 60;
const CAPITAL_USD = 100;

/** Buys at the market where it holds nothing, guards it by a stop at the venue, and sells two minutes later. */
const TRADER = holder(`
    order_types = {
        "entry": "market", "exit": "market", "stoploss": "limit",
        "stoploss_on_exchange": True, "stoploss_on_exchange_interval": 30,
    }

    def custom_exit(self, pair, trade, current_time, current_rate, current_profit, **kwargs):
        return "two_minutes" if (current_time - trade.open_date_utc).total_seconds() > 120 else None
`);

let platform: Platform;
let account: LiveAccount;
let customer: Customer;

beforeAll(async () => {
  platform = await Platform.start('its world is harsh, and live bots trade there', {
    ...{ SANDBOX_WORLD: 'harsh', FEATURE_MANAGED_LIVE: 'true', DEPLOYMENTS_RUNNING_PER_ACCOUNT: '10' },
  });
  account = await LiveAccount.open(platform, 'harsh');
  ({ customer } = account);
  await Customer.fund(platform, [customer], 2_000);
}, 400_000);

afterAll(() => platform[Symbol.asyncDispose](), 180_000);

async function startBot({ coin, asset }: VenueMarket): Promise<OwnBot> {
  const symbol = `${coin}/USDC:USDC`;
  const request = liveRequest(`harsh-${coin}`, {
    ...{ stake_amount: STAKE_USD, available_capital: CAPITAL_USD, internals: { process_throttle_secs: 5 } },
    exchange: { pair_whitelist: [symbol] },
  });
  const { body } = await until(
    'a creation',
    () => account.create({ ...request, code: TRADER }),
    ({ status }) => status === 201,
  );
  const started = await account.startedAfterSetup(body.id);
  expect([started.status, started.body.error]).toEqual([200, undefined]);
  return { id: body.id, coin, symbol, asset };
}

/** How the owner's executions ended. */
interface Executed {
  /** How many ended with each status. */
  readonly statuses: Readonly<Record<string, number>>;
  /** How many have placed an order. */
  readonly placed: number;
}

/** Places an order that rests, or cancels all of them, twice a minute until the end. */
async function execute(market: VenueMarket, endsAtMs: number): Promise<Executed> {
  const statuses: Record<string, number> = {};
  let placed = 0;
  const resting = restingIn(market, 30);
  for (let turn = 0; Date.now() < endsAtMs; turn += 1) {
    const nextAtMs = Date.now() + EXECUTION_MS;
    const orders = (await customer.openOrders()) ?? [];
    const own = orders.filter(({ coin }) => coin === market.coin);
    const cancels = own.map(({ oid }) => ({ a: market.asset, o: oid }));
    const isCancel = turn % 2 === 1 && cancels.length > 0;
    const { status } = await customer.execute(isCancel ? { type: 'cancel', cancels } : restingOrder(resting));
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (!isCancel && status === 'succeeded') placed += 1;
    await wait(Math.max(0, nextAtMs - Date.now()));
  }
  return { statuses, placed };
}

/** Looks at the bots until the end, and trades by hand in the markets of two of them at half-time. */
async function attend(owner: Owner, market: VenueMarket, endsAtMs: number): Promise<void> {
  const [first, second] = owner.bots;
  if (first === undefined || second === undefined) throw new Error('there are no bots');
  const handAtMs = endsAtMs - (MINUTES * MINUTE_MS) / 2;
  let isTraded = false;
  while (Date.now() < endsAtMs) {
    await owner.look();
    if (!isTraded && Date.now() >= handAtMs) {
      isTraded = true;
      await owner.tradeByHand(first, sizeWorth(30, market));
      await owner.closeByHand(second);
    }
    await wait(LOOK_MS);
  }
}

test(
  `bots, journal and venue agree after ${MINUTES} minutes, and what was named was so`,
  async () => {
    const { venues } = await platform.descriptor();
    const markets = await readMarkets(venues.hyperliquid.url);
    const chosen = COINS.flatMap((coin) => markets.find((market) => market.coin === coin) ?? []);
    const other = markets.find(({ coin, price }) => !COINS.includes(coin) && price > 10);
    const [first] = chosen;
    if (first === undefined || other === undefined) throw new Error('the venue lacks a market');
    await customer.setUp('100');
    const start = (coin: string) => startBot(chosen.find((market) => market.coin === coin) ?? first);
    const bots: OwnBot[] = [];
    for (const { coin } of chosen) bots.push(await start(coin));
    const owner = new Owner(account, bots, start);
    const held = () => Promise.all(bots.map((bot) => owner.heldOf(bot)));
    await until('five positions at once', held, (sizes) => sizes.every((size) => size > 0));
    expect(await account.agents()).toHaveLength(1);

    const endsAtMs = Date.now() + MINUTES * MINUTE_MS;
    const [{ statuses, placed }] = await Promise.all([execute(other, endsAtMs), attend(owner, first, endsAtMs)]);
    const settled = { pollIntervalMs: LOOK_MS, timeoutMs: SETTLED_MS_MAX };
    await until(
      'bots that agree with their venue',
      () => owner.look(),
      (differing) => differing === 0,
      settled,
    );
    for (const { id } of owner.bots) await account.deployments.act(id, { action: 'stop' });
    for (const { id } of owner.bots) await account.deployments.untilStatus(id, 'stopped');

    expect(owner.named.map(({ coin }) => coin)).toEqual(expect.arrayContaining(COINS.slice(0, 2)));
    const accounts = await Promise.all(owner.bots.map((bot) => owner.accountOf(bot)));
    // Compared at once: after an hour, whatever is wrong is to be seen.
    expect({
      untrue: owner.named.filter(({ isTrue }) => !isTrue),
      unexplained: accounts.filter(({ unexplained }) => unexplained !== 0),
      repeated: await owner.repeatedOrders(),
      ledger: await operate(platform, 'ledger', 'check'),
    }).toEqual({ untrue: [], unexplained: [], repeated: [], ledger: { code: 0, output: '0 problems\n' } });
    // What has failed has never happened: the venue knows the orders that were placed, and no other.
    expect(['succeeded', 'failed']).toEqual(expect.arrayContaining(Object.keys(statuses)));
    expect(await owner.ordersIn(other.coin)).toHaveLength(placed);
  },
  (MINUTES + 40) * MINUTE_MS,
);
