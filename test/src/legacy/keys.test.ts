import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Caller, send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';

/** `/auth/api-key`, each operation beside what the unified surface shows of the same key. */

let platform: Platform;
let caller: Caller;

beforeAll(async () => {
  platform = await Platform.shared();
  caller = await Caller.register(platform, 'legacy-keys@example.com');
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

const unified = async (id: string) =>
  (await caller.sendAsSession('GET', '/account/keys')).body.keys.find((key: { id: string }) => key.id === id);
const listed = async (id: string) =>
  (await caller.sendAsSession('GET', '/auth/api-key')).body.items.find((key: { id: string }) => key.id === id);

test('a key is made, works, is listed with its quota, renamed and revoked', async () => {
  const made = await caller.sendAsSession('POST', '/auth/api-key', { name: 'bot', anything: 1 });
  expect([made.status, made.body]).toEqual([
    200,
    {
      key: expect.stringMatching(/^tp_/),
      id: expect.any(String),
      name: 'bot',
      prefix: expect.any(String),
      expiresAt: null,
      createdAt: expect.any(String),
    },
  ]);
  const { id, key } = made.body;
  const headers = { 'x-api-key': key };
  expect((await send(caller.baseUrl, 'GET', '/account', { headers })).status).toBe(200);
  const { prefix, created_at: createdAt } = await unified(id);
  expect(await listed(id)).toEqual({
    ...{ id, name: 'bot', prefix, createdAt, expiresAt: null },
    ...{ refillInterval: null, refillAmount: null, lastRefillAt: null, remaining: null },
    ...{ enabled: true, rateLimitEnabled: true, rateLimitTimeWindow: 60_000, rateLimitMax: expect.any(Number) },
    requestCount: expect.any(Number),
  });
  const renamed = await caller.sendAsSession('PATCH', `/auth/api-key/${id}`, { name: 'second bot' });
  expect([renamed.status, renamed.body]).toEqual([200, { success: true, name: 'second bot' }]);
  // The unified surface renames no keys: the name is one of the older surface.
  expect([(await unified(id)).name, (await listed(id)).name]).toEqual(['bot', 'second bot']);
  const revoked = await caller.sendAsSession('DELETE', `/auth/api-key/${id}`);
  expect([revoked.status, revoked.body]).toEqual([200, { success: true }]);
  expect([await unified(id), await listed(id)]).toEqual([undefined, undefined]);
});

test('one without a body gets the default name', async () => {
  expect((await caller.sendAsSession('POST', '/auth/api-key')).body).toMatchObject({ name: 'api-key' });
});

test.each([
  ['PATCH', { name: ' ' }, 400, 'validation_failed'],
  ['PATCH', { name: 'other' }, 404, 'not_found'],
  ['DELETE', undefined, 404, 'not_found'],
])('%s of an unknown key with %j is refused', async (method, body, status, error) => {
  const answer = await caller.sendAsSession(method, '/auth/api-key/key_of_nobody', body);
  expect([answer.status, answer.body]).toMatchObject([status, { error, message: expect.any(String) }]);
});

test('an API key manages no keys, and is told what does', async () => {
  const answer = await caller.send('GET', '/auth/api-key');
  expect([answer.status, answer.body]).toEqual([
    401,
    {
      error: 'unauthorized',
      message: expect.stringContaining('a session token'),
      details: { credential: 'session_token' },
      request_id: expect.any(String),
    },
  ]);
});
