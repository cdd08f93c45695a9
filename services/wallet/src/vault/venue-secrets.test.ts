import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { createIdSource, ManualClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { zeroAddress } from 'viem';
import type { AgentRecord } from '../agents/model.js';
import { spellings } from '../testing/recording-random.js';
import { testObjects } from '../testing/wallets.js';
import { countByMasterKey, requireEveryKey, rewrapAll } from '../wallets/rewrap.js';
import { EnvelopeVault } from './envelope-vault.js';
import { Envelopes } from './envelopes.js';
import { Keyring } from './keyring.js';
import { LocalMasterKey } from './local-master-key.js';
import type { SealedKey } from './vault.js';
import { VenueSecretError, type VenueSecretOwner, VenueSecrets } from './venue-secrets.js';

const clock = new ManualClock(1_700_000_000_000);
const ids = createIdSource(clock, systemRandom);
const owner: VenueSecretOwner = { walletId: 'wal_1', accountId: 'acc_1', venue: 'lighter', kind: 'api_key' };
const API_KEY_BYTES = 40;
let connection: Connection;
let keyring: Keyring;
let secrets: VenueSecrets;

type Row = VenueSecretOwner & { readonly _id: string; readonly sealedKey: SealedKey };

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_wallet_venue_secrets');
});

beforeEach(async () => {
  await resetDatabase(connection);
  keyring = new Keyring(masterKey());
  secrets = under(keyring);
  await secrets.initialize();
});

afterAll(() => connection.close());

function masterKey(): LocalMasterKey {
  return new LocalMasterKey(new Secret(systemRandom.bytes(32)), systemRandom);
}

function under(held: Keyring): VenueSecrets {
  return new VenueSecrets({ connection, envelopes: new Envelopes(held, systemRandom), ids, clock });
}

const apiKey = () => new Secret(systemRandom.bytes(API_KEY_BYTES));
const rows = () => connection.collection<Row>('venue_secrets');

async function row(): Promise<Row> {
  const stored = await rows().findOne({});
  if (stored === null) throw new Error('nothing is stored');
  return stored;
}

/** Reads a secret as base64, past its erasure. */
function read(of = owner, store = secrets): Promise<string> {
  return store.use(of, (secret) => secret.reveal().toString('base64'));
}

/** Returns a sealed key with one bit flipped. */
function flipped(sealed: SealedKey, part: 'wrappedDataKey' | 'ciphertext', bit: number): SealedKey {
  const bytes = Buffer.from(sealed[part], 'base64');
  bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
  return { ...sealed, [part]: bytes.toString('base64') };
}

describe('a secret', () => {
  test.each([
    ['a key of forty bytes', systemRandom.bytes(API_KEY_BYTES)],
    ['credentials as JSON text', Buffer.from(JSON.stringify({ key: 'k'.repeat(36), secret: 's'.repeat(600) }))],
    ['the longest', systemRandom.bytes(4096)],
    ['a single zero', Buffer.alloc(1)],
  ])('of %s is passed as it was put, also by another process', async (_what, bytes) => {
    await secrets.put(owner, new Secret(Buffer.from(bytes)));
    expect(await read()).toBe(bytes.toString('base64'));
    expect(await read(owner, under(keyring))).toBe(bytes.toString('base64'));
  });

  test('is one per wallet, venue and kind', async () => {
    const owners: readonly VenueSecretOwner[] = [
      owner,
      { ...owner, walletId: 'wal_2' },
      { ...owner, venue: 'polymarket' },
      { ...owner, kind: 'api_credentials' },
    ];
    const put = owners.map(() => apiKey());
    for (const [index, each] of owners.entries()) await secrets.put(each, put[index]!);
    for (const [index, each] of owners.entries())
      expect(await read(each)).toBe(put[index]!.reveal().toString('base64'));
  });

  test('is written once: the same one may be put again, another is refused and changes nothing', async () => {
    const secret = apiKey();
    await secrets.put(owner, secret);
    const stored = await row();
    await secrets.put(owner, secret);
    await expect(secrets.put(owner, apiKey())).rejects.toMatchObject({ name: 'VenueSecretError', reason: 'taken' });
    expect(await rows().find().toArray()).toEqual([stored]);
  });

  test('that twenty put at once, each its own, is that of one of them', async () => {
    const put = Array.from({ length: 20 }, apiKey);
    const outcomes = await Promise.allSettled(put.map((secret) => secrets.put(owner, secret)));
    const kept = put.filter((_secret, index) => outcomes[index]?.status === 'fulfilled');
    expect(kept.map((secret) => secret.reveal().toString('base64'))).toEqual([await read()]);
  });

  test.each([0, 4097])('of %i bytes is refused', async (length) => {
    const refusal = secrets.put(owner, new Secret(Buffer.alloc(length)));
    await expect(refusal).rejects.toMatchObject({ name: 'VenueSecretError', reason: 'size' });
    expect(await rows().countDocuments()).toBe(0);
  });

  test('that nobody put, or that was deleted, is missing, and its place is free again', async () => {
    await expect(read()).rejects.toMatchObject({ name: 'VenueSecretError', reason: 'missing' });
    await secrets.put(owner, apiKey());
    await secrets.delete({ ...owner, accountId: 'acc_2' });
    await expect(read()).resolves.toHaveLength(56);
    await secrets.delete(owner);
    await secrets.delete(owner);
    await expect(read()).rejects.toMatchObject({ reason: 'missing' });
    await secrets.put(owner, apiKey());
  });
});

describe('the plain secret', () => {
  test('is zero once its use has ended, however it ends, and not before', async () => {
    const secret = apiKey();
    await secrets.put(owner, secret);
    const opened: Buffer[] = [];
    await secrets.use(owner, async (plain) => {
      opened.push(plain.reveal());
      await new Promise((resolve) => setImmediate(resolve));
      expect(plain.reveal().equals(secret.reveal())).toBe(true);
    });
    const failing = secrets.use(owner, (plain) => {
      opened.push(plain.reveal());
      throw new Error('the venue is down');
    });
    await expect(failing).rejects.toThrow('the venue is down');
    expect(opened.map((bytes) => bytes.every((byte) => byte === 0))).toEqual([true, true]);
  });

  test('is in no row, error or log', async () => {
    const written: unknown[] = [];
    const watched = [process.stdout, process.stderr].map((stream) =>
      jest.spyOn(stream, 'write').mockImplementation((chunk) => {
        written.push(String(chunk));
        return true;
      }),
    );
    const secret = new Secret(Buffer.from(`{"secret":"${systemRandom.bytes(30).toString('base64url')}"}`));
    const huge = new Secret(Buffer.concat([secret.reveal(), Buffer.alloc(5_000)]));
    const failures: unknown[] = [];
    const failed = (error: unknown) => failures.push(error);
    await secrets.put(owner, secret);
    await secrets.put({ ...owner, walletId: 'wal_huge' }, huge).catch(failed);
    const other = new Secret(Buffer.concat([secret.reveal(), Buffer.from(' ')]));
    await secrets.put(owner, other).catch(failed);
    await rows().updateOne({}, { $set: { sealedKey: flipped((await row()).sealedKey, 'ciphertext', 300) } });
    await secrets.put(owner, secret).catch(failed);
    await read().catch(failed);
    for (const each of watched) each.mockRestore();
    expect(failures).toHaveLength(4);
    const seen = [await rows().find().toArray(), failures, written]
      .flatMap((value) => [inspect(value, { depth: 20, showHidden: true, getters: true }), JSON.stringify(value)])
      .join('\n');
    for (const spelling of [secret.reveal().toString(), ...spellings(secret.reveal())])
      expect(seen).not.toContain(spelling);
  });
});

describe('a row that somebody changed opens nothing', () => {
  const moves: readonly [string, Partial<VenueSecretOwner>][] = [
    ['wallet', { walletId: 'wal_thief' }],
    ['account', { accountId: 'acc_thief' }],
    ['venue', { venue: 'polymarket' }],
    ['kind', { kind: 'api_credentials' }],
  ];

  test.each(moves)('where it was moved to another %s', async (_what, change) => {
    await secrets.put(owner, apiKey());
    await rows().updateOne({}, { $set: change });
    await expect(read({ ...owner, ...change })).rejects.toMatchObject({ name: 'VaultError' });
    await expect(read()).rejects.toThrow(change.accountId === undefined ? VenueSecretError : /is not of account acc_1/);
  });

  test.each(moves)('where what is sealed was copied to another %s, whole or in part', async (_what, change) => {
    await secrets.put(owner, apiKey());
    const { sealedKey } = await row();
    const target = { ...owner, ...change };
    await secrets.delete(owner);
    await secrets.put(target, apiKey());
    const own = (await row()).sealedKey;
    for (const forged of [
      sealedKey,
      { ...own, ciphertext: sealedKey.ciphertext },
      { ...own, wrappedDataKey: sealedKey.wrappedDataKey },
    ]) {
      await rows().updateOne({}, { $set: { sealedKey: forged } });
      await expect(read(target)).rejects.toThrow('does not open');
    }
  });

  test.each(['wrappedDataKey', 'ciphertext'] as const)('where a bit of its %s was flipped', async (part) => {
    await secrets.put(owner, apiKey());
    const { sealedKey } = await row();
    const bits = Buffer.from(sealedKey[part], 'base64').length * 8;
    for (let bit = 0; bit < bits; bit += 7) {
      await rows().updateOne({}, { $set: { sealedKey: flipped(sealedKey, part, bit) } });
      await expect(read()).rejects.toThrow('does not open');
    }
  });

  test.each<[string, (sealed: SealedKey) => SealedKey]>([
    ['another version', (sealed) => ({ ...sealed, version: 2 })],
    ['another master key', (sealed) => ({ ...sealed, masterKeyId: 'unheard-of' })],
    ['no ciphertext', (sealed) => ({ ...sealed, ciphertext: '' })],
  ])('where it names %s', async (_what, change) => {
    await secrets.put(owner, apiKey());
    await rows().updateOne({}, { $set: { sealedKey: change((await row()).sealedKey) } });
    await expect(read()).rejects.toMatchObject({ name: 'VaultError' });
  });

  test('where one was invented under another master key', async () => {
    await under(new Keyring(masterKey())).put(owner, apiKey());
    await expect(read()).rejects.toMatchObject({ name: 'VaultError' });
  });

  test('where the parts of its owner were shifted', async () => {
    await secrets.put({ ...owner, walletId: 'wal_1","acc_1' }, apiKey());
    const shifted = { ...owner, walletId: 'wal_1', accountId: 'acc_1","acc_1' };
    const { walletId, accountId } = shifted;
    await rows().updateOne({}, { $set: { walletId, accountId } });
    await expect(read(shifted)).rejects.toThrow('does not open');
  });
});

describe('keys and secrets are apart', () => {
  test('a secret opens as no key, whatever the wallet is said to be', async () => {
    const vault = new EnvelopeVault(keyring.current, systemRandom);
    const { key, privateKey } = await vault.createSharedKey(owner);
    await secrets.put(owner, privateKey);
    const { sealedKey } = await row();
    const bound = JSON.stringify(['venue secret', 'wal_1', 'acc_1', 'lighter', 'api_key', 1]);
    for (const walletId of ['wal_1', bound, bound.slice(0, -1)])
      expect(await vault.opens({ ...key, walletId, sealedKey })).toBe(false);
    expect(await vault.opens(key)).toBe(true);
  });

  test('a key opens as no secret', async () => {
    const { sealedKey } = await new EnvelopeVault(keyring.current, systemRandom).createKey(owner);
    await secrets.put(owner, apiKey());
    await rows().updateOne({}, { $set: { sealedKey } });
    await expect(read()).rejects.toThrow('does not open');
  });
});

describe('a new master key', () => {
  test('wraps the secrets again: the former one is needed no more, and what is encrypted is as it was', async () => {
    const secret = apiKey();
    await secrets.put(owner, secret);
    const before = await row();
    const both = new Keyring(masterKey(), [keyring.current]);
    await expect(requireEveryKey(connection, new Keyring(both.current))).rejects.toThrow(`1 by ${keyring.current.id}`);
    expect(await rewrapAll(connection, testObjects(), both)).toBe(1);
    expect(await rewrapAll(connection, testObjects(), both)).toBe(0);
    expect(await countByMasterKey(connection)).toEqual(new Map([[both.current.id, 1]]));
    expect((await row()).sealedKey.ciphertext).toBe(before.sealedKey.ciphertext);
    expect(await read(owner, under(new Keyring(both.current)))).toBe(secret.reveal().toString('base64'));
    await expect(read()).rejects.toThrow('another format or master key');
  });

  test.each<[string, object, RegExp]>([
    ['was moved', { walletId: 'wal_thief' }, /unable to authenticate/],
    ['names no kind that there is', { kind: 'wallet_key' }, /^vsec_\w+ does not say what its key is bound to$/],
  ])('wraps no row that %s, and leaves it as it is', async (_what, change, reason) => {
    await secrets.put(owner, apiKey());
    await rows().updateOne({}, { $set: change });
    const forged = await row();
    const both = new Keyring(masterKey(), [keyring.current]);
    await expect(rewrapAll(connection, testObjects(), both)).rejects.toThrow(reason);
    expect(await row()).toEqual(forged);
  });

  test('wraps no secret that was put among the keys', async () => {
    await secrets.put(owner, apiKey());
    const { sealedKey, accountId } = await row();
    const agents = connection.collection<Omit<AgentRecord, 'createdAt'>>('agents');
    const forged = { _id: 'agt_1', accountId, walletId: 'wal_1', venue: 'hyperliquid', agentName: 'bot' } as const;
    await agents.insertOne({ ...forged, agentAddress: zeroAddress, sealedKey });
    await rows().deleteMany({});
    const both = new Keyring(masterKey(), [keyring.current]);
    await expect(rewrapAll(connection, testObjects(), both)).rejects.toThrow(/unable to authenticate/);
  });
});
