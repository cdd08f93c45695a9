import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { liveHeapBytes } from '@platform/observability/metrics/testing';
import { buildSchema, getIntrospectionQuery, parse, validate } from 'graphql';
import { facadeDocuments } from '../testing/facade-documents.js';
import { startTestGateway, type TestGateway } from '../testing/platform.js';
import { documentLimits } from './documents/document-limits.js';
import { PersistedDocuments } from './documents/persisted-documents.js';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});

afterAll(() => gateway.close());

async function ask(query: string, headers: Record<string, string> = { 'x-api-key': 'good' }, variables: object = {}) {
  const response = await gateway.post('/graphql', JSON.stringify({ query, variables }), headers);
  // biome-ignore lint/suspicious/noExplicitAny: tests read the fields that they expect, and fail if one is missing.
  return { status: response.status, body: (await response.json()) as any };
}

/** Returns a document with this many levels of fields. */
const nested = (levels: number) => `${'{ x '.repeat(levels)}${'}'.repeat(levels)}`;
const repeated = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ');
const FULL_INTROSPECTION = getIntrospectionQuery({
  specifiedByUrl: true,
  directiveIsRepeatable: true,
  schemaDescription: true,
  inputValueDeprecation: true,
  oneOf: true,
});

describe('a document is refused that', () => {
  test.each([
    ['has too many words', `{ ${'__typename '.repeat(2_000)} }`, /token/i],
    ['repeats its fields', `{ shop(id: "s") { ${repeated(900, () => 'id')} } }`, /under one name: ask for each once/],
    ['repeats its fields by fragments', doubling(10), /too many selections/],
    [
      'has too many aliases',
      `{ ${repeated(31, (index) => `a${index}: __typename`)} }`.replaceAll('__typename', 'shop(id: "s") { id }'),
      /Aliases limit/,
    ],
    [
      'has too many directives',
      `{ shop(id: "s") { ${repeated(31, () => 'id @include(if: true)')} } }`,
      /Directives limit/,
    ],
    [
      'costs too much',
      `{ ${repeated(30, (index) => `a${index}: shop(id: "s") { ...T }`)} } fragment T on Shop { things { ${'id price owner '.repeat(15)} } }`,
      /selections/,
    ],
    ['asks for the schema deeper than the standard', getIntrospectionQuery({ typeDepth: 10 }), /depth limit of 15/],
    [
      'goes round in the schema',
      '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
      /introspection depth/,
    ],
    [
      'asks for the schema thirty times',
      `{ ${repeated(30, (index) => `a${index}: __schema { types { name } }`)} }`,
      /asks for the schema once/,
    ],
    [
      'asks for the schema and for a type',
      '{ __schema { queryType { name } } __type(name: "Shop") { name } }',
      /asks for the schema once/,
    ],
    [
      'asks for all types thirty times',
      `{ __schema { ${repeated(30, (index) => `a${index}: types { name fields { name args { name } type { name } } }`)} } }`,
      /costs \d+, and may cost 60000/,
    ],
    ['has 64 KiB of comments', `{ __typename }\n${'#\n'.repeat(32 * 1024)}`, /more than 65536 bytes/],
  ])('%s', async (_case, query, message) => {
    const { body } = await ask(query);
    expect(body.errors[0].message).toMatch(message);
    expect(body.errors[0].extensions).toEqual({
      code: 'invalid_request',
      details: [{ path: '', message: body.errors[0].message }],
      requestId: expect.any(String),
    });
    expect(body).not.toHaveProperty('data');
  });

  test.each([
    ['a field', '{ shp(id: "s") { id } }', 'Did you mean "shop" or "shops"?'],
    ['an argument', '{ shop(ids: "s") { id } }', 'Did you mean "id"?'],
    ['a type', 'query Q($id: IDD!) { shop(id: $id) { id } }', 'Did you mean "ID"'],
  ])('asks for %s that is not there, with the nearest that is', async (_case, query, hint) => {
    const { body } = await ask(query, {});
    expect(body.errors[0].message).toContain(hint);
    expect(body.errors[0].extensions.code).toBe('invalid_request');
  });
});

const trusted = await facadeDocuments();

/** Fragments that each hold the next one twice: short to write, long to execute. */
function doubling(levels: number): string {
  const fragments = repeated(levels, (level) => `fragment F${level} on Shop { ...F${level + 1} ...F${level + 1} }`);
  return `{ shop(id: "s") { ...F0 } } ${fragments} fragment F${levels} on Shop { id }`;
}

const TRADES = `{ edges { cursor node { symbol side openedAt closedAt durationSeconds openRate closeRate amount stakeAmount leverage
  feesAbs profitAbs profitRatio entryTag exitReason } } pageInfo { hasNextPage endCursor } }`;

describe('the limits admit', () => {
  const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));

  test.each(trusted.map((text) => [/(query|mutation) \w+/.exec(text)?.[0] ?? '', text]))(
    'the facade’s %s',
    (_name, text) => {
      expect(validate(schema, parse(text), documentLimits)).toEqual([]);
    },
  );

  test.each([
    [
      'a page of a hundred with all that belongs to each',
      '{ backtests(first: 100) { edges { node { id status symbols result { sharpe equityCurve { t equity } } markets { symbol maxLeverage } } } pageInfo { endCursor } } }',
      0,
    ],
    ['the largest page of trades whole', `{ backtest(id: "b") { trades(first: 500) ${TRADES} } }`, 0],
    ['ten levels', nested(10), 0],
    ['eleven levels', nested(11), 1],
  ])('%s: %#', (_case, text, refusals) => {
    expect(validate(schema, parse(text), documentLimits)).toHaveLength(refusals);
  });
});

describe('the schema', () => {
  test.each([
    ['as is standard', getIntrospectionQuery()],
    ['in full', FULL_INTROSPECTION],
    ['in one fragment', 'query Q { ...F } fragment F on Query { __schema { queryType { name } } }'],
    ['together with something else', '{ __type(name: "Shop") { name } thing(id: "t1") { id } }'],
  ])('is shown to anybody %s', async (_case, query) => {
    const signedIn = await ask(query);
    expect([signedIn.status, signedIn.body.errors]).toEqual([200, undefined]);
    expect(await ask(query, {})).toEqual(signedIn);
  });

  test('is what the variables ask for', async () => {
    const query = 'query Q($name: String!) { __type(name: $name) { name } }';
    const asked = async (name: string) => (await ask(query, {}, { name })).body.data;
    expect(await asked('Shop')).toEqual({ __type: { name: 'Shop' } });
    expect(await asked('String')).toEqual({ __type: { name: 'String' } });
    expect(await asked('Nothing')).toEqual({ __type: null });
  });

  test('is answered with large variables again and again, and none of them is kept', async () => {
    const query = 'query Q($name: String!) { __type(name: $name) { name } }';
    const askTimes = async (times: number) => {
      for (let number = 0; number < times; number += 1) {
        const { body } = await ask(query, undefined, { name: `${number}${'x'.repeat(1_900_000)}` });
        expect(body).toEqual({ data: { __type: null } });
      }
    };
    // Loading by the first requests is not measured.
    await askTimes(2);
    const before = liveHeapBytes();
    await askTimes(20);
    expect(liveHeapBytes() - before).toBeLessThan(16 * 2 ** 20);
  });

  test('refuses variables of the wrong type', async () => {
    const { body } = await ask('query Q($name: String!) { __type(name: $name) { name } }');
    expect(body.errors).toMatchObject([{ extensions: { code: 'invalid_request', requestId: expect.any(String) } }]);
  });

  test('shows the name of a type to anybody', async () => {
    expect((await ask('{ __typename }', {})).body).toEqual({ data: { __typename: 'Query' } });
  });
});

test('callers who hang up while they are refused keep nobody from their turn', async () => {
  for (let number = 0; number < 20; number += 1) {
    const hangUp = new AbortController();
    const query = encodeURIComponent(`{ __typename } # ${number}`);
    // Without a header that no page can forge: Apollo refuses it before it parses the document.
    const asking = fetch(`${gateway.address}/graphql?query=${query}`, { signal: hangUp.signal });
    setTimeout(() => hangUp.abort(), number);
    await asking.then((response) => response.text()).catch(() => undefined);
  }
  expect((await ask('{ __typename } # of somebody else')).status).toBe(200);
});

describe('documents known by their hash', () => {
  test('are as many of those that callers introduce as fit', async () => {
    const documents = new PersistedDocuments();
    for (let index = 0; index < 1_001; index += 1) await documents.set(`apq:${index}`, 'x');
    expect([await documents.get('apq:0'), await documents.get('apq:1000')]).toEqual([undefined, 'x']);
    await documents.set('apq:long', 'x'.repeat(5 * 1024 * 1024));
    expect(await documents.get('apq:long')).toBeUndefined();
  });
});
