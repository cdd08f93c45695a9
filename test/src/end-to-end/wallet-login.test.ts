import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { exportSPKI, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { Caller, send as sendTo } from '../platform/caller.js';
import type { Descriptor } from '../platform/descriptor.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';

const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
const EMAIL = 'wallet-login@example.com';
const START_MS = 180_000;
const TEST_MS = 300_000;
let platform: Platform;
let descriptor: Descriptor;

beforeAll(async () => {
  platform = await Platform.shared();
  descriptor = await platform.descriptor();
}, START_MS);

afterAll(() => platform?.[Symbol.asyncDispose](), START_MS);

async function tokenFor(wallet: string, email?: string): Promise<string> {
  const body = JSON.stringify({ wallet, ...(email === undefined ? {} : { email }) });
  const { token_url: url } = descriptor.identity_provider;
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect(response.status).toBe(200);
  return ((await response.json()) as { token: string }).token;
}

function send(method: string, path: string, headers: Record<string, string>, body?: object) {
  return sendTo(descriptor.base_url, method, path, { headers, body });
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('a wallet login', () => {
  test(
    'lists, mints and revokes keys with its token, and shows how it signs in',
    async () => {
      const session = bearer(await tokenFor(WALLET, EMAIL));
      expect(await send('GET', '/account/keys', session)).toMatchObject({ status: 200, body: { keys: [] } });
      const minted = await send('POST', '/account/keys', session, { name: 'bot' });
      expect(minted.body).toMatchObject({ api_key: expect.stringMatching(/^tp_/), key_id: expect.any(String) });
      const key = { 'x-api-key': minted.body.api_key };
      const { account } = (await send('GET', '/account', key)).body;
      expect(account).toMatchObject({ id: minted.body.account_id, login_type: 'wallet', email: EMAIL });
      expect((await send('GET', '/wallet', key)).status).toBe(200);
      const again = bearer(await tokenFor(WALLET));
      expect((await send('GET', '/account/keys', again)).body.keys).toMatchObject([{ id: minted.body.key_id }]);
      expect((await send('DELETE', `/account/keys/${minted.body.key_id}`, again)).status).toBe(200);
      await until(
        'the revocation',
        () => send('GET', '/account', key),
        ({ status }) => status === 401,
      );
    },
    TEST_MS,
  );

  test(
    'has an account of its own beside the one of the same address',
    async () => {
      const byEmail = await Caller.register(platform, EMAIL);
      const query = JSON.stringify({ query: '{ account { id loginType email } }' });
      const headers = { 'content-type': 'application/json', ...bearer(await tokenFor(WALLET, EMAIL)) };
      const response = await fetch(descriptor.graphql_url, { method: 'POST', headers, body: query });
      const { data } = (await response.json()) as { data: { account: { id: string } } };
      expect(data.account).toMatchObject({ loginType: 'wallet', email: EMAIL });
      expect(data.account.id).not.toBe(byEmail.accountId);
    },
    TEST_MS,
  );

  test(
    'goes on when the provider signs with another key',
    async () => {
      const before = bearer(await tokenFor(WALLET));
      expect((await send('GET', '/account/keys', before)).status).toBe(200);
      await fetch(descriptor.identity_provider.token_url.replace(/token$/, 'rotate'), { method: 'POST' });
      await until(
        'the new key',
        async () => send('GET', '/account/keys', bearer(await tokenFor(WALLET))),
        ({ status }) => status === 200,
      );
      expect((await send('GET', '/account/keys', before)).status).toBe(200);
    },
    TEST_MS,
  );
});

describe('a token is refused', () => {
  async function forged(algorithm: 'none' | 'HS256'): Promise<string> {
    const [, payload = ''] = (await tokenFor(WALLET)).split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    if (algorithm === 'none') return new UnsecuredJWT(claims).encode();
    const jwks = await fetch(descriptor.identity_provider.token_url.replace(/token$/, 'jwks.json'));
    const [jwk] = ((await jwks.json()) as { keys: [Record<string, string>] }).keys;
    const publicKey = await importJWK(jwk, 'ES256', { extractable: true });
    if (publicKey instanceof Uint8Array) throw new Error('a secret is published');
    const secret = Buffer.from(await exportSPKI(publicKey));
    return new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: jwk['kid'] ?? '' }).sign(secret);
  }

  test.each(['none', 'HS256'] as const)('of the algorithm %s', async (algorithm) => {
    const { status, body } = await send('GET', '/account/keys', bearer(await forged(algorithm)));
    expect([status, body.error.code]).toEqual([401, 'unauthorized']);
  });

  test('whose signature is cut off', async () => {
    const token = (await tokenFor(WALLET)).slice(0, -8);
    expect((await send('GET', '/account/keys', bearer(token))).status).toBe(401);
  });
});
