import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Seals } from '@platform/keys/seals';
import { createIdSource, ManualClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import type { ObjectStore } from '@platform/store/objects';
import { recoverMessageAddress } from 'viem';
import { testObjects } from '../testing/wallets.js';
import { EnvelopeVault } from '../vault/envelope-vault.js';
import { Keyring } from '../vault/keyring.js';
import { LocalMasterKey } from '../vault/local-master-key.js';
import { openServiceKey } from '../vault/service-keys.js';
import { type WalletRecord, walletModel } from './model.js';
import { checkCopies, restoreWallets } from './restoration.js';
import { rewrapAll } from './rewrap.js';
import { WalletCopies } from './wallet-copies.js';
import { walletSeals } from './wallet-seals.js';
import { Wallets } from './wallets.js';

const clock = new ManualClock(1_700_000_000_000);
const ids = createIdSource(clock, systemRandom);
const logger = createLogger({ process: 'test', level: 'silent' });
const master = () => new LocalMasterKey(new Secret(systemRandom.bytes(32)), systemRandom);
let connection: Connection;
let objects: ObjectStore;
let keyring: Keyring;
let made: readonly [WalletRecord, WalletRecord, WalletRecord];

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_wallet_restoration');
});

beforeEach(async () => {
  await resetDatabase(connection);
  objects = testObjects();
  keyring = new Keyring(master());
  const { wallets } = await open();
  made = [await wallets.primary('acc_1'), await wallets.add('acc_1'), await wallets.primary('acc_2')];
});

afterAll(() => connection.close());

/** Opens a platform on the database and the objects as they are. */
async function open(held = keyring) {
  const vault = new EnvelopeVault(held.current, systemRandom, held.former);
  const key = await openServiceKey({ connection, objects }, 'seals', held, systemRandom);
  const seals = walletSeals(new Seals(key, logger));
  const copies = new WalletCopies(objects, held.ids);
  const wallets = new Wallets({ connection, vault, seals, copies, ids, clock });
  return { connection, vault, seals, copies, wallets };
}

async function expectUsable(held = keyring): Promise<void> {
  const platform = await open(held);
  const reported: string[] = [];
  expect(await checkCopies(platform, (line) => void reported.push(line))).toEqual([]);
  expect(reported.at(-1)).toBe('3 copies, 3 of 3 rows');
  for (const { _id: walletId, accountId, address } of made) {
    const { sealedKey } = await platform.wallets.get(walletId);
    const signer = platform.vault.signer({ walletId, accountId, address, sealedKey });
    const signature = await signer.signMessage({ message: 'hello' });
    expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(address);
  }
}

test('a database that was lost gets every wallet back from the objects and the master key alone', async () => {
  await resetDatabase(connection);
  expect(await checkCopies(await open())).toHaveLength(3);
  expect(await restoreWallets(await open())).toBe(3);
  expect(await restoreWallets(await open())).toBe(0);
  await expectUsable();
});

test('an older backup gets the wallets back that were made since', async () => {
  await walletModel(connection).deleteOne({ _id: made[1]._id });
  expect(await checkCopies(await open())).toEqual([`the row of ${made[1]._id}, of acc_1, is missing`]);
  expect(await restoreWallets(await open())).toBe(1);
  await expectUsable();
});

test('rows that somebody wrote are replaced by the wallets whose places they took', async () => {
  const [first, , other] = made;
  await walletModel(connection).updateOne({ _id: first._id }, { $set: { address: `0x${'1'.repeat(40)}` } });
  await walletModel(connection).deleteOne({ _id: other._id });
  await walletModel(connection).create({ ...other, _id: 'wal_forged', accountId: 'acc_2' });
  expect(await checkCopies(await open())).toEqual(
    expect.arrayContaining([
      `the row of ${first._id} is not as the service wrote it`,
      `the row of ${other._id}, of acc_2, is missing`,
      'the row of wal_forged, of acc_2, has no copy',
    ]),
  );
  expect(await restoreWallets(await open())).toBe(2);
  await expectUsable();
});

test('copies are never overwritten: a rotation writes its own beside them, and either master key restores', async () => {
  const keys = () => objects.list('wallet-keys/', undefined, 100);
  const before = await keys();
  const both = new Keyring(master(), [keyring.current]);
  await rewrapAll(connection, objects, both);
  expect((await keys()).filter((key) => before.includes(key))).toEqual(before);
  await resetDatabase(connection);
  const alone = new Keyring(both.current);
  expect(await restoreWallets(await open(alone))).toBe(3);
  await expectUsable(alone);
  await resetDatabase(connection);
  expect(await restoreWallets(await open())).toBe(3);
});

describe('a platform with another master key', () => {
  test('refuses the copies, and says what it does not hold', async () => {
    await resetDatabase(connection);
    await expect(open(new Keyring(master()))).rejects.toThrow(`master key ${keyring.current.id} is not held`);
  });

  test('refuses the rows of the other by name', async () => {
    const [own] = made;
    objects = testObjects();
    await connection.collection('service_keys').deleteMany({});
    const { wallets } = await open(new Keyring(master()));
    await expect(wallets.primary('acc_1')).rejects.toThrow(`wallet ${own._id} is not as the service wrote it`);
  });
});

test.each<[string, (copy: WalletRecord) => object, RegExp]>([
  ['was changed', () => ({ address: '0x52908400098527886E0F7030069857D2E4169EE7' }), /is not as the service wrote it/],
  ['is of another place', () => ({ accountId: 'acc_thief' }), /the copy of acc_1\/0 is of acc_thief\/0/],
  ['has another key', () => ({ sealedKey: made[2].sealedKey }), /does not open with the master keys held/],
])('a copy that %s restores nothing', async (_what, change, reason) => {
  const [copy] = made;
  await resetDatabase(connection);
  await objects.replace('wallet-keys/wallets/acc_1/0.json', Buffer.from(JSON.stringify({ ...copy, ...change(copy) })));
  await expect(open().then(restoreWallets)).rejects.toThrow(reason);
});
