import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { FLOODING_ADDRESS, startTestGateway, type TestGateway } from './testing/platform.js';

const good = { 'x-api-key': 'good' };
let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});

afterAll(() => gateway.close());

const pass = (body: unknown, headers: Record<string, string> = good, ip = '192.0.2.1') =>
  gateway.answer({ id: 'r-1', headers, ip, body });

test.each([
  ['an answer', { query: '{ shop(id: "s1") { id } }' }],
  ['one operation of several', { query: 'query A { shop(id: "s1") { id } } query B { refused }', operationName: 'B' }],
  ['a refused document', { query: '{ nothing }' }],
  [
    'too many variables',
    { query: '{ refused }', variables: Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`v${i}`, i])) },
  ],
  ['no document', {}],
  ['no object', [1]],
])('%s is the same as over HTTP', async (_what, body) => {
  const passed = await pass(body);
  const sent = await gateway.post('/graphql', JSON.stringify(body), { ...good, 'x-request-id': 'r-1' });
  expect([passed.status, JSON.parse(passed.body)]).toEqual([sent.status, await sent.json()]);
});

test('a caller is counted by the credential or the address that is passed', async () => {
  const { headers } = await pass({ query: '{ shop(id: "s1") { id } }' });
  expect(headers).toMatchObject({ 'ratelimit-policy': '"credential";q=1000;w=60' });
  gateway.counted.length = 0;
  expect((await pass({ query: '{ refused }' }, { 'x-api-key': 'bad' }, '192.0.2.7')).status).toBe(401);
  expect(gateway.counted).toEqual(['192.0.2.7']);
  const flooding = await pass({ query: '{ refused }' }, {}, FLOODING_ADDRESS);
  expect([flooding.status, flooding.headers['retry-after']]).toEqual([429, '30']);
});
