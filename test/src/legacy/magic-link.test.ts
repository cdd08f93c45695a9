import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { signInByMail } from './mailed-key.js';

/** Keys by e-mail: nothing is an account's before its inbox is proven. */

let platform: Platform;
let baseUrl: string;

beforeAll(async () => {
  platform = await Platform.shared();
  ({ base_url: baseUrl } = await platform.descriptor());
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

const signIn = (email: string) => signInByMail(platform, email);

test('a key works as soon as it is used, and its link says so afterwards', async () => {
  const { key, link } = await signIn('legacy-mail@example.com');
  const account = await send(baseUrl, 'GET', '/account', { headers: { 'x-api-key': key } });
  expect([account.status, account.body.account?.email]).toEqual([200, 'legacy-mail@example.com']);
  const page = await send(baseUrl, 'GET', link);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.body).toContain('legacy-mail@example.com');
  expect(page.body).not.toContain(key);
});

test('a link makes its key work, opened twice too', async () => {
  const { key, link } = await signIn('legacy-link@example.com');
  for (let times = 0; times < 2; times += 1) expect((await send(baseUrl, 'GET', link)).status).toBe(200);
  expect((await send(baseUrl, 'GET', '/account', { headers: { 'x-api-key': key } })).status).toBe(200);
});

test('a link that nobody was sent is refused', async () => {
  const answer = await send(baseUrl, 'GET', '/auth/magic-link?token=tpl_nobodys');
  expect([answer.status, answer.body.error, answer.body.docs_url]).toEqual([
    410,
    'magic_link_invalid',
    expect.stringContaining('/docs/errors/magic_link_invalid'),
  ]);
});

test.each([[{}], [{ email: 'nobody' }]])('%j is no address', async (body) => {
  const answer = await send(baseUrl, 'POST', '/auth/sign-in/magic-link', { body });
  expect([answer.status, answer.body.details?.[0]?.path]).toEqual([400, 'email']);
});
