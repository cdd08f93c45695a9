import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { recordsOf } from '../canaries/traces.js';
import { Caller, readCode, send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { BrowserSession } from './browser-session.js';

const START_MS = 180_000;
/** The gateway keeps what it knows of a credential for two seconds; a busy machine takes longer. */
const REVOKED_MS_MAX = 30_000;
const ACCOUNT = '{ account { id } }';
const LINK = 'mutation { createSignInLink { secret } }';
const WALLET = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';

let platform: Platform;
let caller: Caller;
/** Every credential that a browser held. */
const held: (string | undefined)[] = [];

beforeAll(async () => {
  const environment = { CORS_ORIGINS: '*', LOG_LEVEL: 'trace' };
  platform = await Platform.start('its logs are read at trace, and it allows every origin', environment);
  caller = await Caller.register(platform, 'console@example.com');
}, START_MS);

afterAll(() => platform[Symbol.asyncDispose](), START_MS);

/** Signs a browser in, and returns it once it sees the account of the proof. */
async function signedIn(proof: object): Promise<BrowserSession> {
  const browser = new BrowserSession(caller.baseUrl);
  expect(await browser.signIn(proof)).toMatchObject({ status: 204, body: undefined });
  held.push(browser.secret);
  return browser;
}

const accountOf = async (browser: BrowserSession) => (await browser.graph(ACCOUNT)).body.data?.account?.id;
/** Whether the graph knows nobody: the credential has ended, or there is none. */
const isSignedOut = async (browser: BrowserSession) => {
  const { status, body } = await browser.graph(ACCOUNT);
  return status === 401 || body.errors?.[0]?.extensions.code === 'unauthorized';
};
const untilSignedOut = (browser: BrowserSession) =>
  until(
    'the end of the session',
    () => isSignedOut(browser),
    (ended) => ended,
    { timeoutMs: REVOKED_MS_MAX },
  );

describe('a browser', () => {
  test('signs in by a code, and leaves no key behind', async () => {
    const email = 'console-code@example.com';
    const browser = new BrowserSession(caller.baseUrl);
    expect((await browser.send('POST', '/console/code', { email })).status).toBe(204);
    const { mailbox_dir: mailbox } = await platform.descriptor();
    expect((await browser.signIn({ email, code: await readCode(mailbox, email) })).status).toBe(204);
    held.push(browser.secret);
    expect(await browser.session()).toMatchObject({ signed_in: true, credential: 'bearer_token' });
    expect((await browser.graph('{ account { email } apiKeys { id } }')).body.data).toEqual({
      account: { email },
      apiKeys: [],
    });
  });

  test('signs in by a key, a session token and a link, as the same account', async () => {
    const byKey = await signedIn({ api_key: caller.apiKey });
    expect(await byKey.session()).toMatchObject({ signed_in: true, credential: 'api_key' });
    const byToken = await signedIn({ token: caller.sessionToken });
    const { secret } = (await byToken.graph(LINK)).body.data.createSignInLink;
    const byLink = await signedIn({ link: secret });
    expect(byLink.received[0]).toMatch(/; Path=\/console; Max-Age=86\d{3}; HttpOnly; SameSite=Strict$/);
    for (const browser of [byKey, byToken, byLink]) expect(await accountOf(browser)).toBe(caller.accountId);
    const again = await new BrowserSession(caller.baseUrl).signIn({ link: secret });
    expect([again.status, again.body.error.code]).toEqual([410, 'magic_link_invalid']);
    expect((await byKey.graph(LINK)).body.errors[0].extensions.code).toBe('unauthorized');
  });

  test('signs in by a wallet of the sandbox, or its own token of the identity provider', async () => {
    const byWallet = await signedIn({ wallet: WALLET });
    const { token_url: url } = (await platform.descriptor()).identity_provider;
    const headers = { 'content-type': 'application/json' };
    const issued = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ wallet: WALLET }) });
    const byToken = await signedIn(Object(await issued.json()));
    expect(await accountOf(byToken)).toBe(await accountOf(byWallet));
    expect(await byWallet.session()).toEqual({ signed_in: true, credential: 'bearer_token', sandbox_wallets: true });
  });

  test('is signed out everywhere by signing out of the console', async () => {
    const browser = await signedIn({ link: await newLink() });
    const secret = browser.secret;
    expect((await browser.send('DELETE', '/console/session')).status).toBe(204);
    expect([browser.secret, await isSignedOut(browser)]).toEqual([undefined, true]);
    const copied = new BrowserSession(caller.baseUrl);
    const thief = () =>
      copied.send('POST', '/console/graphql', { query: ACCOUNT }, { cookie: `console_session=${secret}` });
    await until('the end of the session', thief, ({ status }) => status === 401, { timeoutMs: REVOKED_MS_MAX });
  });

  test('is signed out within seconds of a key being revoked', async () => {
    const minted = await caller.sendAsSession('POST', '/account/keys', { name: 'console' });
    const browser = await signedIn({ api_key: minted.body.api_key });
    expect(await accountOf(browser)).toBe(caller.accountId);
    await caller.sendAsSession('DELETE', `/account/keys/${minted.body.key_id}`);
    await untilSignedOut(browser);
    expect(await browser.session()).toMatchObject({ signed_in: false });
    expect(browser.secret).toBeUndefined();
  });
});

async function newLink(): Promise<string> {
  const owner = await signedIn({ token: caller.sessionToken });
  return (await owner.graph(LINK)).body.data.createSignInLink.secret;
}

describe('the graph of the console', () => {
  test('answers as the graph does: data, refusals and limits', async () => {
    const browser = await signedIn({ api_key: caller.apiKey });
    for (const query of ['{ account { id email } }', '{ nothing }', '{ backtest(id: "bt_none") { id } }', '{']) {
      const response = await fetch(caller.graphqlUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': caller.apiKey, 'x-request-id': 'r1' },
        body: JSON.stringify({ query }),
      });
      const same = await browser.send('POST', '/console/graphql', { query }, { 'x-request-id': 'r1' });
      expect([query, same.status, same.body]).toEqual([query, response.status, await response.json()]);
      expect(same.headers.get('ratelimit-policy')).toBe(response.headers.get('ratelimit-policy'));
    }
  });

  test('shows nothing of another account', async () => {
    const other = await Caller.register(platform, 'console-other@example.com');
    const strategy = 'mutation ($input: RenameApiKeyInput!) { renameApiKey(input: $input) { key { id } } }';
    const keys = await caller.sendAsSession('GET', '/account/keys');
    const browser = await signedIn({ token: other.sessionToken });
    const { body } = await browser.graph(strategy, { input: { id: keys.body.keys[0].id, name: 'mine' } });
    expect(body.errors[0].extensions.code).toBe('api_key_not_found');
  });
});

describe('a page of another origin', () => {
  const HALT = { query: 'mutation { revokeApiKey(input: { id: "key_none" }) { id } }' };

  test.each([
    ['without the header', { 'x-console': '' }],
    ['of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['of another port', { 'sec-fetch-site': 'same-site', origin: 'http://localhost:3000' }],
  ])('%s can do nothing, though every origin may call', async (_whose, headers) => {
    const browser = await signedIn({ token: caller.sessionToken });
    for (const [method, path, body] of [
      ['POST', '/console/graphql', HALT],
      ['DELETE', '/console/session', undefined],
      ['POST', '/console/session', { api_key: caller.apiKey }],
      ['POST', '/console/code', { email: 'console-victim@example.com' }],
    ] as const) {
      const answer = await browser.send(method, path, body, headers);
      expect([path, answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([path, 403, null]);
    }
    expect(await accountOf(browser)).toBe(caller.accountId);
  });

  test('is told by no preflight that it may', async () => {
    for (const [path, allowed] of [
      ['/console/graphql', null],
      ['/account', 'https://evil.example'],
    ] as const) {
      const headers = { origin: 'https://evil.example', 'access-control-request-method': 'POST' };
      const response = await fetch(new URL(path, caller.baseUrl), { method: 'OPTIONS', headers });
      expect([path, response.headers.get('access-control-allow-origin')]).toEqual([path, allowed]);
    }
  });

  test('reads the public surface with no cookie: it takes none', async () => {
    const browser = await signedIn({ api_key: caller.apiKey });
    const cookie = `console_session=${browser.secret}`;
    for (const path of ['/account', '/wallet', '/runtime/backtests'])
      expect((await send(caller.baseUrl, 'GET', path, { headers: { cookie } })).status).toBe(401);
  });
});

test('what browsers held is in no log and no record', async () => {
  const logs = await platform.logs();
  const records = Buffer.concat([...(await recordsOf(platform)).values()]).toString();
  expect(held.length).toBeGreaterThan(5);
  for (const secret of held) {
    expect(secret).toMatch(/^(tp_|tps_|eyJ)/);
    expect([logs.includes(String(secret)), records.includes(String(secret))]).toEqual([false, false]);
  }
});

test('the endpoints of the console are in no public document', async () => {
  for (const path of ['/openapi.json', '/.well-known/mcp.json'])
    expect(await fetch(new URL(path, caller.baseUrl)).then((response) => response.text())).not.toContain('/console/');
});
