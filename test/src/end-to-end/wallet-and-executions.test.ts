import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { type Answer, Caller, send } from '../platform/caller.js';
import { payIn, usdcOf } from '../platform/chain.js';
import type { Descriptor } from '../platform/descriptor.js';
import { clearFaults, injectFault } from '../platform/faults.js';
import { Platform } from '../platform/platform.js';
import { withStore } from '../platform/store.js';
import { until } from '../platform/wait.js';

const WALLET = `{
  account { id wallet { address } }
  wallet {
    address
    deposit { chain asset address minUsd protocolMinUsd }
    balance { heldUsd networks { network address asset balance balanceUsd } }
  }
}`;
let platform: Platform;
let descriptor: Descriptor;
let caller: Caller;
let stranger: Caller;

beforeAll(async () => {
  platform = await Platform.start('its wallet service is killed');
  descriptor = await platform.descriptor();
  [caller, stranger] = await Promise.all([
    Caller.register(platform, 'wallet-owner@example.com'),
    Caller.register(platform, 'wallet-stranger@example.com'),
  ]);
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

describe('the wallet', () => {
  test('is one, no matter who asks first, and is reached from the root and from the account', async () => {
    // On a busy machine one may not be answered in time.
    const isThere = ({ body }: Answer) => body?.data?.wallet != null && body.data.account?.wallet != null;
    const read = () => until('the wallet', () => caller.query(WALLET), isThere);
    const answers = await Promise.all(Array.from({ length: 10 }, read));
    const addresses = new Set(
      answers.flatMap(({ body: { data } }) => [data.wallet.address, data.account.wallet.address]),
    );
    expect(addresses.size).toBe(1);
    expect((await stranger.query(WALLET)).body.data.wallet.address).not.toBe([...addresses][0]);
  });

  test('holds what was paid in on either chain', async () => {
    const { address } = (await caller.query(WALLET)).body.data.wallet;
    await payIn(descriptor.arbitrum, [address], 100_000_001n);
    await payIn(descriptor.polygon, [address], 25_500_000n);
    expect((await caller.query(WALLET)).body.data.wallet).toEqual({
      address,
      deposit: { chain: 'arbitrum', asset: 'USDC', address, minUsd: '50.00', protocolMinUsd: '5.00' },
      balance: {
        heldUsd: '125.500001',
        networks: [
          { network: 'arbitrum', address, asset: 'USDC', balance: '100.000001', balanceUsd: '100.000001' },
          { network: 'polygon', address, asset: 'USDC', balance: '25.50', balanceUsd: '25.50' },
        ],
      },
    });
  });

  test('lists what was paid in with its chain, once it is final there', async () => {
    const { body } = await until(
      'both deposits',
      () => caller.send('GET', '/wallet/deposits'),
      ({ body: { deposits } }) =>
        deposits?.filter(({ status }: { status: string }) => status === 'confirmed').length === 2,
    );
    const listed = body.deposits.map(({ chain, amount_usd: usd }: { chain: string; amount_usd: number }) => [
      chain,
      usd,
    ]);
    expect(new Map(listed)).toEqual(
      new Map([
        ['arbitrum', 100.000001],
        ['polygon', 25.5],
      ]),
    );
  });

  test('shows where money for each venue is paid from', async () => {
    const { address, venues } = (await caller.send('GET', '/wallet')).body;
    const deposit = { chain: 'arbitrum', asset: 'USDC', address };
    expect(venues).toMatchObject({ hyperliquid: { deposit }, polymarket: { deposit } });
  });

  test('shows what a venue did not answer as unknown and never as nothing, over REST and in the graph', async () => {
    await injectFault(platform, { venue: 'lighter', kind: 'down' });
    const { body } = await until(
      'the venue being away',
      () => caller.send('GET', '/wallet'),
      ({ body: wallet }) => wallet.venues?.lighter.balance_usd === null,
    );
    const fields =
      'balanceUsd deposit { address } readiness { venueReachable walletReady accountExists depositRouteReady }';
    const { venues } = (await caller.query(`{ wallet { venues { lighter { ${fields} } } } }`)).body.data.wallet;
    await clearFaults(platform);
    expect(body.venues.lighter).toMatchObject({
      balance_usd: null,
      readiness: { venue_reachable: false, wallet_ready: true, account_exists: 'unknown' },
    });
    expect(venues.lighter).toMatchObject({
      balanceUsd: null,
      readiness: { venueReachable: false, walletReady: true, accountExists: null },
    });
  });

  test('survives the death of its service with its address', async () => {
    const before = (await caller.query(WALLET)).body.data.wallet.address;
    await platform.kill('wallet');
    for (;;) {
      const { body } = await caller.query('{ wallet { address } }');
      if (body.errors?.[0]?.extensions.code === 'service_unavailable') continue;
      expect(body.data.wallet.address).toBe(before);
      break;
    }
  });
});

describe('a withdrawal of an amount alone, while withdrawals need no proof', () => {
  test('pays the wallet that its account signs in with', async () => {
    const loginWallet = privateKeyToAddress(generatePrivateKey());
    const { base_url: baseUrl, identity_provider: provider } = descriptor;
    const { body: login } = await send(provider.token_url, 'POST', '', { body: { wallet: loginWallet } });
    const session = { authorization: `Bearer ${login.token}` };
    const { body: minted } = await send(baseUrl, 'POST', '/account/keys', { headers: session, body: {} });
    const ask = (method: string, path: string, body?: object) =>
      send(baseUrl, method, path, {
        headers: { 'x-api-key': minted.api_key, 'idempotency-key': 'any key, spaces included' },
        body,
      });
    await payIn(descriptor.arbitrum, [(await ask('GET', '/wallet')).body.address], 100_000_000n);
    await until(
      'the deposit',
      () => ask('GET', '/wallet/deposits'),
      ({ body }) => body.deposits[0]?.status === 'confirmed',
    );
    const first = await ask('POST', '/wallet/withdraw', { amount_usd: '60.00' });
    expect([first.status, first.body.destination_wallet]).toEqual([202, loginWallet]);
    const again = await ask('POST', '/wallet/withdraw', { amount_usd: '60' });
    expect([again.body.id, again.headers.get('idempotency-replayed')]).toEqual([first.body.id, 'true']);
    await until(
      'the withdrawal',
      () => ask('GET', `/wallet/withdrawals/${first.body.id}`),
      ({ body }) => body.status === 'confirmed',
    );
    expect(await usdcOf(descriptor.arbitrum, loginWallet)).toBe(60_000_000n);
  });

  test('is refused to an account of an e-mail address, which has no such wallet', async () => {
    const key = { 'idempotency-key': 'k' };
    const { status, body } = await caller.send('POST', '/wallet/withdraw', { amount_usd: '60.00' }, key);
    expect([status, body.error.code]).toEqual([409, 'withdrawal_wallet_unavailable']);
  });
});

describe('executions over REST', () => {
  const record = {
    _id: 'exe_e2e',
    idempotencyKey: 'k1',
    status: 'succeeded',
    venue: 'hyperliquid',
    actionType: 'order',
    accountAddress: '0x1000000000000000000000000000000000000001',
    createdAt: new Date(1_700_000_000_000),
    finishedAt: new Date(1_700_000_000_250),
    resultJson: '{"status":"ok","response":{"oid":1}}',
  };
  const shown = {
    id: 'exe_e2e',
    status: 'succeeded',
    venue: 'hyperliquid',
    action_type: 'order',
    account_address: record.accountAddress,
    created_at: '2023-11-14T22:13:20.000Z',
    finished_at: '2023-11-14T22:13:20.250Z',
    result: { status: 'ok', response: { oid: 1 } },
    settlement: null,
  };

  beforeAll(async () => {
    // Without money at the venue nothing succeeds, so the test uses the collection of the service.
    await withStore(platform, 'execution', (store) =>
      store
        .collection<{ _id: string; accountId: string }>('executions')
        .insertOne({ ...record, accountId: caller.accountId }),
    );
  });

  test('are listed to their owner alone', async () => {
    const mine = await caller.send('GET', '/runtime/executions');
    expect([mine.status, mine.body]).toEqual([200, { executions: [shown], next_cursor: null }]);
    const theirs = await stranger.send('GET', '/runtime/executions');
    expect([theirs.status, theirs.body]).toEqual([200, { executions: [], next_cursor: null }]);
  });

  test('are read by their owner alone', async () => {
    const mine = await caller.send('GET', '/runtime/executions/exe_e2e');
    expect([mine.status, mine.body]).toEqual([200, shown]);
    const theirs = await stranger.send('GET', '/runtime/executions/exe_e2e');
    expect([theirs.status, theirs.body.error.code]).toEqual([404, 'execution_not_found']);
  });

  test.each([
    ['?limit=ten', 400, 'validation_failed'],
    ['?limit=0', 400, 'invalid_request'],
    ['?limit=101', 400, 'invalid_request'],
    ['?status=failed', 400, 'validation_failed'],
    ['?cursor=forged', 400, 'invalid_cursor'],
    ['/exe_unknown', 404, 'execution_not_found'],
  ])('refuse %s with %d %s', async (suffix, status, code) => {
    const answer = await caller.send('GET', `/runtime/executions${suffix}`);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });
});
