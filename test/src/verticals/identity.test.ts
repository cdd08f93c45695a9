import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { AnonymousCaller } from '@platform/keys/tokens';
import { testUser } from '@platform/keys/tokens/testing';
import mongoose from 'mongoose';
import { Mailbox } from '../processes/mailbox.js';
import { PROCESSES_HOOK_MS_MAX } from '../processes/processes.js';
import { Vertical } from './vertical.js';

const MONGODB_URI = process.env['TEST_MONGODB_URI'] ?? '';
const EMAIL = 'vertical@example.com';
const SEND =
  'mutation ($input: SendRegistrationCodeInput!) { sendRegistrationCode(input: $input) { expiresInSeconds } }';
const VERIFY = `mutation ($input: VerifyRegistrationCodeInput!) {
  verifyRegistrationCode(input: $input) { sessionToken accountId email apiKey }
}`;
const SEND_KEY = 'mutation ($input: SendMagicLinkInput!) { sendMagicLink(input: $input) { sent } }';
const OPEN = 'mutation ($input: UseMagicLinkInput!) { useMagicLink(input: $input) { email keyPrefix activated } }';
const KEYS = '{ apiKeys { id name prefix permissions createdAt lastUsedAt requestsToday } }';
const CREATE = 'mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { apiKey keyId accountId } }';
const RENAME = `mutation ($input: RenameApiKeyInput!) {
  renameApiKey(input: $input) { key { id name legacyName prefix } }
}`;
const REVOKE = 'mutation ($input: RevokeApiKeyInput!) { revokeApiKey(input: $input) { id } }';
const ACCOUNT = `{ account {
  id email loginType plan { name } limits { requestsPerMinute } usage { requestsToday resetsAt } createdAt
} }`;
const anonymous: AnonymousCaller = { kind: 'anonymous', workload: 'gateway', clientAddress: '192.0.2.1' };
let mailbox: Mailbox;
let vertical: Vertical;
let accountId: string;

beforeAll(async () => {
  const connection = await mongoose.createConnection(MONGODB_URI, { dbName: 'identity' }).asPromise();
  await connection.dropDatabase();
  await connection.close();
  mailbox = await Mailbox.start();
  const environment = {
    MONGODB_URI,
    SMTP_URL: mailbox.url,
    PUBLIC_URL: 'http://localhost:8080',
    IDENTITY_HASH_SECRET: randomBytes(32).toString('base64'),
  };
  vertical = await Vertical.start('identity', environment, ACCOUNT);
  await vertical.ask(anonymous, SEND, { input: { email: EMAIL } });
  const otp = mailbox.newestCode();
  const { data } = await vertical.ask(anonymous, VERIFY, { input: { email: EMAIL, otp } });
  expect(data.verifyRegistrationCode).toMatchObject({ email: EMAIL });
  accountId = data.verifyRegistrationCode.accountId;
}, PROCESSES_HOOK_MS_MAX);

afterAll(async () => {
  await mailbox[Symbol.asyncDispose]();
  await vertical[Symbol.asyncDispose]();
});

function session() {
  return testUser(accountId, { credentialId: 'ses_1', credentialType: 'session' });
}

describe('an account', () => {
  test('shows every field to its owner', async () => {
    const { data } = await vertical.ask(accountId, ACCOUNT);
    expect(data.account).toEqual({
      id: accountId,
      email: EMAIL,
      loginType: 'email',
      plan: { name: 'standard' },
      limits: { requestsPerMinute: 600 },
      usage: { requestsToday: 0, resetsAt: expect.stringMatching(/T00:00:00.000Z$/) },
      createdAt: expect.stringMatching(/Z$/),
    });
  });

  test('resolves as an entity for its owner and is null for anybody else', async () => {
    const query = `{ _entities(representations: [{ __typename: "Account", id: "${accountId}" }]) { ... on Account { email } } }`;
    expect((await vertical.ask(accountId, query)).data).toEqual({ _entities: [{ email: EMAIL }] });
    expect((await vertical.ask('acc_other', query)).data).toEqual({ _entities: [null] });
    expect((await vertical.ask(anonymous, query)).data).toEqual({ _entities: [null] });
  });

  test('is refused to somebody without credentials', async () => {
    expect((await vertical.ask(anonymous, ACCOUNT)).errors?.[0]?.extensions.code).toBe('unauthorized');
  });
});

describe('a key by e-mail', () => {
  test('is sent to anybody, and is the key of an account once its link is opened', async () => {
    const input = { email: 'magic@example.com' };
    expect((await vertical.ask(anonymous, SEND_KEY, { input })).data.sendMagicLink).toEqual({ sent: true });
    const { apiKey, token } = mailbox.newestKey();
    const opened = { ...input, keyPrefix: apiKey.slice(0, 11), activated: true };
    expect((await vertical.ask(anonymous, OPEN, { input: { token } })).data.useMagicLink).toEqual(opened);
  });

  test('has no link that nobody sent', async () => {
    const { errors } = await vertical.ask(anonymous, OPEN, { input: { token: 'tpl_unknown' } });
    expect(errors?.[0]?.extensions.code).toBe('magic_link_invalid');
  });
});

test('a session is opened by a link that a session made, and ended', async () => {
  const made = await vertical.ask(session(), 'mutation { createSignInLink { secret expiresAt } }');
  const { secret, expiresAt } = made.data.createSignInLink;
  expect(expiresAt).toMatch(/Z$/);
  const USE = 'mutation ($input: UseSignInLinkInput!) { useSignInLink(input: $input) { sessionToken accountId } }';
  const { data } = await vertical.ask(anonymous, USE, { input: { secret } });
  expect(data.useSignInLink).toEqual({ accountId, sessionToken: expect.stringMatching(/^tps_/) });
  const again = await vertical.ask(anonymous, USE, { input: { secret } });
  expect(again.errors?.[0]?.extensions.code).toBe('magic_link_invalid');
  expect((await vertical.ask(session(), 'mutation { endSession { ended } }')).data.endSession).toEqual({ ended: true });
  const byKey = await vertical.ask(accountId, 'mutation { createSignInLink { secret } }');
  expect(byKey.errors?.[0]?.extensions.code).toBe('unauthorized');
});

test('a code opens a session without a key', async () => {
  const input = { email: 'code@example.com' };
  await vertical.ask(anonymous, SEND, { input });
  const SIGN_IN = 'mutation ($input: OpenSessionInput!) { openSession(input: $input) { sessionToken accountId } }';
  const { data } = await vertical.ask(anonymous, SIGN_IN, { input: { ...input, otp: mailbox.newestCode() } });
  expect(data.openSession.sessionToken).toMatch(/^tps_/);
});

describe('keys', () => {
  test('may do everything where nothing is said of it, and are not minted with an empty list', async () => {
    const minted = await vertical.ask(session(), CREATE, { input: { name: 'unsaid' } });
    const { data } = await vertical.ask(session(), KEYS);
    const { keyId } = minted.data.createApiKey;
    expect(data.apiKeys[0]).toMatchObject({ id: keyId, permissions: ['all'] });
    await vertical.ask(session(), REVOKE, { input: { id: keyId } });
    const { errors } = await vertical.ask(session(), CREATE, { input: { permissions: [] } });
    expect(errors?.[0]?.extensions).toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'permissions', message: 'must have at least 1 item' }],
    });
  });

  test('are minted, listed newest first and revoked with a session', async () => {
    const { data } = await vertical.ask(session(), CREATE, { input: { name: 'bot', permissions: ['trade'] } });
    const { apiKey, keyId } = data.createApiKey;
    expect(data.createApiKey).toEqual({ accountId, apiKey: expect.stringMatching(/^tp_/), keyId });
    const listed = await vertical.ask(session(), KEYS);
    expect(listed.data.apiKeys).toEqual([
      {
        id: keyId,
        name: 'bot',
        prefix: apiKey.slice(0, 11),
        permissions: ['trade'],
        createdAt: expect.stringMatching(/Z$/),
        lastUsedAt: null,
        requestsToday: 0,
      },
      expect.objectContaining({ name: 'api-key', permissions: ['all'] }),
    ]);
    const renamed = await vertical.ask(session(), RENAME, { input: { id: keyId, name: 'scalper' } });
    const [{ prefix }] = listed.data.apiKeys;
    expect(renamed.data.renameApiKey).toEqual({ key: { id: keyId, name: 'bot', legacyName: 'scalper', prefix } });
    expect((await vertical.ask(session(), REVOKE, { input: { id: keyId } })).data.revokeApiKey).toEqual({ id: keyId });
    expect((await vertical.ask(session(), KEYS)).data.apiKeys).toHaveLength(1);
  });

  test('take their name and permissions from nowhere when left out', async () => {
    const { data } = await vertical.ask(session(), CREATE, { input: {} });
    const [newest] = (await vertical.ask(session(), KEYS)).data.apiKeys;
    expect(newest).toMatchObject({ id: data.createApiKey.keyId, name: 'api-key', permissions: ['all'] });
  });

  test('can not be managed with a key', async () => {
    expect((await vertical.ask(accountId, KEYS)).errors?.[0]?.extensions.code).toBe('unauthorized');
    expect((await vertical.ask(accountId, CREATE, { input: {} })).errors?.[0]?.extensions.code).toBe('unauthorized');
  });
});

test('a refusal names its field and reaches the graph with its code', async () => {
  const { errors } = await vertical.ask(anonymous, SEND, { input: { email: 'nobody' } });
  expect(errors?.[0]?.extensions).toEqual({
    code: 'invalid_request',
    details: [{ path: 'email', message: 'must be an e-mail address' }],
  });
});

test('the service stops on SIGTERM with 0', async () => {
  expect(await vertical.stop()).toBe(0);
});
