import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createIdSource, ManualClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import type { Address, Hash, Hex } from 'viem';
import { EvmNode } from '../chains/evm-node.js';
import { usdcOn } from '../chains/token.js';
import { TransferLog } from '../chains/transfers.js';
import { Ledger } from '../ledger/ledger.js';
import { inWallet } from '../ledger/locations.js';
import { patiently, startTestChain, type TestChain } from '../testing/anvil.js';
import { testWallets } from '../testing/wallets.js';
import { EnvelopeVault } from '../vault/envelope-vault.js';
import { LocalMasterKey } from '../vault/local-master-key.js';
import type { WalletOwners } from '../wallets/owners.js';
import type { Wallets } from '../wallets/wallets.js';
import { Deposits } from './deposits.js';
import type { PayoutClaims } from './payout-claims.js';
import { DepositWatcher } from './watcher.js';

const token = usdcOn('arbitrum');
/** No withdrawal waits for a venue here. */
const noPayouts: PayoutClaims = { claim: async () => false };

const clock = new ManualClock(1_700_000_000_000);
const ids = createIdSource(clock, systemRandom);
let connection: Connection;
let chain: TestChain;
let ledger: Ledger;
let wallets: Wallets;
let owners: WalletOwners;
let deposits: Deposits;
let address: Address;
let account = '';
let walletId = '';
let count = 0;

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_wallet_deposits');
  await resetDatabase(connection);
  chain = await startTestChain('arbitrum');
  const vault = new EnvelopeVault(new LocalMasterKey(new Secret(systemRandom.bytes(32)), systemRandom), systemRandom);
  ({ wallets, owners } = testWallets({ connection, vault, ids, clock }));
  ledger = new Ledger(connection, ids, clock);
  deposits = new Deposits(connection, new Secret(systemRandom.bytes(32)));
  await Promise.all([wallets.initialize(), ledger.initialize(), deposits.initialize()]);
});

beforeEach(async () => {
  count += 1;
  account = `acc_${count}`;
  ({ _id: walletId, address } = await wallets.primary(account));
});

afterAll(() => Promise.all([connection.close(), chain.close()]));

/** Runs a watcher as after a restart of the process: it knows only what is stored. */
function watch(): Promise<void> {
  const transfers = new TransferLog(new EvmNode('arbitrum', new Secret(chain.rpcUrl)), token);
  const watcher = new DepositWatcher(connection, token, transfers, owners, ledger, noPayouts, ids, clock, 0);
  return patiently(() => watcher.advance());
}

async function list(limit = 20, cursor?: string) {
  return deposits.list(account, { limit, cursor });
}

function rawTransaction(hash: Hash): Promise<Hex> {
  type Raw = { Method: 'eth_getRawTransactionByHash'; Parameters: [Hash]; ReturnType: Hex };
  return chain.client.request<Raw>({ method: 'eth_getRawTransactionByHash', params: [hash] });
}

const booked = () => ledger.balance(inWallet(walletId, token));

test('a transfer is observed at once, and confirmed and booked when its block is final', async () => {
  const txHash = await chain.pay(address, 50_000_001n);
  await watch();
  const [seen] = (await list()).items;
  expect(seen).toMatchObject({ status: 'observed', amountMicroUsdc: 50_000_001n, txHash, chain: 'arbitrum' });
  expect(seen).not.toHaveProperty('confirmedAt');
  expect(await booked()).toBe(0n);

  await chain.client.mine({ blocks: 2 });
  clock.advance(1_000);
  await watch();
  expect((await list()).items).toEqual([{ ...seen, status: 'confirmed', confirmedAt: clock.now() }]);
  expect(await booked()).toBe(50_000_001n);
});

test('ten watchers at once book a transfer once, and so do later ones', async () => {
  await chain.pay(address, 7n);
  await chain.client.mine({ blocks: 2 });
  await Promise.allSettled(Array.from({ length: 10 }, watch));
  await watch();
  expect((await list()).items).toHaveLength(1);
  expect(await booked()).toBe(7n);
});

test('a transfer whose block is taken back has failed, and is booked when it comes back in another', async () => {
  await chain.setUsdc(chain.payer, 9n);
  const before = await chain.client.snapshot();
  const hash = await chain.pay(address, 9n);
  const serializedTransaction = await rawTransaction(hash);
  await watch();
  expect((await list()).items).toMatchObject([{ status: 'observed' }]);
  await chain.client.revert({ id: before });
  await chain.client.mine({ blocks: 4 });
  await watch();
  expect((await list()).items).toMatchObject([{ status: 'failed' }]);
  expect(await booked()).toBe(0n);

  await chain.client.sendRawTransaction({ serializedTransaction });
  await chain.client.mine({ blocks: 2 });
  await watch();
  expect((await list()).items).toMatchObject([{ status: 'confirmed', txHash: hash }]);
  expect(await booked()).toBe(9n);
});

test('transfers to others, and of nothing, are none of ours', async () => {
  await chain.pay('0x1000000000000000000000000000000000000001', 5n);
  await chain.pay(address, 0n);
  await chain.client.mine({ blocks: 2 });
  await watch();
  expect((await list()).items).toEqual([]);
});

describe('the list', () => {
  test('pages through all, newest first, each once, and shows nothing of another account', async () => {
    for (const amount of [1n, 2n, 3n]) {
      clock.advance(1);
      await chain.pay(address, amount);
      await watch();
    }
    const first = await list(2);
    const second = await list(2, first.nextCursor);
    const amounts = [...first.items, ...second.items].map(({ amountMicroUsdc }) => amountMicroUsdc);
    expect(amounts).toEqual([3n, 2n, 1n]);
    expect(second.nextCursor).toBeUndefined();
    await expect(deposits.list('acc_other', { limit: 2, cursor: first.nextCursor })).rejects.toMatchObject({
      code: 'bad_request',
    });
    expect((await deposits.list('acc_other', { limit: 2, cursor: undefined })).items).toEqual([]);
  });

  test.each([0, 101, -1])('refuses a limit of %d', async (limit) => {
    await expect(list(limit)).rejects.toMatchObject({ code: 'bad_request' });
  });
});
