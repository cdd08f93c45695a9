import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createIdSource, ManualClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { recoverMessageAddress } from 'viem';
import { bindKeysToAccounts, keyByWallet } from './former-records.js';
import { Ledger } from './ledger/ledger.js';
import { atVenue, external, inTransit, inWallet } from './ledger/locations.js';
import { setupModel } from './setups/model.js';
import { formerKey } from './testing/former-key.js';
import { EnvelopeVault } from './vault/envelope-vault.js';
import { Keyring } from './vault/keyring.js';
import { LocalMasterKey } from './vault/local-master-key.js';
import { openServiceKey } from './vault/service-keys.js';
import type { ManagedKey } from './vault/vault.js';
import { VenueAccounts } from './venues/venue-accounts.js';

const RELAYER = '0x1000000000000000000000000000000000000001';
const clock = new ManualClock(1_700_000_000_000);
let connection: Connection;

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_wallet_former_records');
  await connection.dropDatabase();
});

afterAll(() => connection.close());

function store(collection: string, ...records: readonly object[]) {
  return connection.collection(collection).insertMany([...records]);
}

const movement = (id: string, from: string, to: string, amountMicroUsdc: bigint) => ({
  _id: `mov_${id}`,
  accountId: 'acc_1',
  cause: { kind: 'setup', id },
  step: id,
  createdAt: clock.now(),
  postings: [
    { location: from, amountMicroUsdc: -amountMicroUsdc },
    { location: to, amountMicroUsdc },
  ],
});

test('what was an account’s is its primary wallet’s, and nothing is moved twice', async () => {
  await store('wallets', { _id: 'wal_1', accountId: 'acc_1', accountIndex: 0, address: '0x1' });
  await store(
    'movements',
    movement('in', 'external:arbitrum', 'wallet:acc_1:arbitrum', 100n),
    movement('out', 'wallet:acc_1:arbitrum', 'in_transit:set_1', 60n),
    movement('credit', 'in_transit:set_1', 'venue:acc_1:hyperliquid', 60n),
  );
  const held = { accountId: 'acc_1', location: 'wallet:acc_1:arbitrum', amountMicroUsdc: 7n, state: 'open' };
  await store('reservations', { _id: 'rsv_1', cause: { kind: 'withdrawal', id: 'wd_1' }, ...held });
  await store('account_books', { _id: 'acc_1', version: 3, fence: { reason: 'test', at: clock.now() } });
  await store('venue_accounts', { _id: { accountId: 'acc_1', venue: 'hyperliquid' }, onboardedAt: clock.now() });
  await store('setups', { _id: 'set_1', accountId: 'acc_1', venue: 'hyperliquid', isOpen: true });
  await connection.collection('setups').createIndex({ accountId: 1, venue: 1 }, { unique: true });
  await store('chain_transactions', { _id: 'tx_1', state: 'signed', nonce: 4 }, { _id: 'tx_2', state: 'queued' });
  await connection.collection('chain_transactions').createIndex({ nonce: 1 });
  await store('relayer_nonces', { _id: RELAYER, next: 5 });

  for (let start = 0; start < 2; start += 1) await keyByWallet(connection, RELAYER);

  const ledger = new Ledger(connection, createIdSource(clock, systemRandom), clock);
  await ledger.initialize();
  const places = [
    external('arbitrum'),
    inWallet('wal_1', 'arbitrum'),
    inTransit('set_1'),
    atVenue('wal_1', 'hyperliquid'),
  ];
  expect(await Promise.all(places.map((place) => ledger.balance(place)))).toEqual([-100n, 40n, 0n, 60n]);
  expect(await ledger.reserved(inWallet('wal_1', 'arbitrum'))).toBe(7n);
  expect(await ledger.books.fenced()).toMatchObject([{ _id: 'wal_1', version: 3 }]);
  expect(await new VenueAccounts(connection, clock).isOnboarded('wal_1', 'hyperliquid')).toBe(true);
  expect(await setupModel(connection).find().lean()).toMatchObject([{ _id: 'set_1', walletId: 'wal_1' }]);
  const transactions = await connection.collection('chain_transactions').find().sort({ _id: 1 }).toArray();
  expect(transactions).toMatchObject([{ chain: 'arbitrum', relayer: RELAYER, nonce: 4 }, { chain: 'arbitrum' }]);
  expect(transactions[1]).not.toHaveProperty('relayer');
  expect(await connection.collection('relayer_nonces').find().toArray()).toEqual([
    { _id: { chain: 'arbitrum', relayer: RELAYER }, next: 5 },
  ]);
  await setupModel(connection).createIndexes();
  const names = (await connection.collection('setups').indexes()).map(({ name }) => name);
  expect(names).not.toContain('accountId_1_venue_1');
});

test('keys of before are sealed for their accounts, once: later on such a key is refused', async () => {
  await connection.dropDatabase();
  const masterBytes = systemRandom.bytes(32);
  const masterKey = new LocalMasterKey(new Secret(masterBytes), systemRandom);
  const vault = new EnvelopeVault(masterKey, systemRandom);
  const former = formerKey('wal_1', masterBytes);
  const wallet = { _id: 'wal_1', accountId: 'acc_1', accountIndex: 0, ...former };
  await store('wallets', wallet);
  const sign = async () => {
    const [stored] = await connection.collection<{ sealedKey: ManagedKey['sealedKey'] }>('wallets').find().toArray();
    if (stored === undefined) throw new Error('there is no wallet');
    const key = { walletId: 'wal_1', accountId: 'acc_1', address: former.address, sealedKey: stored.sealedKey };
    const signature = await vault.signer(key).signMessage({ message: 'hello' });
    return recoverMessageAddress({ message: 'hello', signature });
  };
  for (let start = 0; start < 2; start += 1) {
    await bindKeysToAccounts(connection, vault);
    await openServiceKey(connection, 'operation_seals', new Keyring(masterKey), systemRandom);
    expect(await sign()).toBe(former.address);
  }
  await connection.collection('wallets').deleteMany({});
  await store('wallets', wallet);
  await bindKeysToAccounts(connection, vault);
  await expect(sign()).rejects.toThrow('another format');
});

test('an empty database needs nothing', async () => {
  await connection.dropDatabase();
  await keyByWallet(connection, undefined);
  expect(await connection.listCollections()).toEqual([]);
});
