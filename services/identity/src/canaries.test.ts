import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { Mailer } from './email/mailer.js';
import { anonymous, gateway, startIdentity, type TestIdentity } from './testing/identity.js';

let identity: TestIdentity;

beforeAll(async () => {
  identity = await startIdentity('test_identity_canaries');
});

afterAll(() => identity.close());

/** Returns everything that the service has stored and logged, as text. */
async function traces(): Promise<string> {
  const collections = await identity.store.listCollections();
  const records = collections.map(({ name }) => identity.store.collection(name).find().toArray());
  return JSON.stringify(await Promise.all(records)) + identity.logged.join('');
}

/** Returns what a caller sees of an error, and what a log would hold of it. */
function shown(error: Error): string {
  return [error.message, error.stack, JSON.stringify(error)].join('\n');
}

test('codes, keys and session tokens are nowhere but in their answers', async () => {
  const email = 'canary@example.com';
  const { apiKey, sessionToken, session } = await identity.signIn(email);
  const otp = identity.mailbox.newestCodeFor(email);
  const minted = await identity.client.createApiKey({ name: '', permissions: ['all'] }, await identity.as(session));
  const secrets = [otp, apiKey, sessionToken, minted.apiKey];

  const as = await identity.as(anonymous);
  const asGateway = await identity.as(gateway);
  const attempts = [
    identity.client.verifyRegistrationCode({ email, otp }, as),
    identity.client.verifyRegistrationCode({ email: 'not an address', otp }, as),
    identity.client.sendRegistrationCode({ email: apiKey }, as),
    identity.client.authenticate({ apiKey, bearerToken: sessionToken }, asGateway),
    identity.client.authenticate({ apiKey: sessionToken }, asGateway),
    identity.client.createApiKey(
      { name: `${apiKey}\n`.repeat(2), permissions: [sessionToken] },
      await identity.as(session),
    ),
    identity.client.revokeApiKey({ id: apiKey }, await identity.as(session)),
  ];
  const errors = await Promise.all(attempts.map((attempt) => attempt.then(() => '', shown)));

  expect(errors).not.toContain('');
  const everything = (await traces()) + errors.join('');
  for (const secret of secrets) expect(everything).not.toMatch(new RegExp(`(?<![0-9a-f])${secret}(?![0-9a-f])`));
});

test('keys and links that were sent by e-mail are nowhere but in their message, used or not', async () => {
  const as = await identity.as(anonymous);
  const asGateway = await identity.as(gateway);
  await identity.client.sendMagicLink({ email: 'used@example.com' }, as);
  await identity.client.sendMagicLink({ email: 'unused@example.com' }, as);
  const used = identity.mailbox.newestKeyFor('used@example.com');
  const unused = identity.mailbox.newestKeyFor('unused@example.com');
  await identity.client.useMagicLink({ token: used.token }, as);
  await identity.client.authenticate({ apiKey: used.apiKey }, asGateway);
  const attempts = [
    identity.client.useMagicLink({ token: unused.apiKey }, as),
    identity.client.useMagicLink({ token: unused.token.repeat(9) }, as),
    identity.client.authenticate({ apiKey: unused.token }, asGateway),
    identity.client.sendMagicLink({ email: unused.token }, as),
  ];
  const errors = await Promise.all(attempts.map((attempt) => attempt.then(() => '', shown)));

  expect(errors).not.toContain('');
  const everything = (await traces()) + errors.join('');
  for (const { apiKey, token } of [used, unused]) {
    expect(everything).not.toContain(apiKey);
    expect(everything).not.toContain(token);
  }
});

test('sign-in links are nowhere but in their answer, used or not', async () => {
  const { session } = await identity.signIn('links@example.com');
  const as = await identity.as(anonymous);
  const used = await identity.client.createSignInLink({}, await identity.as(session));
  const unused = await identity.client.createSignInLink({}, await identity.as(session));
  const { sessionToken } = await identity.client.useSignInLink({ secret: used.secret }, as);
  const attempts = [
    identity.client.useSignInLink({ secret: used.secret }, as),
    identity.client.useSignInLink({ secret: unused.secret.repeat(9) }, as),
    identity.client.authenticate({ bearerToken: unused.secret }, await identity.as(gateway)),
  ];
  const errors = await Promise.all(attempts.map((attempt) => attempt.then(() => '', shown)));

  expect(errors).not.toContain('');
  const everything = (await traces()) + errors.join('');
  for (const secret of [used.secret, unused.secret, sessionToken]) expect(everything).not.toContain(secret);
});

test('the mail password is in no log and no error', async () => {
  const logged: string[] = [];
  const logger = createLogger(
    { process: 'identity', level: 'trace' },
    { write: (line: string) => void logged.push(line) },
  );
  const url = identity.mailbox.url.reveal().replace('//', '//user:canary-password@');
  const mailer = new Mailer(new Secret(url), 'no-reply@trading-platform.test', logger);
  const error = await mailer.send({ to: 'a@example.com', subject: 's', text: 't' }).catch((cause: Error) => cause);
  expect(error).toMatchObject({ name: 'DeliveryError' });
  expect(logged).toHaveLength(1);
  expect(logged.join('') + shown(error as Error)).not.toContain('canary-password');
});
