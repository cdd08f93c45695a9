import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { catalogue } from '@platform/errors';
import fc from 'fast-check';
import { startTestGateway, type TestGateway } from './testing/platform.js';

const RUNS = 500;
const TEST_MS = 300_000;
/** Messages of the persisted query protocol: they request the text from the client and are not refusals. */
const PROTOCOL = ['PERSISTED_QUERY_NOT_FOUND', 'PERSISTED_QUERY_NOT_SUPPORTED'];

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});

afterAll(() => gateway.close());

const words = fc.constantFrom(
  ...[
    '{',
    '}',
    '(',
    ')',
    '...',
    '@include(if: false)',
    '$n',
    ':',
    '"x"',
    '"',
    '1e999',
    'query',
    'mutation',
    'fragment F on',
  ],
  ...[
    'Query',
    'shop(id: "s")',
    'thing',
    'id',
    'things',
    'refused',
    'add(number: 1)',
    '__schema',
    '__typename',
    'ä',
    '\u0000',
  ],
);
const query = fc.oneof(
  fc.array(words, { maxLength: 30 }).map((parts) => parts.join(' ')),
  fc.array(words, { maxLength: 6 }).map((parts) => `{ ${parts.join(' ')} }`),
  fc.constantFrom(
    '{ refused }',
    '{ thing(id: "t1") { id } }',
    'query Q($n: Int!) { add(number: $n) }',
    'subscription { x }',
  ),
  fc.string(),
  fc.jsonValue(),
);
const operation = fc.record(
  {
    query,
    variables: fc.oneof(fc.constant({ n: 1 }), fc.jsonValue()),
    operationName: fc.oneof(fc.constantFrom('Q', 'F', null), fc.jsonValue()),
    extensions: fc.oneof(fc.constant({ persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } }), fc.jsonValue()),
  },
  { requiredKeys: [] },
);
const body = fc.oneof(
  { weight: 6, arbitrary: operation.map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.array(operation, { maxLength: 2 }).map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.string() },
  { weight: 1, arbitrary: fc.json() },
);
const headers = fc.record(
  {
    'content-type': fc.oneof(
      { weight: 6, arbitrary: fc.constant('application/json') },
      fc.constantFrom('text/plain', 'application/graphql', 'application/json; charset=latin1', 'x'),
    ),
    accept: fc.constantFrom('application/json', 'application/graphql-response+json', 'text/html', '*/*', 'x'),
    'x-api-key': fc.constantFrom('good', 'good', 'wrong', 'x'.repeat(5_000)),
    authorization: fc.constantFrom('Bearer nobody', 'Basic x', 'Bearer'),
  },
  { requiredKeys: ['content-type'] },
);
const request = fc.record({
  method: fc.oneof({ weight: 8, arbitrary: fc.constant('POST') }, fc.constantFrom('GET', 'PUT', 'DELETE', 'PATCH')),
  path: fc.oneof({ weight: 8, arbitrary: fc.constant('/graphql') }, fc.constantFrom('/graphql?query=%7B', '/', '/%')),
  headers,
  body,
});

test(
  'every refusal says what the catalogue says, under the id of its request',
  async () => {
    await fc.assert(
      fc.asyncProperty(request, async ({ method, path, headers: sent, body: text }) => {
        const init = { method, headers: sent, ...(method === 'GET' ? {} : { body: text }) };
        const response = await fetch(gateway.address + path, init);
        expect(response.status).toBeLessThan(500);
        const answer = JSON.parse(await response.text());
        if (response.status >= 400) expect(answer.errors).not.toHaveLength(0);
        for (const { message, extensions, ...place } of answer.errors ?? []) {
          expect(message).toEqual(expect.any(String));
          const { code, requestId, details = {}, ...others } = extensions;
          expect([...Object.keys(catalogue), ...PROTOCOL].filter((name) => name !== 'internal')).toContain(code);
          expect(requestId).toBe(response.headers.get('x-request-id'));
          expect(details).toEqual(expect.any(Object));
          expect(others).toEqual({});
          expect(['locations', 'path']).toEqual(expect.arrayContaining(Object.keys(place)));
        }
      }),
      { numRuns: RUNS },
    );
  },
  TEST_MS,
);
