/** What somebody who can write to the database, but holds no key of the service, gains from it: no account. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { anonymous, gateway, startIdentity, type TestIdentity } from '../testing/identity.js';

type Row = { _id: string } & Record<string, unknown>;
const REFUSAL = 'a record is not as the service wrote it';
/** The log level of errors. */
const ERROR = 50;
let identity: TestIdentity;
let count = 0;
let victim: Awaited<ReturnType<TestIdentity['signIn']>>;
let thief: Awaited<ReturnType<TestIdentity['signIn']>>;
let thiefEmail = '';

beforeAll(async () => {
  identity = await startIdentity('test_identity_forged_rows');
});

beforeEach(async () => {
  count += 1;
  thiefEmail = `thief-${count}@example.com`;
  victim = await identity.signIn(`victim-${count}@example.com`);
  thief = await identity.signIn(thiefEmail);
});

afterAll(() => identity.close());

const rows = (name: string) => identity.store.collection<Row>(name);

async function rowOf(name: string, filter: Record<string, unknown>): Promise<Row> {
  const row = await rows(name).findOne(filter);
  if (row === null) throw new Error(`${name} has no such row`);
  return row;
}

async function ownerOf(credential: { apiKey?: string; bearerToken?: string }): Promise<string> {
  const answer = identity.client.authenticate(credential, await identity.as(gateway));
  return answer.then(
    ({ accountId }) => accountId,
    (error: { code: string }) => error.code,
  );
}

/** Returns what was logged as an error since the last call. */
function errorsLogged(): unknown[] {
  const lines = identity.logged.splice(0).map((line) => JSON.parse(line));
  return lines.filter(({ level }) => level >= ERROR).map(({ msg, purpose, id }) => ({ msg, purpose, id }));
}

describe.each([
  ['api_keys', 'apiKey', 'tp_forged', 'api key'],
  ['sessions', 'bearerToken', 'tps_forged', 'session'],
] as const)('a row of %s', (name, credential, secret, purpose) => {
  const own = () => (name === 'api_keys' ? thief.apiKey : thief.sessionToken);

  test('that was inserted with a secret of its writer opens no account', async () => {
    const { _id, ...row } = await rowOf(name, { accountId: victim.accountId });
    const secretHash = createHash('sha256').update(secret).digest('hex');
    await rows(name).insertOne({ ...row, _id: `forged_${count}`, place: 99, secretHash });
    expect(await ownerOf({ [credential]: secret })).toBe('unauthorized');
  });

  test("that was given to another account opens neither, and its seal doesn't come along", async () => {
    const { _id } = await rowOf(name, { accountId: thief.accountId });
    const { seal } = await rowOf(name, { accountId: victim.accountId });
    expect(await ownerOf({ [credential]: own() })).toBe(thief.accountId);
    await rows(name).updateOne({ _id }, { $set: { accountId: victim.accountId } });
    expect(await ownerOf({ [credential]: own() })).toBe('unauthorized');
    await rows(name).updateOne({ _id }, { $set: { seal } });
    errorsLogged();
    expect(await ownerOf({ [credential]: own() })).toBe('unauthorized');
    expect(errorsLogged()).toEqual([{ msg: REFUSAL, purpose, id: _id }]);
  });
});

test('a key with more permissions than it was made with authenticates nobody', async () => {
  const wanted = { name: '', permissions: ['read'] };
  const { apiKey, keyId } = await identity.client.createApiKey(wanted, await identity.as(thief.session));
  await rows('api_keys').updateOne({ _id: keyId }, { $set: { permissions: ['all'] } });
  expect(await ownerOf({ apiKey })).toBe('unauthorized');
});

test('a session whose end was put off authenticates nobody', async () => {
  await rows('sessions').updateOne({ accountId: thief.accountId }, { $set: { expiresAt: new Date('2999-01-01') } });
  expect(await ownerOf({ bearerToken: thief.sessionToken })).toBe('unauthorized');
});

test.each<[string, () => Record<string, unknown>]>([
  ['address', () => ({ email: thiefEmail })],
  ['login type', () => ({ loginType: 'wallet', issuer: 'https://issuer.test', subject: 'thief' })],
  ['login wallet', () => ({ loginWallet: `0x${'1'.repeat(40)}` })],
])('an account whose %s was changed is nobody’s', async (_, change) => {
  await rows('accounts').deleteOne({ _id: thief.accountId });
  await rows('accounts').updateOne({ _id: victim.accountId }, { $set: change() });
  errorsLogged();
  const read = identity.client.getAccount({}, await identity.as(victim.session));
  await expect(read).rejects.toMatchObject({ code: 'internal' });
  expect(errorsLogged()).toEqual([{ msg: REFUSAL, purpose: 'account', id: victim.accountId }]);
});

test('an address that was written into another account does not sign in to it', async () => {
  await rows('accounts').deleteOne({ _id: thief.accountId });
  await rows('accounts').updateOne({ _id: victim.accountId }, { $set: { email: thiefEmail } });
  await identity.client.sendRegistrationCode({ email: thiefEmail }, await identity.as(anonymous));
  const otp = identity.mailbox.newestCodeFor(thiefEmail);
  const verify = identity.client.verifyRegistrationCode({ email: thiefEmail, otp }, await identity.as(anonymous));
  await expect(verify).rejects.toMatchObject({ code: 'internal' });
});

test('a code that was inserted signs nobody in', async () => {
  const email = `victim-${count}@example.com`;
  await identity.client.sendRegistrationCode({ email: thiefEmail }, await identity.as(anonymous));
  const otp = identity.mailbox.newestCodeFor(thiefEmail);
  const { codes } = await rowOf('registration_codes', { _id: thiefEmail });
  const moved = (codes as Row[]).map((code) => ({ ...code, address: email }));
  await rows('registration_codes').updateOne({ _id: email }, { $set: { codes: moved } }, { upsert: true });
  const verify = identity.client.verifyRegistrationCode({ email, otp }, await identity.as(anonymous));
  await expect(verify).rejects.toMatchObject({ code: 'invalid_code' });
});
