import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createIdSource, ManualClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { recoverMessageAddress } from 'viem';
import { testWallets } from '../testing/wallets.js';
import { EnvelopeVault } from '../vault/envelope-vault.js';
import { LocalMasterKey } from '../vault/local-master-key.js';
import type { MasterKey } from '../vault/master-key.js';
import { walletModel } from './model.js';
import type { WalletOwners } from './owners.js';
import type { Wallets } from './wallets.js';

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
let owners: WalletOwners;

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_wallets');
  await resetDatabase(connection);
  ({ wallets, owners } = testWallets({ connection, vault, ids: createIdSource(clock, systemRandom), clock }));
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
  clock.advance(15_000);
  expect([await wallets.canSign(wallet), unwrapped - before]).toEqual([true, 3]);
});

test('a wallet whose row is lost comes back with its next call, the same for fifty at once', async () => {
  const before = await wallets.primary('acc_8');
  const second = await wallets.add('acc_8');
  await connection.collection('wallets').deleteMany({ accountId: 'acc_8' });
  const all = await Promise.all(Array.from({ length: 50 }, () => wallets.primary('acc_8')));
  expect(new Set(all.map(({ _id, address }) => `${_id} ${address}`))).toEqual(
    new Set([`${before._id} ${before.address}`]),
  );
  expect(await wallets.add('acc_8')).toEqual(second);
});

describe('a row that somebody wrote into the database', () => {
  const rows = () => walletModel(connection);

  test.each([
    ['address', { address: '0x52908400098527886E0F7030069857D2E4169EE7' }],
    ['account', { accountId: 'acc_thief' }],
    ['index', { accountIndex: 7 }],
    ['seal', { seal: '0'.repeat(64) }],
  ])('with another %s is shown to nobody and watched for nobody', async (field, change) => {
    const accountId = `acc_${field}`;
    const { _id, address } = await wallets.primary(accountId);
    await rows().updateOne({ _id }, { $set: change });
    await expect(wallets.get(_id)).rejects.toThrow(`wallet ${_id} is not as the service wrote it`);
    const read = { address, accountId, accountIndex: 0, ...change };
    if (field !== 'index') await expect(wallets.primary(read.accountId)).rejects.toThrow('is not as the service');
    await expect(wallets.trading(read.accountId, read.address)).rejects.toThrow('is not as the service wrote it');
    expect(await owners.at([address, '0x52908400098527886E0F7030069857D2E4169EE7'])).toEqual(new Map());
    expect(await owners.of([_id])).toMatchObject([{ _id, isProved: false }]);
    await rows().deleteOne({ _id });
    expect(await wallets.primary(accountId)).toMatchObject({ _id, address });
  });
});
