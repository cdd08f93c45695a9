import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { KEY, PAGE, startConsole } from './testing.js';

const COOKIE = `console_session=${KEY}`;
const ENDPOINTS = [
  ['GET', '/console/session', undefined],
  ['POST', '/console/session', { api_key: KEY }],
  ['DELETE', '/console/session', undefined],
  ['POST', '/console/code', { email: 'a@example.com' }],
  ['POST', '/console/graphql', { query: 'mutation { revokeApiKey(input: { id: "key_1" }) { id } }' }],
] as const;
const MARKED = { 'x-console': '1' };
const OWN = 'http://localhost:8080';

let running: ReturnType<typeof startConsole>;

beforeEach(() => {
  running = startConsole({ corsOrigins: ['*', 'https://app.example'] });
});

afterEach(() => running.server.close());

type Endpoint = (typeof ENDPOINTS)[number];

function send([method, url, payload]: Endpoint, headers: Record<string, string>) {
  return running.server.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
}

/** Whether anything was done, asked or counted. */
const isUntouched = () => running.questions.length === 0 && running.graphRequests.length === 0;

describe.each(ENDPOINTS)('%s %s', (...endpoint) => {
  test.each([
    ['without the header', { 'sec-fetch-site': 'same-origin', origin: OWN }],
    ['with another value of the header', { ...PAGE, 'x-console': 'true' }],
    ['of another site', { ...MARKED, 'sec-fetch-site': 'cross-site' }],
    ['of the same site, as another port of this machine is', { ...MARKED, 'sec-fetch-site': 'same-site' }],
    ['of no page', { ...MARKED, 'sec-fetch-site': 'none' }],
    ['of the own origin as an older browser may forge nothing', { ...MARKED, origin: 'https://evil.example' }],
    ['of an origin that CORS allows', { ...MARKED, origin: 'https://app.example' }],
    ['of a file or a sandboxed frame', { ...MARKED, origin: 'null' }],
    ['of another port', { ...MARKED, origin: 'http://localhost:8081' }],
    ['of the own machine over TLS', { ...MARKED, origin: 'https://localhost:8080' }],
    ['of another site that names the own origin', { ...MARKED, 'sec-fetch-site': 'cross-site', origin: OWN }],
  ])('a request %s does nothing', async (_whose, headers) => {
    const { statusCode, headers: said, body } = await send(endpoint, { ...headers, cookie: COOKIE });
    const { error, errors } = JSON.parse(body);
    expect([statusCode, error?.code ?? errors[0].extensions.code]).toEqual([403, 'insufficient_permissions']);
    expect(said['set-cookie']).toBeUndefined();
    expect(isUntouched()).toBe(true);
  });

  test('serves a page of the own origin, also where its browser says no more than the origin', async () => {
    for (const origin of [OWN, 'http://127.0.0.1:8080']) {
      const { statusCode } = await send(endpoint, { ...MARKED, origin, cookie: COOKIE });
      expect([200, 204]).toContain(statusCode);
    }
  });

  test('is opened to no other origin by CORS, before or with the request', async () => {
    const [method, url] = endpoint;
    for (const origin of ['https://app.example', 'https://else.example', OWN])
      for (const path of [url, url.replace('/console', '/%63onsole')]) {
        const preflight = {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': 'x-console',
        };
        const answers = [
          await running.server.inject({ method: 'OPTIONS', url: path, headers: preflight }),
          await running.server.inject({ method, url: path, headers: { ...PAGE, origin } }),
        ];
        for (const { headers } of answers)
          expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
        expect([404, 405]).toContain(answers[0]?.statusCode);
      }
  });
});

test('a read of the own origin passes where its browser does not say from where it comes', async () => {
  const read = await send(ENDPOINTS[0], { ...MARKED, cookie: COOKIE });
  expect(read.json()).toEqual({ signed_in: true, credential: 'api_key', sandbox_wallets: false });
  for (const endpoint of ENDPOINTS.slice(1))
    expect((await send(endpoint, { ...MARKED, cookie: COOKIE })).statusCode).toBe(403);
});

test.each([{ 'x-api-key': KEY }, { authorization: `Bearer ${KEY}` }])(
  'a credential in a header counts for nothing: %j',
  async (header) => {
    expect((await send(ENDPOINTS[0], { ...PAGE, ...header })).json()).toEqual({
      signed_in: false,
      credential: null,
      sandbox_wallets: false,
    });
    await send(ENDPOINTS[4], { ...PAGE, ...header });
    await send(ENDPOINTS[4], { ...PAGE, 'x-api-key': 'tp_other', cookie: COOKIE });
    expect(running.graphRequests.map((request) => request.headers)).toEqual([{}, { 'x-api-key': KEY }]);
  },
);

test('a form of another site can be no request to an endpoint', async () => {
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=b']) {
    const headers = { ...PAGE, cookie: COOKIE, 'content-type': type };
    const answer = await running.server.inject({ method: 'POST', url: '/console/graphql', headers, payload: '{}' });
    expect(answer.statusCode).toBe(415);
  }
  expect(running.graphRequests).toEqual([]);
});

test('the graph is changed by no address alone', async () => {
  const url = `/console/graphql?query=${encodeURIComponent('mutation { haltDeployments { at } }')}`;
  const answer = await running.server.inject({ url, headers: { ...PAGE, cookie: COOKIE } });
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
});
