import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Customer } from '../../money/customer.js';
import { Platform } from '../../platform/platform.js';
import { until } from '../../platform/wait.js';
import { Deployments } from '../deployments.js';
import { isUnexplained, REPORT_MS_MAX, reportOf, untilHistoryIsStored } from '../parity-reports.js';
import { minuteTraders } from '../strategies.js';

/** A deployment with real money, made by a key with a mandate, and its parity report: the venue fills at its book, a backtest at candles. */

const MINUTE_MS = 60_000;
const TRADED_MS = 6 * MINUTE_MS;
const SETUP_MS_MAX = 5 * MINUTE_MS;
/** Of some dollars an order's slippage is less than half a cent, which is rounding. */
const STAKE_USD = 800;
const CAPITAL_USD = 900;
const { freqtrade } = minuteTraders;

let platform: Platform;
let customer: Customer;
let deployments: Deployments;

beforeAll(async () => {
  platform = await Platform.start('its deployment trades with real money', { FEATURE_MANAGED_LIVE: 'true' });
  customer = await Customer.register(platform, 'live-parity');
  deployments = await Deployments.of(customer.caller);
  await Customer.fund(platform, [customer], 2_000);
}, 400_000);

afterAll(() => platform[Symbol.asyncDispose](), 180_000);

/** A key of the account, with limits. */
async function keyWith(mandate: object): Promise<Record<string, string>> {
  const { body } = await customer.caller.sendAsSession('POST', '/account/keys', { mandate });
  return { 'x-api-key': body.api_key };
}

test(
  'a report of a live deployment explains every trade and names slippage, and its mandate bounds it from creation on',
  async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const limits = { symbols: ['BTC/USDC:USDC'], max_order_usd: '2700.00', max_leverage: 3, expires_at: expiresAt };
    const own = await keyWith(limits);
    const config = { ...freqtrade.config, stake_amount: STAKE_USD, max_open_trades: 1, available_capital: CAPITAL_USD };
    const { caller } = customer;
    const created = await until(
      'a creation',
      () => caller.send('POST', '/runtime/deployments', { ...freqtrade, name: 'live', mode: 'live', config }, own),
      ({ status }) => status === 201,
    );
    const kept = { max_order_usd: 2_700, max_leverage: 3, expires_at: expiresAt };
    const { id } = created.body;
    expect(await deployments.read(id)).toMatchObject({ alive_until: expiresAt, mandate: kept });
    const shown = await caller.query('{ deployments { nodes { mandate { maxOrderUsd maxLeverage expiresAt } } } }');
    expect(shown.body.data.deployments.nodes).toEqual([
      { mandate: { maxOrderUsd: '2700.00', maxLeverage: 3, expiresAt } },
    ]);
    const start = (headers: Record<string, string>) =>
      caller.send('PUT', `/runtime/deployments/${id}/status`, { action: 'start' }, headers);
    const refused = await start(await keyWith({ ...limits, max_leverage: 2 }));
    expect([refused.status, refused.body.error.details]).toEqual([
      403,
      { limit: 'max_leverage', asked: 3, allowed: 2 },
    ]);
    await until(
      'a start',
      () => start(own),
      ({ status }) => status === 200,
      { timeoutMs: SETUP_MS_MAX },
    );
    await deployments.untilStatus(id, 'running');
    await wait(TRADED_MS);
    await untilHistoryIsStored(platform);
    const { explained_pct: explained, rows, causes } = await reportOf(caller, id);
    expect({ explained, unexplained: rows.filter(isUnexplained) }).toEqual({ explained: 100, unexplained: [] });
    expect(causes.map(({ cause }: { cause: string }) => cause)).toContain('slippage');
  },
  TRADED_MS + SETUP_MS_MAX + 3 * REPORT_MS_MAX,
);
