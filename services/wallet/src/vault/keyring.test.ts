import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { createIdSource, ManualClock, type Random, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import type { ObjectStore } from '@platform/store/objects';
import { recoverMessageAddress } from 'viem';
import { testObjects, testWallets } from '../testing/wallets.js';
import type { WalletRecord } from '../wallets/model.js';
import { countByMasterKey, requireEveryKey, rewrapAll } from '../wallets/rewrap.js';
import { EnvelopeVault } from './envelope-vault.js';
import { Keyring } from './keyring.js';
import { LocalMasterKey } from './local-master-key.js';
import type { MasterKey } from './master-key.js';
import { openServiceKey } from './service-keys.js';

const clock = new ManualClock(1_700_000_000_000);
const master = () => new LocalMasterKey(new Secret(systemRandom.bytes(32)), systemRandom);
let connection: Connection;
let former: MasterKey;
let current: MasterKey;
let wallet: WalletRecord;
let objects: ObjectStore;

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_wallet_keyring');
});

beforeEach(async () => {
  await resetDatabase(connection);
  [former, current] = [master(), master()];
  const vault = new EnvelopeVault(former, systemRandom);
  objects = testObjects();
  const ids = createIdSource(clock, systemRandom);
  wallet = await testWallets({ connection, vault, ids, clock }).wallets.primary('acc_1');
});

afterAll(() => connection.close());

async function signer(vault: EnvelopeVault): Promise<string> {
  const [stored] = await connection.collection<WalletRecord>('wallets').find().toArray();
  if (stored === undefined) throw new Error('there is no wallet');
  const { _id: walletId, accountId, address, sealedKey } = stored;
  const signature = await vault.signer({ walletId, accountId, address, sealedKey }).signMessage({ message: 'hello' });
  return recoverMessageAddress({ message: 'hello', signature });
}

const sealingKey = async (keyring: Keyring) =>
  (await openServiceKey({ connection, objects }, 'seals', keyring, systemRandom)).reveal().toString('hex');

test('a former master key opens what it sealed, and seals nothing', async () => {
  const vault = new EnvelopeVault(current, systemRandom, [former]);
  expect(await signer(vault)).toBe(wallet.address);
  const made = await vault.createKey({ walletId: 'wal_2', accountId: 'acc_2' });
  expect(made.sealedKey.masterKeyId).toBe(current.id);
});

test('after a rewrap the former key is needed no more, and what the data keys encrypt is as it was', async () => {
  const seals = await sealingKey(new Keyring(former));
  const both = new Keyring(current, [former]);
  await connection.collection<{ _id: string }>('agents').insertOne({ _id: 'agt_ended' });
  const reported: string[] = [];
  expect(await rewrapAll(connection, objects, both, (line) => void reported.push(line))).toBe(2);
  expect(reported).toEqual(['1 of 2 keys', '2 of 2 keys']);
  expect(await rewrapAll(connection, objects, both)).toBe(0);
  expect(await countByMasterKey(connection)).toEqual(new Map([[current.id, 2]]));
  const [stored] = await connection.collection<WalletRecord>('wallets').find().toArray();
  expect(stored?.sealedKey.ciphertext).toBe(wallet.sealedKey.ciphertext);
  expect(stored?.sealedKey.wrappedDataKey).not.toBe(wallet.sealedKey.wrappedDataKey);
  expect(await signer(new EnvelopeVault(current, systemRandom))).toBe(wallet.address);
  expect(await sealingKey(new Keyring(current))).toBe(seals);
});

test('a service does not start while something is sealed by a master key that it does not hold', async () => {
  await expect(requireEveryKey(connection, new Keyring(former))).resolves.toBeUndefined();
  await expect(requireEveryKey(connection, new Keyring(current, [former]))).resolves.toBeUndefined();
  await expect(requireEveryKey(connection, new Keyring(current))).rejects.toThrow(
    `1 by ${former.id}, such as ${wallet._id} of wallets; WALLET_FORMER_MASTER_KEYS`,
  );
});

test('plain keys are bytes that are zero again once they were used', async () => {
  const kept: Buffer[] = [];
  const keep = (key: Secret<Buffer>) => {
    kept.push(key.reveal());
    return key;
  };
  const random: Random = {
    ...systemRandom,
    bytes: (count) => (count === 32 ? keep(new Secret(systemRandom.bytes(count))).reveal() : systemRandom.bytes(count)),
    digits: systemRandom.digits.bind(systemRandom),
  };
  const outside: MasterKey = {
    id: current.id,
    wrap: (...wrapped) => current.wrap(...wrapped),
    unwrap: async (...wrapped) => keep(await current.unwrap(...wrapped)),
  };
  const vault = new EnvelopeVault(outside, random);
  const key = await vault.createKey({ walletId: 'wal_2', accountId: 'acc_2' });
  await vault.signer(key).signMessage({ message: 'hello' });
  const other = { ...key, sealedKey: { ...key.sealedKey, ciphertext: wallet.sealedKey.ciphertext } };
  await expect(vault.signer(other).signMessage({ message: 'hello' })).rejects.toThrow('does not open');
  expect(kept.length).toBeGreaterThanOrEqual(5);
  for (const bytes of kept) expect(bytes.every((byte) => byte === 0)).toBe(true);
});
