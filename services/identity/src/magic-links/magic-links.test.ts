import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { Secret } from '@platform/kit/config';
import { anonymous, gateway, startIdentity, type TestIdentity } from '../testing/identity.js';

const HOUR_MS = 3_600_000;
let identity: TestIdentity;
let email = '';
let count = 0;

beforeAll(async () => {
  identity = await startIdentity('test_identity_magic_links');
});

beforeEach(() => {
  count += 1;
  email = `magic-${count}@example.com`;
  identity.mailbox.behaviour = 'accept';
});

afterAll(() => identity.close());

async function send(address = email) {
  return identity.client.sendMagicLink({ email: address }, await identity.as(anonymous));
}

async function sent(address = email) {
  await send(address);
  return identity.mailbox.newestKeyFor(address);
}

async function open(token: string) {
  return identity.client.useMagicLink({ token }, await identity.as(anonymous));
}

async function use(apiKey: string) {
  return identity.client.authenticate({ apiKey }, await identity.as(gateway));
}

/** Returns `ok` or the error code of each call. */
async function outcomes(calls: Promise<unknown>[]): Promise<string[]> {
  return Promise.all(calls.map((call) => call.then(() => 'ok').catch((error: { code: string }) => error.code)));
}

const rows = (name: string) => identity.store.collection<{ _id: string; address?: string }>(name);
const pendingOf = (address: string) => rows('pending_keys').findOne({ address });

/** The accounts of the address, and how many keys they have. */
async function minted(address = email) {
  const accounts = await rows('accounts').find({ email: address }).toArray();
  const accountIds = accounts.map(({ _id }) => _id);
  return {
    accounts: accountIds.length,
    keys: await rows('api_keys').countDocuments({ accountId: { $in: accountIds } }),
  };
}

describe('a key that was sent', () => {
  test('is nothing until its first use, which creates the account and the very key', async () => {
    expect(await send()).toEqual({ sent: true });
    const { apiKey } = identity.mailbox.newestKeyFor(email);
    expect(await minted()).toEqual({ accounts: 0, keys: 0 });
    const { accountId, credentialId, permissions } = await use(apiKey);
    expect(permissions).toEqual(['all']);
    expect(await identity.domain.apiKeys.list(accountId)).toMatchObject([
      { _id: credentialId, name: 'api-key', permissions: ['all'], prefix: apiKey.slice(0, 11) },
    ]);
    expect(await identity.domain.accounts.get(accountId)).toMatchObject({ email, loginType: 'email' });
    expect((await use(apiKey)).credentialId).toBe(credentialId);
    expect(await minted()).toEqual({ accounts: 1, keys: 1 });
  });

  test('belongs to the account that the address has, beyond a hundred keys too', async () => {
    const { accountId, session } = await identity.signIn(email);
    const as = await identity.as(session);
    const wanted = { name: '', permissions: ['read'] };
    await Promise.all(Array.from({ length: 99 }, () => identity.client.createApiKey(wanted, as)));
    const { apiKey } = await sent();
    expect((await use(apiKey)).accountId).toBe(accountId);
    expect(await minted()).toEqual({ accounts: 1, keys: 101 });
  });

  test('is minted once by its first uses at the same time, and all of them pass', async () => {
    const { apiKey, token } = await sent();
    const calls = Array.from({ length: 20 }, (_, index) => (index % 4 === 0 ? open(token) : use(apiKey)));
    expect(new Set(await outcomes(calls))).toEqual(new Set(['ok']));
    expect(await minted()).toEqual({ accounts: 1, keys: 1 });
  });

  test('stays revoked, for its link too', async () => {
    const { apiKey, token } = await sent();
    const { accountId, credentialId } = await use(apiKey);
    await identity.domain.apiKeys.revoke(accountId, credentialId);
    await expect(use(apiKey)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await open(token)).toEqual({ email, keyPrefix: apiKey.slice(0, 11), activated: false });
    expect(await minted()).toEqual({ accounts: 1, keys: 1 });
  });

  test('works beyond the day once it was used, and without its record', async () => {
    const { apiKey } = await sent();
    const { accountId } = await use(apiKey);
    identity.clock.advance(24 * HOUR_MS);
    for (const part of identity.domain.sweepables) await part.sweep();
    expect(await pendingOf(email)).toBeNull();
    expect((await use(apiKey)).accountId).toBe(accountId);
  });
});

describe('a link', () => {
  test('makes the key work, and says the same when it is opened again', async () => {
    const { apiKey, token } = await sent();
    const opened = { email, keyPrefix: apiKey.slice(0, 11), activated: true };
    expect(await open(token)).toEqual(opened);
    expect(await open(token)).toEqual(opened);
    await use(apiKey);
    await send();
    expect(await open(token)).toEqual(opened);
    expect(await minted()).toEqual({ accounts: 1, keys: 1 });
  });

  test.each(['', 'tpl_unknown', 'x'.repeat(100)])('that is unknown is refused: %j', async (token) => {
    await expect(open(token)).rejects.toMatchObject({ code: 'magic_link_invalid' });
  });

  test('is no API key, and an API key is no link', async () => {
    const { apiKey, token } = await sent();
    await expect(use(token)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(open(apiKey)).rejects.toMatchObject({ code: 'magic_link_invalid' });
  });
});

describe('only the newest message counts', () => {
  test('an older one opens nothing', async () => {
    const older = await sent();
    identity.clock.advance(1_000);
    const newer = await sent();
    await expect(use(older.apiKey)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(open(older.token)).rejects.toMatchObject({ code: 'magic_link_invalid' });
    expect(await minted()).toEqual({ accounts: 0, keys: 0 });
    await use(newer.apiKey);
  });

  test('and it ends after 24 hours', async () => {
    const { apiKey, token } = await sent();
    identity.clock.advance(24 * HOUR_MS);
    await expect(use(apiKey)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(open(token)).rejects.toMatchObject({ code: 'magic_link_invalid' });
    expect(await minted()).toEqual({ accounts: 0, keys: 0 });
  });

  test.each(['refuse_recipient', 'refuse_content'] as const)(
    'one that the provider refused (%s) does not count, and leaves the one before it valid',
    async (behaviour) => {
      const { apiKey } = await sent();
      identity.clock.advance(1_000);
      identity.mailbox.behaviour = behaviour;
      expect(new Set(await outcomes(Array.from({ length: 4 }, () => send())))).toContain('email_delivery_failed');
      identity.mailbox.behaviour = 'accept';
      await use(apiKey);
      expect(await outcomes([send(), send()])).toEqual(['ok', 'ok']);
      await expect(send()).rejects.toMatchObject({ code: 'email_limit_reached' });
    },
  );

  test('one whose delivery is unknown counts', async () => {
    const older = await sent();
    identity.clock.advance(1_000);
    identity.mailbox.behaviour = 'drop';
    await expect(send()).rejects.toMatchObject({ code: 'email_delivery_failed' });
    await expect(use(older.apiKey)).rejects.toMatchObject({ code: 'unauthorized' });
    await use(identity.mailbox.newestKeyFor(email).apiKey);
  });
});

describe('messages', () => {
  test('are three in six hours together with codes, and leave a code valid', async () => {
    const as = await identity.as(anonymous);
    await identity.client.sendRegistrationCode({ email }, as);
    await Promise.all([send(), send()]);
    expect(await outcomes([send(), identity.client.sendRegistrationCode({ email }, as)])).toEqual([
      'email_limit_reached',
      'email_limit_reached',
    ]);
    await identity.client.verifyRegistrationCode({ email, otp: identity.mailbox.newestCodeFor(email) }, as);
    identity.clock.advance(6 * HOUR_MS);
    await send();
  });

  test('are the same for a new address and for one with an account', async () => {
    await use((await sent()).apiKey);
    expect(await send()).toEqual(await send(`new-${email}`));
    const [known, unknown] = identity.mailbox.messages.slice(-2).map(({ raw }) => withoutVariables(raw));
    expect(known).toBe(unknown);
  });

  test('hold the key and the link on lines of their own, as text of seven bits without a code', async () => {
    await send();
    const { raw } = identity.mailbox.messages.at(-1) ?? { raw: '' };
    expect(raw).toMatch(/^Content-Transfer-Encoding: 7bit\r$/m);
    expect(raw).toMatch(/^API key: tp_[\w-]{43}\r$/m);
    expect(raw).toMatch(/^https:\/\/api\.example\.com\/auth\/magic-link\?token=tpl_[\w-]{22}\r$/m);
    expect(raw).not.toMatch(/\b\d{6}\b/);
  });

  test.each([
    ['not an address', 'invalid_request'],
    ['somebody@mailinator.com', 'disposable_email'],
  ])('go to no address like %s', async (address, code) => {
    const before = identity.mailbox.messages.length;
    await expect(send(address)).rejects.toMatchObject({ code });
    expect(identity.mailbox.messages).toHaveLength(before);
  });
});

describe('somebody who writes into the database', () => {
  test.each(['address', 'secretHash', 'tokenHash', 'expiresAt'])('gains nothing by another %s', async (field) => {
    const { apiKey, token } = await sent();
    const victim = await identity.signIn(`victim-${count}@example.com`);
    const values: Record<string, unknown> = {
      address: victim.email,
      secretHash: 'f'.repeat(64),
      tokenHash: 'e'.repeat(64),
      expiresAt: new Date(identity.clock.nowMs() + 1_000 * HOUR_MS),
    };
    await rows('pending_keys').updateOne({ address: email }, { $set: { [field]: values[field] } });
    await expect(use(apiKey)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(open(token)).rejects.toMatchObject({ code: 'magic_link_invalid' });
  });
});

test('the further look-up of an unknown key reads an index', async () => {
  const secretHash = { $in: identity.domain.apiKeys.hashes(new Secret('tp_unknown')) };
  const search = { secretHash, expiresAt: { $gt: identity.clock.now() } };
  const { queryPlanner } = await rows('pending_keys').find(search).explain('queryPlanner');
  expect(inspect(queryPlanner.winningPlan, { depth: null })).toContain("indexName: 'secretHash_1'");
});

function withoutVariables(raw: string): string {
  return raw.replace(/^(To|Date|Message-ID|API key): .*$/gm, '').replace(/token=\S+/, '');
}
