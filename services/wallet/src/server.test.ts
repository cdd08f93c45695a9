import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@platform/keys/tokens';
import { testUser } from '@platform/keys/tokens/testing';
import { Secret } from '@platform/kit/config';
import { connectMongo } from '@platform/store/mongo';
import { isAddress, parseEther, parseGwei } from 'viem';
import { startTestServer, type TestServer } from './testing/server.js';

const LOOKS_MAX = 20;
const answered: unknown[] = [];
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer('test_wallet_server');
});

afterAll(() => server.close());

async function getWallet(caller: Caller = testUser('acc_1')) {
  const answer = server.client.getWallet({}, await server.as(caller));
  answered.push(await answer.catch((error: unknown) => error));
  return (await answer).wallet;
}

/** No wallet pays this venue without a builder, and the chains of these tests have none of its contracts. */
const unpaid = {
  minimumDepositUsd: '50.00',
  readiness: { venueReachable: false, walletReady: true, depositRouteReady: false },
};
/** A venue that nobody can be set up at: its signer is missing. */
const closed = {
  minimumDepositUsd: '50.00',
  balanceUsd: '0.00',
  readiness: { venueReachable: true, walletReady: true, accountExists: false, depositRouteReady: false },
};

describe('GetWallet', () => {
  test('makes the wallet at the first call and shows both networks, also at zero', async () => {
    const wallet = await getWallet();
    const address = wallet?.address ?? '';
    expect(isAddress(address, { strict: true })).toBe(true);
    const zero = { address, asset: 'USDC', balance: '0.00', balanceUsd: '0.00' };
    expect(wallet).toEqual({
      accountId: 'acc_1',
      address,
      deposit: { chain: 'arbitrum', asset: 'USDC', address, minUsd: '50.00', protocolMinUsd: '5.00' },
      balance: {
        heldUsd: '0.00',
        networks: [
          { network: 'arbitrum', ...zero },
          { network: 'polygon', ...zero },
        ],
        allocated: [],
        totalUsd: '0.00',
      },
      venues: {
        hyperliquid: {
          minimumDepositUsd: '50.00',
          balanceUsd: '0.00',
          deposit: { chain: 'arbitrum', asset: 'USDC', address },
          readiness: { venueReachable: true, walletReady: true, accountExists: false, depositRouteReady: true },
        },
        polymarket: unpaid,
        lighter: closed,
      },
    });
  });

  test('adds what lies at a venue once it is onboarded, and keeps the venue when it is empty', async () => {
    const address = (await getWallet(testUser('acc_3')))?.address ?? '';
    server.venue.equity.set(address.toLowerCase(), '12.3456789');
    const { balance, venues } = (await getWallet(testUser('acc_3'))) ?? {};
    expect(balance?.allocated).toEqual([{ venue: 'hyperliquid', balanceUsd: '12.345678' }]);
    expect(balance?.totalUsd).toBe('12.345678');
    expect(venues?.hyperliquid).toMatchObject({ balanceUsd: '12.345678', readiness: { accountExists: true } });
    server.venue.equity.set(address.toLowerCase(), '0.0');
    expect((await getWallet(testUser('acc_3')))?.balance?.allocated).toEqual([
      { venue: 'hyperliquid', balanceUsd: '0.00' },
    ]);
  });

  test('does not know the balance at a venue that does not answer, and shows nothing when money lies there', async () => {
    await getWallet(testUser('acc_4'));
    server.venue.isDown = true;
    const { venues, balance } = (await getWallet(testUser('acc_4'))) ?? {};
    expect(venues?.hyperliquid).not.toHaveProperty('balanceUsd');
    expect(venues?.hyperliquid?.readiness).toEqual({
      venueReachable: false,
      walletReady: true,
      depositRouteReady: true,
    });
    expect(balance?.allocated).toEqual([]);
    await expect(getWallet(testUser('acc_3'))).rejects.toMatchObject({
      code: 'wallet_upstream_unavailable',
      details: { venue: 'hyperliquid' },
    });
    server.venue.isDown = false;
  });

  test('says that a wallet is not ready whose key does not open', async () => {
    const { address } = (await getWallet(testUser('acc_5'))) ?? {};
    const tampered = { $set: { 'sealedKey.ciphertext': Buffer.alloc(60).toString('base64') } };
    await server.connection.collection('wallets').updateOne({ address }, tampered);
    expect((await getWallet(testUser('acc_5')))?.venues?.hyperliquid?.readiness).toMatchObject({
      walletReady: false,
      depositRouteReady: true,
    });
  });

  test('shows that the relayer can not pay for what goes to a venue, and where to deposit all the same', async () => {
    const look = async () => {
      server.clock.advance(5_000);
      const { readiness, deposit } = (await getWallet(testUser('acc_6')))?.venues?.hyperliquid ?? {};
      return { isReady: readiness?.depositRouteReady, isShown: deposit !== undefined };
    };
    // A node that lags shows the former balance for a while.
    const untilReady = async (isReady: boolean) => {
      let looks = 1;
      while ((await look()).isReady !== isReady && looks < LOOKS_MAX) looks += 1;
      expect(await look()).toEqual({ isReady, isShown: true });
    };
    const { client } = server.chains.arbitrum;
    await untilReady(true);
    await client.setBalance({ address: server.relayer, value: 0n });
    await client.mine({ blocks: 2 });
    await untilReady(false);
    await client.setBalance({ address: server.relayer, value: parseEther('1') });
    await client.mine({ blocks: 2 });
    await untilReady(true);
    // Above the relayer's maximum price of a unit of gas.
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('500') });
    await client.mine({ blocks: 1 });
    await untilReady(false);
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('0.1') });
    await client.mine({ blocks: 2 });
    await untilReady(true);
  });

  test('holds the sum of the networks to the last millionth', async () => {
    const address = (await getWallet())?.address as `0x${string}`;
    await server.chains.arbitrum.setUsdc(address, 100_000_001n);
    await server.chains.polygon.setUsdc(address, 9_007_199_254_740_993n);
    const balance = (await getWallet())?.balance;
    expect(balance?.heldUsd).toBe('9007199354.740994');
    expect(balance?.networks.map((row) => row.balanceUsd)).toEqual(['100.000001', '9007199254.740993']);
  });

  test('gives every account its own wallet', async () => {
    expect((await getWallet(testUser('acc_2')))?.address).not.toBe((await getWallet())?.address);
  });

  test('lets a read key in, and neither strangers nor other services', async () => {
    await expect(getWallet(testUser('acc_1', { permissions: ['read'] }))).resolves.toBeDefined();
    await expect(
      getWallet({ kind: 'anonymous', workload: 'gateway', clientAddress: '192.0.2.1' }),
    ).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(getWallet({ kind: 'workload', workload: 'runtime', cause: 'test' })).rejects.toMatchObject({
      code: 'insufficient_permissions',
    });
  });

  test('shows nothing at all when one network can not be read', async () => {
    await server.chains.polygon.close();
    await expect(getWallet()).rejects.toMatchObject({
      code: 'wallet_upstream_unavailable',
      details: { network: 'polygon' },
    });
  });

  test('is wallet_repository_unavailable when the store can not be reached', async () => {
    await server.connection.close();
    await expect(getWallet()).rejects.toMatchObject({ code: 'wallet_repository_unavailable' });
  });
});

test('no log line, answer, error or record holds a wallet key, a data key, the master key or the relayer’s', async () => {
  const reopened = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_wallet_server');
  const records = await reopened.collection('wallets').find().toArray();
  await reopened.close();
  expect(records).toHaveLength(6);
  const seen = [...server.logged, JSON.stringify(answered), JSON.stringify(records)].join('\n');
  expect(seen).toContain('wallet_upstream_unavailable');
  for (const spelling of server.keySpellings()) expect(seen).not.toContain(spelling);
});
