import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Customer } from '../../money/customer.js';
import { Platform } from '../../platform/platform.js';
import { until } from '../../platform/wait.js';
import { CAPITAL_USD, codeOf, LiveAccount, liveRequest } from './account.js';

/** A deployment with real money, through REST: from the deposit until nothing of it is left at the venue. */

const TEST_MS_MAX = 400_000;
/** Receives the platform's fee. */
const BUILDER = `0x${'b1'.repeat(20)}`;

let platform: Platform;
let account: LiveAccount;

beforeAll(async () => {
  platform = await Platform.start('deployments trade with real money, and pay the platform', {
    ...{ FEATURE_MANAGED_LIVE: 'true', HYPERLIQUID_BUILDER_ADDRESS: BUILDER },
  });
  account = await LiveAccount.open(platform, 'live');
}, TEST_MS_MAX);

afterAll(() => platform[Symbol.asyncDispose](), TEST_MS_MAX);

/** The live deployments of the account's trading accounts in the graph. */
async function deploymentsInGraph(): Promise<string[]> {
  const query = '{ tradingAccounts(venue: "hyperliquid") { deployments(first: 3) { nodes { id } } } }';
  const { body } = await account.customer.caller.query(query);
  return body.data.tradingAccounts.flatMap(({ deployments }: { deployments: { nodes: { id: string }[] } }) =>
    deployments.nodes.map(({ id }) => id),
  );
}

test.each([
  ['no capital', { available_capital: undefined }],
  ['too little', { available_capital: 49.99 }],
  ['a text', { available_capital: '60' }],
  ['seven decimals', { available_capital: 60.0000001 }],
])('a config is refused that names %s', async (name, config) => {
  const answer = await account.create(liveRequest(name, config));
  expect([answer.status, codeOf(answer)]).toEqual([400, 'config_invalid']);
});

test.each([
  ['nautilus', { framework: 'nautilus', config: { instrument_ids: ['ETH-PERP.HYPERLIQUID'], available_capital: 60 } }],
  ['self-custody', { credentials: { type: 'self_custody' } }],
])('%s is not available for real money', async (name, overrides) => {
  const answer = await account.create({ ...liveRequest(name), ...overrides });
  expect([answer.status, codeOf(answer)]).toEqual([501, 'feature_not_available']);
});

test.each<[string, object, object]>([
  ['max_order_usd', { max_order_usd: '59.99' }, { asked: CAPITAL_USD, allowed: 59.99 }],
  ['max_daily_usd', { max_daily_usd: '1000.00' }, { asked: null, allowed: 1_000 }],
  ['reduce_only', { reduce_only: true }, { asked: false, allowed: true }],
  ['symbols', { symbols: ['BTC/USDC:USDC'] }, { asked: ['ETH/USDC:USDC'], allowed: ['BTC/USDC:USDC'] }],
])('a key whose mandate has %s makes no deployment beyond it', async (limit, mandate, details) => {
  const { customer } = account;
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
    const { deployments, customer } = account;
    const id = await account.created('holder');
    const refused = await account.start(id);
    expect([refused.status, codeOf(refused)]).toEqual([409, 'insufficient_held_balance']);

    await Customer.fund(platform, [customer], 500);
    const waiting = await account.start(id);
    expect([waiting.status, codeOf(waiting), waiting.body.error.details.poll_url]).toEqual([
      ...[409, 'venue_setup_in_progress', '/wallet'],
    ]);
    expect((await deployments.read(id)).venue_setup).toMatchObject({ venue: 'hyperliquid', amount_usd: CAPITAL_USD });
    await account.startedAfterSetup(id);
    const running = await deployments.untilStatus(id, 'running');
    expect(running).toMatchObject({
      mode: 'live',
      credentials: { attached: true, status: 'attached' },
      venue_account: { funded: true },
      venue_setup: { status: 'completed', step: 'done' },
    });

    const fills = await until(
      'a fill',
      () => account.atVenue('userFills'),
      (all) => all?.length > 0,
    );
    expect(fills[0]).toMatchObject({ coin: 'ETH', dir: 'Open Long', builderFee: expect.stringMatching(/^0\.00\d+$/) });
    expect(await account.atVenue('extraAgents')).toHaveLength(1);
    const { processes } = await until(
      'the proxy in the descriptor',
      () => platform.descriptor(),
      (found) => `proxy:${customer.caller.accountId}` in found.processes,
    );
    expect(processes).toHaveProperty(`bot:${id}`);
    expect(await account.allocated()).toMatchObject({ venue: 'hyperliquid', deployment: id });
    expect(await deploymentsInGraph()).toEqual([id]);

    const other = await account.created('the same market');
    await account.startedAfterSetup(other);
    expect(codeOf(await account.start(other))).toBe('symbols_in_use');
    expect(await account.allocated()).not.toHaveProperty('deployment');
    expect((await deploymentsInGraph()).toSorted()).toEqual([id, other].toSorted());
    expect((await deployments.send('DELETE', other)).status).toBe(202);
    await deployments.untilStatus(other, 'deleted');
    expect(await account.allocated()).toMatchObject({ deployment: id });

    const [lost] = await account.agents();
    account.endAgents();
    const missing = await deployments.until('a lost agent', id, ({ credentials }) => credentials.status === 'missing');
    expect(missing).toMatchObject({ status: 'running', credentials: { attached: false } });
    expect((await deployments.send('PUT', id, '/credentials', {})).status).toBe(200);
    const attached = await until(
      'another agent',
      () => account.agents(),
      ({ length }) => length === 1,
    );
    expect(attached).not.toContain(lost);
    expect((await account.atVenue('clearinghouseState')).assetPositions).toHaveLength(1);
    expect((await deployments.read(id)).status).toBe('running');

    await deployments.act(id, { action: 'stop' });
    await deployments.untilStatus(id, 'stopped');
    expect((await account.atVenue('clearinghouseState')).assetPositions).toHaveLength(1);
    const open = await deployments.send('DELETE', id);
    expect([open.status, codeOf(open)]).toEqual([409, 'positions_open']);
    const forced = await deployments.send('DELETE', id, '', { force: true, acknowledge_positions_open: true });
    expect([forced.status, forced.body.warning.unmanaged_positions]).toEqual([
      202,
      [expect.objectContaining({ symbol: 'ETH/USDC:USDC', side: 'long' })],
    ]);
    const issued = (await account.atVenue('extraAgents')).map(({ address }: { address: string }) => address);
    await deployments.untilStatus(id, 'deleted');
    const left = (await account.atVenue('extraAgents')).map(({ address }: { address: string }) => address);
    expect(left.filter((agent: string) => issued.includes(agent))).toEqual([]);
    expect((await account.atVenue('clearinghouseState')).assetPositions).toHaveLength(1);
  },
  TEST_MS_MAX,
);
