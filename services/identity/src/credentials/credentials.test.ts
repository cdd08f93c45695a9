import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { UserCaller } from '@platform/keys/tokens';
import { testUser } from '@platform/keys/tokens/testing';
import { anonymous, gateway, startIdentity, type TestIdentity } from '../testing/identity.js';

const DAY_MS = 86_400_000;
let identity: TestIdentity;
let owner: Awaited<ReturnType<TestIdentity['signIn']>>;
let stranger: Awaited<ReturnType<TestIdentity['signIn']>>;

beforeAll(async () => {
  identity = await startIdentity('test_identity_credentials');
  owner = await identity.signIn('owner@example.com');
  stranger = await identity.signIn('stranger@example.com');
});

afterAll(() => identity.close());

async function create(wanted: { name?: string; permissions?: string[] } = {}, caller = owner.session) {
  const request = { name: wanted.name ?? '', permissions: wanted.permissions ?? ['all'] };
  return identity.client.createApiKey(request, await identity.as(caller));
}

async function list(caller = owner.session) {
  return (await identity.client.listApiKeys({}, await identity.as(caller))).keys;
}

async function revoke(id: string, caller = owner.session) {
  return identity.client.revokeApiKey({ id }, await identity.as(caller));
}

async function rename(id: string, name: string, caller: UserCaller = owner.session) {
  return identity.client.renameApiKey({ id, name }, await identity.as(caller));
}

async function authenticate(credential: { apiKey?: string; bearerToken?: string }) {
  return identity.client.authenticate(credential, await identity.as(gateway));
}

describe('an API key', () => {
  test('is listed without its secret, newest first, and is what its secret authenticates', async () => {
    identity.clock.advance(1_000);
    const { apiKey, keyId, accountId } = await create({ name: ' bot ', permissions: ['read'] });
    expect(accountId).toBe(owner.accountId);
    const [newest, older] = await list();
    expect(newest).toEqual({
      id: keyId,
      name: 'bot',
      prefix: apiKey.slice(0, 11),
      permissions: ['read'],
      createdAtMs: identity.clock.nowMs(),
      requestsToday: 0,
    });
    expect(older).toMatchObject({ name: 'api-key', permissions: ['all'] });
    expect(await authenticate({ apiKey })).toMatchObject({
      accountId,
      credentialId: keyId,
      credentialType: 'api_key',
      permissions: ['read'],
    });
  });

  test('is named api-key unless said otherwise', async () => {
    const { keyId } = await create({ name: '  ' });
    expect((await list()).find(({ id }) => id === keyId)).toMatchObject({ name: 'api-key', permissions: ['all'] });
  });

  test.each([
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'a\nb' }, 'name'],
    [{ name: 'safe\u202ereversed' }, 'name'],
    [{ permissions: [] }, 'permissions'],
    [{ permissions: ['withdraw'] }, 'permissions.0'],
    [{ permissions: ['read', 'read'] }, 'permissions'],
  ])('asked for as %j is refused', async (wanted, path) => {
    await expect(create(wanted)).rejects.toMatchObject({ code: 'invalid_request', details: [{ path }] });
  });

  test('authenticates nobody once revoked; revoking again changes nothing', async () => {
    const { apiKey, keyId } = await create();
    await revoke(keyId);
    await expect(authenticate({ apiKey })).rejects.toMatchObject({ code: 'unauthorized' });
    expect((await list()).map(({ id }) => id)).not.toContain(keyId);
    const before = await identity.store.collection('api_keys').findOne({ prefix: apiKey.slice(0, 11) });
    identity.clock.advance(1_000);
    await revoke(keyId);
    expect(await identity.store.collection('api_keys').findOne({ prefix: apiKey.slice(0, 11) })).toEqual(before);
  });

  test('of somebody else, and an unknown one, can not be revoked', async () => {
    const { apiKey, keyId } = await create();
    await expect(revoke(keyId, stranger.session)).rejects.toMatchObject({ code: 'api_key_not_found' });
    await expect(revoke('key_unknown')).rejects.toMatchObject({ code: 'api_key_not_found' });
    await authenticate({ apiKey });
    expect((await list(stranger.session)).map(({ id }) => id)).not.toContain(keyId);
  });

  test('is renamed on the older surface alone, and opens what it opened', async () => {
    const { apiKey, keyId } = await create({ name: 'bot' });
    expect((await rename(keyId, '  scalper ')).key).toMatchObject({ id: keyId, name: 'bot', legacyName: 'scalper' });
    expect((await list()).find(({ id }) => id === keyId)).toMatchObject({ name: 'bot', legacyName: 'scalper' });
    await rename(keyId, 'scalper 2');
    expect(await authenticate({ apiKey })).toMatchObject({ credentialId: keyId });
    await revoke(keyId);
    await expect(rename(keyId, 'late')).rejects.toMatchObject({ code: 'api_key_not_found' });
  });

  test.each(['', '  ', 'x'.repeat(101), 'a\nb', 'safe\u202ereversed'])('is not renamed to %j', async (name) => {
    const { keyId } = await create();
    await expect(rename(keyId, name)).rejects.toMatchObject({ code: 'invalid_request', details: [{ path: 'name' }] });
  });

  test('of somebody else, and an unknown one, can not be renamed; nor one by a key', async () => {
    const { keyId } = await create();
    await expect(rename(keyId, 'mine', stranger.session)).rejects.toMatchObject({ code: 'api_key_not_found' });
    await expect(rename('key_unknown', 'mine')).rejects.toMatchObject({ code: 'api_key_not_found' });
    const byKey = testUser(owner.accountId);
    await expect(rename(keyId, 'mine', byKey)).rejects.toMatchObject({ code: 'unauthorized' });
    expect((await list()).find(({ id }) => id === keyId)).not.toHaveProperty('legacyName');
  });

  test('is not minted beyond a hundred, however many are asked for at once', async () => {
    const { session } = await identity.signIn('hurried@example.com');
    const asked = await Promise.allSettled(Array.from({ length: 150 }, () => create({}, session)));
    const refused = asked.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : []));
    expect(refused).toEqual(Array(51).fill('api_key_limit_reached'));
    const keys = await list(session);
    expect(keys).toHaveLength(100);
    await revoke(keys[0]?.id ?? '', session);
    const again = await Promise.allSettled(Array.from({ length: 5 }, () => create({}, session)));
    expect(again.map(({ status }) => status).sort()).toEqual(['fulfilled', ...Array(4).fill('rejected')]);
  });

  test('is refused to an account that has a hundred', async () => {
    const { session } = await identity.signIn('collector@example.com');
    await Promise.all(Array.from({ length: 99 }, () => create({}, session)));
    await expect(create({}, session)).rejects.toMatchObject({
      code: 'api_key_limit_reached',
      details: { limit: 100 },
    });
  });
});

describe('a session', () => {
  test('may do everything, until thirty days have passed', async () => {
    const { sessionToken, accountId } = await identity.signIn('sleeper@example.com');
    expect(await authenticate({ bearerToken: sessionToken })).toMatchObject({
      accountId,
      credentialType: 'session',
      permissions: ['all'],
    });
    identity.clock.advance(30 * DAY_MS);
    await expect(authenticate({ bearerToken: sessionToken })).rejects.toMatchObject({ code: 'unauthorized' });
    for (const part of identity.domain.sweepables) await part.sweep();
    expect(await identity.store.collection('sessions').countDocuments()).toBe(0);
    expect(await identity.store.collection('usage').countDocuments({ forgetAt: { $exists: true } })).toBe(0);
  });
});

describe('authentication', () => {
  test('refuses a credential of the wrong kind or of nobody', async () => {
    const { apiKey, sessionToken } = await identity.signIn('mixed@example.com');
    for (const credential of [
      { apiKey: sessionToken },
      { bearerToken: apiKey },
      { apiKey: `${apiKey}x` },
      { apiKey: '' },
      { bearerToken: 'a.b.c' },
    ])
      await expect(authenticate(credential)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('takes exactly one credential', async () => {
    await expect(authenticate({})).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(authenticate({ apiKey: 'a', bearerToken: 'b' })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});

describe('access', () => {
  test('an API key can not list, mint or revoke keys', async () => {
    const caller = testUser(owner.accountId);
    await expect(list(caller)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(create({}, caller)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(revoke('key_x', caller)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('only the gateway itself may authenticate and report', async () => {
    for (const caller of [anonymous, owner.session, { kind: 'workload', workload: 'runtime', cause: 'x' } as const]) {
      const options = await identity.as(caller);
      await expect(identity.client.authenticate({ apiKey: 'x' }, options)).rejects.toMatchObject({
        code: 'insufficient_permissions',
      });
      await expect(identity.client.reportUsage({ usages: [] }, options)).rejects.toMatchObject({
        code: 'insufficient_permissions',
      });
    }
  });

  test('an account is shown to its owner, by key or session, and to nobody else', async () => {
    for (const caller of [testUser(owner.accountId, { permissions: ['read'] }), owner.session]) {
      const { account } = await identity.client.getAccount({}, await identity.as(caller));
      expect(account).toMatchObject({
        id: owner.accountId,
        email: 'owner@example.com',
        loginType: 'email',
        planName: 'standard',
        requestsPerMinute: 600,
      });
    }
    for (const caller of [anonymous, testUser('acc_unknown')])
      await expect(identity.client.getAccount({}, await identity.as(caller))).rejects.toMatchObject({
        code: 'unauthorized',
      });
  });
});
