import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deploymentRequest } from '../end-to-end/strategies.js';
import { Customer } from '../money/customer.js';
import { Platform } from '../platform/platform.js';
import { askVenue } from '../platform/venue.js';
import { until } from '../platform/wait.js';
import { Deployments } from './deployments.js';

/** A deployment with real money, through REST: from the deposit until nothing of it is left at the venue. */

const TEST_MS_MAX = 400_000;
const CAPITAL_USD = 60;

/** Buys once, and holds. */
const HOLDER = `from freqtrade.strategy import IStrategy


class Holder(IStrategy):
    timeframe = "1m"
    minimal_roi = {}
    stoploss = -0.5
    startup_candle_count = 2
    order_types = {"entry": "market", "exit": "market", "stoploss": "market", "stoploss_on_exchange": False}

    def populate_indicators(self, dataframe, metadata):
        return dataframe

    def populate_entry_trend(self, dataframe, metadata):
        dataframe["enter_long"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe, metadata):
        return dataframe
`;

let platform: Platform;
let customer: Customer;
let deployments: Deployments;

beforeAll(async () => {
  platform = await Platform.start('deployments trade with real money', { FEATURE_MANAGED_LIVE: 'true' });
  customer = await Customer.register(platform, 'live');
  deployments = await Deployments.of(customer.caller);
}, TEST_MS_MAX);

afterAll(() => platform[Symbol.asyncDispose](), TEST_MS_MAX);

const liveRequest = (name: string, symbol = 'ETH/USDC:USDC', config: object = {}) =>
  deploymentRequest(name, {
    mode: 'live',
    code: HOLDER,
    config: {
      ...{ stake_amount: 40, max_open_trades: 1, available_capital: CAPITAL_USD },
      ...{ exchange: { pair_whitelist: [symbol] }, ...config },
    },
  });
const create = (body: object) => customer.caller.send('POST', '/runtime/deployments', body);
const start = (id: string) => deployments.act(id, { action: 'start' });
const codeOf = ({ body }: { body: { error?: { code: string } } }) => body.error?.code;

/** Reads of the customer's account from the venue itself. */
async function atVenue(type: string) {
  const { venues } = await platform.descriptor();
  return askVenue(venues.hyperliquid.url, { type, user: customer.address });
}

/** Creates one; a machine without time for the check of its strategy is asked again. */
async function created(name: string): Promise<string> {
  const answer = await until(
    'a creation',
    () => create(liveRequest(name)),
    ({ status }) => status === 201,
  );
  return answer.body.id;
}

/** Starts one as soon as its setup is through. */
async function startedAfterSetup(id: string): Promise<void> {
  await until(
    'a start',
    () => start(id),
    (answer) => answer.status === 200 || codeOf(answer) !== 'venue_setup_in_progress',
  );
}

test.each([
  ['no capital', { available_capital: undefined }],
  ['too little', { available_capital: 49.99 }],
  ['a text', { available_capital: '60' }],
  ['seven decimals', { available_capital: 60.0000001 }],
])('a config is refused that names %s', async (name, config) => {
  const answer = await create(liveRequest(name, 'ETH/USDC:USDC', config));
  expect([answer.status, codeOf(answer)]).toEqual([400, 'config_invalid']);
});

test.each([
  ['nautilus', { framework: 'nautilus', config: { instrument_ids: ['ETH-PERP.HYPERLIQUID'], available_capital: 60 } }],
  ['self-custody', { credentials: { type: 'self_custody' } }],
])('%s is not available for real money', async (name, overrides) => {
  const answer = await create({ ...liveRequest(name), ...overrides });
  expect([answer.status, codeOf(answer)]).toEqual([501, 'feature_not_available']);
});

test.each<[string, object, object]>([
  ['max_order_usd', { max_order_usd: '59.99' }, { asked: CAPITAL_USD, allowed: 59.99 }],
  ['max_daily_usd', { max_daily_usd: '1000.00' }, { asked: null, allowed: 1_000 }],
  ['reduce_only', { reduce_only: true }, { asked: false, allowed: true }],
  ['symbols', { symbols: ['BTC/USDC:USDC'] }, { asked: ['ETH/USDC:USDC'], allowed: ['BTC/USDC:USDC'] }],
])('a key whose mandate has %s makes no deployment beyond it', async (limit, mandate, details) => {
  const minted = await customer.caller.sendAsSession('POST', '/account/keys', { mandate });
  const headers = { 'x-api-key': minted.body.api_key };
  const answer = await customer.caller.send('POST', '/runtime/deployments', liveRequest(limit), headers);
  expect([answer.status, codeOf(answer), answer.body.error.details]).toEqual([
    ...[403, 'mandate_exceeded'],
    { limit, ...details },
  ]);
  const { body } = await customer.caller.send('GET', '/runtime/deployments');
  expect(body.deployments).toEqual([]);
});

test(
  'a deployment trades with the money of its account, and leaves no agent at the venue',
  async () => {
    const id = await created('holder');
    const refused = await start(id);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'insufficient_held_balance']);

    await Customer.fund(platform, [customer], 500);
    const waiting = await start(id);
    expect([waiting.status, codeOf(waiting), waiting.body.error.details.poll_url]).toEqual([
      ...[409, 'venue_setup_in_progress', '/wallet'],
    ]);
    expect((await deployments.read(id)).venue_setup).toMatchObject({ venue: 'hyperliquid', amount_usd: CAPITAL_USD });
    await startedAfterSetup(id);
    const running = await deployments.untilStatus(id, 'running');
    expect(running).toMatchObject({
      mode: 'live',
      credentials: { attached: true, status: 'attached' },
      venue_account: { funded: true },
      venue_setup: { status: 'completed', step: 'done' },
    });

    const fills = await until(
      'a fill',
      () => atVenue('userFills'),
      (all) => all?.length > 0,
    );
    expect(fills[0]).toMatchObject({ coin: 'ETH', dir: 'Open Long' });
    expect(await atVenue('extraAgents')).toHaveLength(1);
    const { processes } = await until(
      'the proxy in the descriptor',
      () => platform.descriptor(),
      (found) => `proxy:${customer.caller.accountId}` in found.processes,
    );
    expect(processes).toHaveProperty(`bot:${id}`);

    const other = await created('the same market');
    await startedAfterSetup(other);
    expect(codeOf(await start(other))).toBe('symbols_in_use');
    expect((await deployments.send('DELETE', other)).status).toBe(202);

    await deployments.act(id, { action: 'stop' });
    await deployments.untilStatus(id, 'stopped');
    expect((await atVenue('clearinghouseState')).assetPositions).toHaveLength(1);
    const open = await deployments.send('DELETE', id);
    expect([open.status, codeOf(open)]).toEqual([409, 'positions_open']);
    const forced = await deployments.send('DELETE', id, '', { force: true, acknowledge_positions_open: true });
    expect([forced.status, forced.body.warning.unmanaged_positions]).toEqual([
      202,
      [expect.objectContaining({ symbol: 'ETH/USDC:USDC', side: 'long' })],
    ]);
    const issued = (await atVenue('extraAgents')).map(({ address }: { address: string }) => address);
    await deployments.untilStatus(id, 'deleted');
    const left = (await atVenue('extraAgents')).map(({ address }: { address: string }) => address);
    expect(left.filter((agent: string) => issued.includes(agent))).toEqual([]);
    expect((await atVenue('clearinghouseState')).assetPositions).toHaveLength(1);
  },
  TEST_MS_MAX,
);
