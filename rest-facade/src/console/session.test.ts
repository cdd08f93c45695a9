import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Connections } from '@platform/edge/http';
import { PlatformError } from '@platform/errors';
import { KEY, PAGE, SESSION, startConsole } from './testing.js';

const ATTRIBUTES = 'Path=/console; Max-Age=2592000; HttpOnly; SameSite=Strict';
const SIGNED_OUT = { signed_in: false, credential: null, sandbox_wallets: false };
const SIGNED_IN = { ...SIGNED_OUT, signed_in: true, credential: 'api_key' };
const DROPPED = 'console_session=; Path=/console; Max-Age=0; HttpOnly; SameSite=Strict';
const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7';
let running: ReturnType<typeof startConsole>;

beforeEach(() => {
  running = startConsole();
});

afterEach(() => running.server.close());

const signIn = (payload: object, headers: object = {}) =>
  running.server.inject({ method: 'POST', url: '/console/session', headers: { ...PAGE, ...headers }, payload });
const session = (cookie?: string) =>
  running.server.inject({ url: '/console/session', headers: { ...PAGE, ...(cookie === undefined ? {} : { cookie }) } });
const graph = (cookie?: string, headers: object = {}) =>
  running.server.inject({
    method: 'POST',
    url: '/console/graphql',
    headers: { ...PAGE, ...(cookie === undefined ? {} : { cookie }), ...headers },
    payload: { query: '{ account { id } }', operationName: null },
  });

describe('signing in', () => {
  test.each([
    ['a key', { api_key: KEY }, KEY],
    ['a session token', { token: SESSION }, SESSION],
    ['a code', { email: 'a@example.com', code: '123456' }, SESSION],
  ])('by %s keeps the credential where no script reads it', async (_way, proof, secret) => {
    const { statusCode, headers, body } = await signIn(proof);
    expect([statusCode, body]).toEqual([204, '']);
    expect(headers['set-cookie']).toBe(`console_session=${secret}; ${ATTRIBUTES}`);
  });

  test('over TLS keeps a cookie that never leaves it', async () => {
    await running.server.close();
    running = startConsole({ publicUrl: () => 'https://console.example' });
    const { headers } = await signIn({ api_key: KEY });
    expect(headers['set-cookie']).toBe(`__Secure-console_session=${KEY}; ${ATTRIBUTES}; Secure`);
    expect((await session(`console_session=${KEY}`)).json()).toEqual(SIGNED_OUT);
    expect((await session(`__Secure-console_session=${KEY}`)).json()).toEqual(SIGNED_IN);
  });

  test.each([
    ['an unknown key', { api_key: 'tp_unknown' }, 401, 'unauthorized'],
    ['a token as a key', { api_key: SESSION }, 400, 'invalid_request'],
    ['what would end a cookie', { token: 'tps_a; Domain=example.com' }, 400, 'invalid_request'],
    ['more than a cookie holds', { token: `tps_${'a'.repeat(4_000)}` }, 400, 'invalid_request'],
    ['an address without a code', { email: 'a@example.com' }, 400, 'invalid_request'],
    ['two ways at once', { api_key: KEY, token: SESSION }, 400, 'invalid_request'],
    ['an unknown field', { api_key: KEY, remember: true }, 400, 'invalid_request'],
    ['a wallet where there is no sandbox', { wallet: WALLET }, 400, 'invalid_request'],
    ['nothing', {}, 400, 'invalid_request'],
  ])('by %s is refused and keeps nothing', async (_way, proof, status, code) => {
    const { statusCode, headers, body } = await signIn(proof);
    expect([statusCode, JSON.parse(body).error.code]).toEqual([status, code]);
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('by a token of an identity provider lasts as long as the token', async () => {
    const exp = running.clock.nowMs() / 1_000 + 3_600;
    const token = ['e30', Buffer.from(JSON.stringify({ exp })).toString('base64url'), 'c2ln'].join('.');
    running.valid.add(token);
    expect((await signIn({ token })).headers['set-cookie']).toContain(`=${token}; Path=/console; Max-Age=3600;`);
  });
  test('by a link lasts as long as the session that it opened', async () => {
    const { headers } = await signIn({ link: 'tpi_once' });
    expect(headers['set-cookie']).toContain(`=${SESSION}; Path=/console; Max-Age=86400;`);
    expect(running.questions[0]?.body.variables).toEqual({ input: { secret: 'tpi_once' } });
  });
});

describe('beside a sandbox', () => {
  const tokens: Readonly<Record<string, string>> = { [WALLET]: SESSION };

  beforeEach(async () => {
    await running.server.close();
    running = startConsole({
      walletTokens: async (wallet) => {
        const token = tokens[wallet];
        if (token === undefined) throw new PlatformError('service_unavailable');
        return token;
      },
    });
  });

  test('a wallet is signed in without a script that sees its token', async () => {
    expect((await session()).json()).toEqual({ ...SIGNED_OUT, sandbox_wallets: true });
    const { statusCode, headers, body } = await signIn({ wallet: WALLET });
    expect([statusCode, body, headers['set-cookie']]).toEqual([204, '', `console_session=${SESSION}; ${ATTRIBUTES}`]);
  });

  test('a wallet waits while the identity provider is down, and is refused where it is none', async () => {
    expect((await signIn({ wallet: WALLET.toLowerCase() })).statusCode).toBe(503);
    expect((await signIn({ wallet: '0x1' })).statusCode).toBe(400);
  });
});

describe('a session', () => {
  test('is told to its page, which never sees the credential', async () => {
    expect((await session()).json()).toEqual(SIGNED_OUT);
    for (const [secret, credential] of [
      [KEY, 'api_key'],
      [SESSION, 'bearer_token'],
    ]) {
      const { body } = await session(`other=1; console_session=${secret}`);
      expect(JSON.parse(body)).toEqual({ ...SIGNED_IN, credential });
      expect(body).not.toContain(secret);
    }
  });

  test('that has ended is dropped', async () => {
    running.valid.delete(KEY);
    const { headers, body } = await session(`console_session=${KEY}`);
    expect(JSON.parse(body)).toEqual(SIGNED_OUT);
    expect(headers['set-cookie']).toBe(DROPPED);
  });

  const signOut = (cookie: string) =>
    running.server.inject({ method: 'DELETE', url: '/console/session', headers: { ...PAGE, cookie } });

  test('ends everywhere by signing out; a key stays a key', async () => {
    for (const secret of [SESSION, KEY]) {
      const { statusCode, headers } = await signOut(`console_session=${secret}`);
      expect([statusCode, headers['set-cookie']]).toEqual([204, DROPPED]);
    }
    expect(running.questions.map(({ headers }) => headers)).toEqual([{ authorization: `Bearer ${SESSION}` }]);
  });

  test('is dropped by signing out, also where it has ended or can not be ended now', async () => {
    for (const [code, status] of [
      ['unauthorized', 204],
      ['service_unavailable', 503],
    ] as const) {
      running.refuseWith(code);
      const { statusCode, headers } = await signOut(`console_session=${SESSION}`);
      expect([statusCode, headers['set-cookie']]).toEqual([status, DROPPED]);
    }
  });

  test('is not dropped while nobody can say whether it has ended', async () => {
    running.refuseWith('service_unavailable');
    const { statusCode, headers } = await session(`console_session=${KEY}`);
    expect([statusCode, headers['set-cookie']]).toEqual([503, undefined]);
  });

  test('does not count where two cookies claim to be it', async () => {
    const cookie = `console_session=${KEY}; console_session=${SESSION}`;
    expect((await session(cookie)).json()).toEqual(SIGNED_OUT);
  });
});

describe('the graph', () => {
  test('is asked with the credential of the session, and its answer passed on', async () => {
    const { statusCode, headers, body } = await graph(`console_session=${KEY}`);
    expect([statusCode, body]).toEqual([200, '{"data":{"account":{"id":"acc_1"}}}']);
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      ratelimit: '"credential";r=9;t=60',
    });
    expect(running.graphRequests).toEqual([
      {
        id: expect.any(String),
        ip: '127.0.0.1',
        headers: { 'x-api-key': KEY },
        body: { query: '{ account { id } }', operationName: null },
      },
    ]);
  });

  test('takes a large body from a session alone', async () => {
    const ask = (headers: object) =>
      running.server.inject({
        method: 'POST',
        url: '/console/graphql',
        headers: { ...PAGE, ...headers },
        payload: { query: '{ account { id } }', variables: { code: 'x'.repeat(200_000) } },
      });
    expect((await ask({ cookie: `console_session=${KEY}` })).statusCode).toBe(200);
    expect((await ask({})).statusCode).toBe(401);
    expect((await ask({ cookie: 'console_session=tp_unknown' })).statusCode).toBe(401);
    expect(running.graphRequests).toHaveLength(1);
  });

  test('is asked as nobody without a session: a shared result is read so', async () => {
    expect((await graph()).statusCode).toBe(200);
    expect(running.graphRequests.map((request) => request.headers)).toEqual([{}]);
  });

  test('takes a connection for a caller’s own only where it showed a credential that is good', async () => {
    const trusted = jest.spyOn(Connections.prototype, 'trust');
    await graph();
    expect(trusted).not.toHaveBeenCalled();
    await graph(`console_session=${KEY}`);
    expect(trusted).toHaveBeenCalledTimes(1);
    trusted.mockRestore();
  });
});

test('what signs in is in no log and no answer, however it fails', async () => {
  const canaries = [KEY, SESSION, 'tps_canary-unknown', 'tpi_canary-link', '135790'];
  const cookies = [KEY, SESSION, 'tps_canary-unknown'].map((secret) => `console_session=${secret}`);
  const said: string[] = [];
  for (const refusal of [undefined, 'unauthorized', 'internal', 'service_unavailable'] as const) {
    running.refuseWith(refusal);
    const answers = [
      await signIn({ api_key: KEY }),
      await signIn({ token: SESSION }),
      await signIn({ token: 'tps_canary-unknown' }),
      await signIn({ link: 'tpi_canary-link' }),
      await signIn({ link: 'tpi_canary-link'.repeat(20) }),
      await signIn({ email: 'a@example.com', code: '135790' }),
      await signIn({ api_key: SESSION, [KEY]: SESSION }),
      ...(await Promise.all(
        cookies.flatMap((cookie) => [session(cookie), graph(cookie), graph(cookie, { 'x-console': '' })]),
      )),
    ];
    said.push(...answers.map(({ body }) => body));
  }
  expect(running.logged).not.toEqual([]);
  for (const canary of canaries) expect(running.logged.join('') + said.join('')).not.toContain(canary);
});
