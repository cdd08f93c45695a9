import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Seals } from '@platform/keys/seals';
import { createIdSource, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { inTransaction } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import type { ObjectStore } from '@platform/store/objects';
import { testObjects } from '@platform/store/objects/testing';
import { emailAddress } from '../email/address.js';
import { startIdentity, type TestIdentity } from '../testing/identity.js';
import type { Account } from './account.js';
import { AccountCopies } from './account-copies.js';
import { Accounts } from './accounts.js';
import { Encryption } from './encryption.js';

const EMAIL = emailAddress.parse('owner@example.com');
const OTHER = emailAddress.parse('other@example.com');
const WALLET_LOGIN = { issuer: 'https://issuer.test', subject: 'owner', walletAddress: `0x${'1'.repeat(40)}` };
const secret = new Secret(systemRandom.bytes(32));
let identity: TestIdentity;
let objects: ObjectStore;

beforeAll(async () => {
  identity = await startIdentity('test_identity_account_copies');
});

beforeEach(async () => {
  objects = testObjects();
  await loseDatabase();
});

afterAll(() => identity.close());

const loseDatabase = () => resetDatabase(identity.store);
const copies = () => objects.list('accounts/', undefined, 100);

/** Opens the accounts on the database and the objects as they are. */
async function open(secrets: readonly [Secret<Buffer>, ...Secret<Buffer>[]] = [secret]): Promise<Accounts> {
  const [current, ...former] = secrets;
  const seals = new Seals(current, createLogger({ process: 'test', level: 'silent' }), former);
  const kept = new AccountCopies(objects, seals, new Encryption(secrets, 'account copies'));
  const ids = createIdSource(identity.clock, systemRandom);
  const accounts = new Accounts(identity.store, seals, kept, identity.clock, ids);
  await accounts.initialize();
  return accounts;
}

function signIn(accounts: Accounts, email = EMAIL): Promise<Account> {
  return inTransaction(identity.store, (session) => accounts.findOrCreate(email, session));
}

describe('a login whose account the database has lost', () => {
  test('has the same account again', async () => {
    const accounts = await open();
    const made = [await signIn(accounts), await accounts.findOrCreateByWallet(WALLET_LOGIN)];
    await loseDatabase();
    const again = await open();
    expect([await signIn(again), await again.findOrCreateByWallet(WALLET_LOGIN)]).toEqual(made);
    expect(await again.get(made[0]?._id ?? '')).toEqual(made[0]);
    expect(await copies()).toHaveLength(2);
  });

  test('has it again under a new secret that names the former one', async () => {
    const made = await signIn(await open());
    await loseDatabase();
    const rotated = await open([new Secret(systemRandom.bytes(32)), secret]);
    expect(await signIn(rotated)).toEqual(made);
  });

  test('has one account, and one copy, however many sign in at once', async () => {
    for (const _ of ['at first', 'after the loss']) {
      const accounts = await open();
      const found = await Promise.all(Array.from({ length: 20 }, () => signIn(accounts)));
      expect(new Set(found.map(({ _id }) => _id)).size).toBe(1);
      expect(await identity.store.collection('accounts').countDocuments()).toBe(1);
      expect(await copies()).toHaveLength(1);
      await loseDatabase();
    }
  });
});

test('a copy says neither in its name nor in its bytes whose it is', async () => {
  const { _id } = await signIn(await open());
  const [key = ''] = await copies();
  const shown = `${key} ${(await objects.get(key))?.toString('utf8')}`;
  for (const text of [EMAIL, _id, 'owner']) expect(shown).not.toContain(text);
});

describe('a copy that somebody exchanged brings no account back', () => {
  async function exchange(change: (copy: Buffer, other: Buffer) => Buffer): Promise<Promise<Account>> {
    const accounts = await open();
    await signIn(accounts);
    const [own = ''] = await copies();
    await signIn(accounts, OTHER);
    const [other = ''] = (await copies()).filter((key) => key !== own);
    const [copy, another] = [await objects.get(own), await objects.get(other)];
    if (copy === undefined || another === undefined) throw new Error('there are no copies');
    await objects.replace(own, change(copy, another));
    await loseDatabase();
    return signIn(await open());
  }

  test.each<[string, (copy: Buffer, other: Buffer) => Buffer, string]>([
    ['for the one of another login', (_, other) => other, 'is of another login'],
    ['for other bytes', () => Buffer.from('{}'), 'is not as the service wrote it'],
    ['in part', (copy) => Buffer.concat([copy, Buffer.from('A')]), 'is not as the service wrote it'],
  ])('%s', async (_, change, refusal) => {
    await expect(exchange(change)).rejects.toThrow(refusal);
    expect(await identity.store.collection('accounts').countDocuments()).toBe(0);
  });

  test('of another platform', async () => {
    await signIn(await open());
    const [key = ''] = await copies();
    await loseDatabase();
    const other = new Secret(systemRandom.bytes(32));
    expect((await signIn(await open([other])))._id).toMatch(/^acc_/);
    expect((await copies()).length).toBe(2);
    expect(await new Encryption([other], 'account copies').decrypt(String(await objects.get(key)))).toBeUndefined();
  });
});
