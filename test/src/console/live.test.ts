import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import { shareBrowser } from '../browser/share-browser.js';
import { holder } from '../deployments/strategies.js';
import { backtestRequest, daysAgo } from '../end-to-end/strategies.js';
import { Customer } from '../money/customer.js';
import type { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { withStore } from '../platform/store.js';
import { until } from '../platform/wait.js';
import { Walk } from './walk.js';

/** What people do in the console with a bot that trades with their money: from a result until nothing of it is left but what it held. */

const WALK_MS_MAX = 400_000;
const HOURS_MS = 6 * 3_600_000;
const SYMBOL = 'ETH/USDC:USDC';

/** Buys at the market at once, guards it by a stop at the venue, and sells after ten minutes: later than the walk, and often in a replay. */
const TRADER = holder(`
    order_types = {
        "entry": "market", "exit": "market", "stoploss": "limit",
        "stoploss_on_exchange": True, "stoploss_on_exchange_interval": 30,
    }

    def custom_exit(self, pair, trade, current_time, current_rate, current_profit, **kwargs):
        return "ten_minutes" if (current_time - trade.open_date_utc).total_seconds() > 600 else None
`);

const { testInBrowser, opened } = await shareBrowser('live deployments in the console');

let platform: Platform;
let walk: Walk;

beforeAll(async () => {
  platform = await Platform.shared();
}, WALK_MS_MAX);

afterEach(() => walk?.end());

afterAll(() => platform[Symbol.asyncDispose]());

/** A finished backtest of the strategy; returns its id. */
async function backtested(caller: Caller): Promise<string> {
  const config = { stake_amount: 40, max_open_trades: 1 };
  const request = { symbols: [SYMBOL], code: TRADER, config, range: { from: daysAgo(2), to: daysAgo(1) } };
  const { body } = await until(
    'a backtest',
    () => caller.send('POST', '/runtime/backtests', backtestRequest(request)),
    ({ status }) => status < 300,
  );
  await until(
    'its result',
    () => caller.send('GET', `/runtime/backtests/${body.id}`),
    (answer) => answer.body.status === 'finished',
  );
  return body.id;
}

/** Has a deployment have been started hours ago: a report then has something to compare. */
async function startedBefore(id: string): Promise<void> {
  await withStore(platform, 'runtime', (store) =>
    store
      .collection<{ _id: string }>('deployments')
      .updateOne({ _id: id }, { $set: { firstStartedAt: new Date(Date.now() - HOURS_MS) } }),
  );
}

testInBrowser(
  'a live deployment is made from a result, trades, is compared, stopped while it holds something, and deleted',
  async () => {
    const customer = await Customer.register(platform, `console-live-${randomUUID()}`);
    await Customer.fund(platform, [customer], 200);
    const backtest = await backtested(customer.caller);
    walk = await Walk.begin(opened(), platform);
    const { page } = walk;
    await walk.signIn(customer.caller.email);
    await walk.goTo(`/app/backtests/${backtest}`);
    await walk.press('Deploy', 'link');
    await page.getByLabel('Name').fill('live walker');
    await page.getByLabel('Money', { exact: true }).selectOption('live');
    await page.getByLabel('Capital, USD').fill('60');
    await page.getByLabel(/mean to use real money/).check();
    expect(await walk.keep('live-new')).toEqual([]);
    await walk.press('Create, and move its capital');
    await page.getByText('Its capital has arrived').waitFor();
    expect(await walk.keep('live-created')).toEqual([]);
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';

    await walk.press('Start');
    await page.getByLabel(/trades with real money/).check();
    await walk.confirm('Start');
    await page.getByText('running', { exact: true }).first().waitFor();
    await page.getByRole('cell', { name: SYMBOL }).first().waitFor();
    expect(await walk.keep('live')).toEqual([]);
    await walk.press('Orders', 'tab');
    await page.getByRole('cell', { name: SYMBOL }).nth(1).waitFor();
    expect(await walk.keep('live-orders')).toEqual([]);

    await walk.press('Stop');
    await walk.confirm('Stop');
    await page.getByText('stopped', { exact: true }).first().waitFor();
    await startedBefore(id);
    await walk.press('Bot and backtest', 'tab');
    await walk.press('Compare with a backtest');
    await page.getByText('Trades compared').waitFor();
    expect(await walk.keep('live-parity')).toEqual([]);

    await walk.press('Delete');
    const boxes = page.getByRole('dialog').getByRole('checkbox');
    await boxes.nth(1).waitFor();
    for (const box of await boxes.all()) await box.check();
    expect(await walk.keep('live-delete')).toEqual([]);
    await walk.confirm('Delete for good');
    await page.getByText('It left this open').waitFor();
    await page.getByText('deleted', { exact: true }).first().waitFor();
    expect(await walk.keep('live-deleted')).toEqual([]);
    expect(walk.faults).toEqual([]);
  },
  WALK_MS_MAX,
);
