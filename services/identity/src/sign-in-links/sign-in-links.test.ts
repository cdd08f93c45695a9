import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { anonymous, gateway, startIdentity, type TestIdentity } from '../testing/identity.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
let identity: TestIdentity;
let owner: Awaited<ReturnType<TestIdentity['signIn']>>;
let count = 0;

beforeAll(async () => {
  identity = await startIdentity('test_identity_sign_in_links');
});

beforeEach(async () => {
  count += 1;
  owner = await identity.signIn(`link-${count}@example.com`);
});

afterAll(() => identity.close());

const make = async () => identity.client.createSignInLink({}, await identity.as(owner.session));
const use = async (secret: string) => identity.client.useSignInLink({ secret }, await identity.as(anonymous));
const authenticate = async (bearerToken: string) =>
  identity.client.authenticate({ bearerToken }, await identity.as(gateway));
const links = () => identity.store.collection<{ _id: string; accountId: string }>('sign_in_links');

/** Returns `ok` or the error code of each call. */
async function outcomes(calls: readonly Promise<unknown>[]): Promise<string[]> {
  return Promise.all(calls.map((call) => call.then(() => 'ok').catch((error: { code: string }) => error.code)));
}

describe('a link', () => {
  test('opens a session of one day for the account that made it', async () => {
    const { secret, expiresAtMs } = await make();
    expect([secret, expiresAtMs]).toEqual([
      expect.stringMatching(/^tpi_[\w-]{43}$/),
      identity.clock.nowMs() + 10 * MINUTE_MS,
    ]);
    const opened = await use(secret);
    expect(opened).toMatchObject({ accountId: owner.accountId, expiresAtMs: identity.clock.nowMs() + DAY_MS });
    expect(await authenticate(opened.sessionToken)).toMatchObject({
      accountId: owner.accountId,
      credentialType: 'session',
      permissions: ['all'],
    });
    identity.clock.advance(DAY_MS);
    await expect(authenticate(opened.sessionToken)).rejects.toMatchObject({ code: 'unauthorized' });
    await authenticate(owner.sessionToken);
  });

  test('is used once, by however many at the same time', async () => {
    const { secret } = await make();
    const results = await outcomes(Array.from({ length: 10 }, () => use(secret)));
    expect(results.toSorted()).toEqual([...Array(9).fill('magic_link_invalid'), 'ok']);
    await expect(use(secret)).rejects.toMatchObject({ code: 'magic_link_invalid' });
  });

  test('ends after ten minutes, and leaves nothing', async () => {
    const { secret } = await make();
    identity.clock.advance(10 * MINUTE_MS);
    await expect(use(secret)).rejects.toMatchObject({ code: 'magic_link_invalid' });
    for (const part of identity.domain.sweepables) await part.sweep();
    expect(await links().countDocuments({ accountId: owner.accountId })).toBe(0);
  });

  test.each(['', 'tpi_unknown', 'x'.repeat(100)])('that is unknown is refused: %j', async (secret) => {
    await expect(use(secret)).rejects.toMatchObject({ code: 'magic_link_invalid' });
  });

  test('is no credential, and a session is no link', async () => {
    const { secret } = await make();
    await expect(authenticate(secret)).rejects.toMatchObject({ code: 'unauthorized' });
    await expect(use(owner.sessionToken)).rejects.toMatchObject({ code: 'magic_link_invalid' });
  });

  test('is one of five: a further one ends the oldest', async () => {
    const secrets: string[] = [];
    for (let made = 0; made < 6; made += 1) {
      secrets.push((await make()).secret);
      identity.clock.advance(1);
    }
    const results: string[] = [];
    for (const secret of secrets) results.push(...(await outcomes([use(secret)])));
    expect(results).toEqual(['magic_link_invalid', 'ok', 'ok', 'ok', 'ok', 'ok']);
  });

  test('is made by no key, so that a key that may only read opens no session', async () => {
    const key = { ...owner.session, credentialType: 'api_key', permissions: ['all'] } as const;
    const made = identity.client.createSignInLink({}, await identity.as(key));
    await expect(made).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test.each([
    ['accountId', () => 'acc_victim'],
    ['expiresAt', () => new Date(identity.clock.nowMs() + DAY_MS)],
  ])('whose %s was changed in the database opens nothing', async (field, value) => {
    const { secret } = await make();
    await links().updateOne({ accountId: owner.accountId }, { $set: { [field]: value() } });
    await expect(use(secret)).rejects.toMatchObject({ code: 'magic_link_invalid' });
  });
});

describe('a session without a key', () => {
  test('is opened by a code, which mints none', async () => {
    const email = `code-${count}@example.com`;
    const as = await identity.as(anonymous);
    await identity.client.sendRegistrationCode({ email }, as);
    const otp = identity.mailbox.newestCodeFor(email);
    const { accountId, sessionToken } = await identity.client.openSession({ email, otp }, as);
    expect(await authenticate(sessionToken)).toMatchObject({ accountId, credentialType: 'session' });
    expect(await identity.domain.apiKeys.list(accountId)).toEqual([]);
    await expect(identity.client.openSession({ email, otp }, as)).rejects.toMatchObject({ code: 'invalid_code' });
  });

  test('ends when its holder says so, and no other', async () => {
    const { sessionToken } = await use((await make()).secret);
    const { credentialId } = await authenticate(sessionToken);
    const as = await identity.as({ ...owner.session, credentialId });
    for (let asked = 0; asked < 2; asked += 1)
      expect(await identity.client.endSession({}, as)).toEqual({ ended: true });
    await expect(authenticate(sessionToken)).rejects.toMatchObject({ code: 'unauthorized' });
    await authenticate(owner.sessionToken);
  });

  test('of another account is not ended by its id', async () => {
    const other = await identity.signIn(`other-${count}@example.com`);
    const { credentialId } = await authenticate(other.sessionToken);
    await identity.client.endSession({}, await identity.as({ ...owner.session, credentialId }));
    await authenticate(other.sessionToken);
  });

  test('of a wallet login ends with its token alone', async () => {
    const credentialId = `login_${owner.accountId}`;
    const ended = await identity.client.endSession({}, await identity.as({ ...owner.session, credentialId }));
    expect(ended).toEqual({ ended: false });
  });
});
