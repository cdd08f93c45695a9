import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createIdSource, ManualClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { recoverMessageAddress } from 'viem';
import { EnvelopeVault } from '../vault/envelope-vault.js';
import { LocalMasterKey } from '../vault/local-master-key.js';
import type { MasterKey } from '../vault/master-key.js';
import { Wallets } from './wallets.js';

const clock = new ManualClock(1_700_000_000_000);
const masterKey = new LocalMasterKey(new Secret(systemRandom.bytes(32)), systemRandom);
let unwrapped = 0;
const countedKey: MasterKey = {
  id: masterKey.id,
  wrap: (...key) => masterKey.wrap(...key),
  unwrap: (...key) => {
    unwrapped += 1;
    return masterKey.unwrap(...key);
  },
};
const vault = new EnvelopeVault(countedKey, systemRandom);
let connection: Connection;
let wallets: Wallets;

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_wallets');
  await resetDatabase(connection);
  wallets = new Wallets(connection, vault, createIdSource(clock, systemRandom), clock);
  await wallets.initialize();
});

afterAll(() => connection.close());

test('fifty first calls at once make one wallet with one address', async () => {
  const all = await Promise.all(Array.from({ length: 50 }, () => wallets.primary('acc_1')));
  expect(new Set(all.map(({ address }) => address)).size).toBe(1);
  expect(await connection.collection('wallets').countDocuments({ accountId: 'acc_1' })).toBe(1);
});

test('a later call gives the same wallet, and another account another one', async () => {
  const first = await wallets.primary('acc_2');
  expect(await wallets.primary('acc_2')).toEqual(first);
  expect((await wallets.primary('acc_3')).address).not.toBe(first.address);
});

test('another wallet of an account comes after its first, and is selected by its address', async () => {
  await expect(wallets.add('acc_5')).rejects.toThrow(/has no wallet yet/);
  const first = await wallets.trading('acc_5');
  const second = await wallets.add('acc_5');
  expect([first.accountIndex, second.accountIndex]).toEqual([0, 1]);
  expect(await wallets.trading('acc_5', second.address.toLowerCase())).toEqual(second);
  expect(await wallets.trading('acc_5')).toEqual(first);
  await expect(wallets.trading('acc_6', second.address)).rejects.toMatchObject({ code: 'account_not_owned' });
});

test('the stored key signs as the stored address', async () => {
  const { _id, accountId, address, sealedKey } = await wallets.primary('acc_4');
  const signature = await vault
    .signer({ walletId: _id, accountId, address, sealedKey })
    .signMessage({ message: 'hello' });
  expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(address);
});

test('whether a wallet can sign is looked at once in a while for each sealed key, and at once for another', async () => {
  const wallet = await wallets.primary('acc_7');
  const before = unwrapped;
  expect(await Promise.all([1, 2, 3].map(() => wallets.canSign(wallet)))).toEqual([true, true, true]);
  expect(unwrapped - before).toBe(1);
  const broken = { ...wallet, sealedKey: { ...wallet.sealedKey, ciphertext: Buffer.alloc(60).toString('base64') } };
  expect(await wallets.canSign(broken)).toBe(false);
  clock.advance(30_000);
  expect([await wallets.canSign(wallet), unwrapped - before]).toEqual([true, 3]);
});
