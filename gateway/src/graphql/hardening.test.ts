import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema, getIntrospectionQuery, parse, validate } from 'graphql';
import { startTestGateway, type TestGateway } from '../testing/platform.js';
import { documentLimits } from './document-limits.js';
import { PersistedDocuments } from './persisted-documents.js';

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startTestGateway();
});

afterAll(() => gateway.close());

async function ask(query: string, headers: Record<string, string> = { 'x-api-key': 'good' }) {
  const response = await gateway.post('/graphql', JSON.stringify({ query }), headers);
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail where it is not there.
  return { status: response.status, body: (await response.json()) as any };
}

/** So many levels of fields. */
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
      `{ ${repeated(30, (index) => `a${index}: shop(id: "s") { things { ${'id price owner '.repeat(15)} } }`)} }`,
      /selections/,
    ],
    ['asks for the schema deeper than the standard', getIntrospectionQuery({ typeDepth: 10 }), /depth limit of 15/],
    [
      'goes round in the schema',
      '{ __schema { types { fields { type { fields { type { fields { name } } } } } } } }',
      /introspection depth/,
    ],
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

  test('asks for something that is not there, without a hint of what is', async () => {
    const { body } = await ask('{ shp(id: "s") { id } }', {});
    expect(body.errors[0].message).not.toMatch(/did you mean/i);
  });
});

/** Fragments that each hold the next one twice: short to write, long to execute. */
function doubling(levels: number): string {
  const fragments = repeated(levels, (level) => `fragment F${level} on Shop { ...F${level + 1} ...F${level + 1} }`);
  return `{ shop(id: "s") { ...F0 } } ${fragments} fragment F${levels} on Shop { id }`;
}

const TRADES = `{ edges { cursor node { symbol side openedAt closedAt durationSeconds openRate closeRate amount stakeAmount leverage
  feesAbs profitAbs profitRatio entryTag exitReason } } pageInfo { hasNextPage endCursor } }`;

describe('the limits admit', () => {
  const schema = buildSchema(readFileSync(new URL('../../schema.graphql', import.meta.url), 'utf8'));
  const trusted: Record<string, string> = JSON.parse(
    readFileSync(new URL('../../trusted-documents.json', import.meta.url), 'utf8'),
  );

  test.each(Object.values(trusted).map((text) => [/(query|mutation) \w+/.exec(text)?.[0] ?? '', text]))(
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
  ])('is shown to a signed-in caller %s, and to nobody else', async (_case, query) => {
    const { status, body } = await ask(query);
    expect([status, body.errors]).toEqual([200, undefined]);
    const refused = await ask(query, {});
    expect(refused.body).toMatchObject({ data: null, errors: [{ extensions: { code: 'unauthorized' } }] });
  });

  test('has no types for anybody else', async () => {
    const query = '{ shop: __type(name: "Shop") { name } __type(name: "String") { name } }';
    expect((await ask(query, {})).body).toEqual({ data: { shop: null, __type: null } });
    expect((await ask(query)).body).toEqual({ data: { shop: { name: 'Shop' }, __type: { name: 'String' } } });
  });

  test('refuses variables of the wrong type', async () => {
    const { body } = await ask('query Q($name: String!) { __type(name: $name) { name } }');
    expect(body.errors).toMatchObject([{ extensions: { code: 'invalid_request', requestId: expect.any(String) } }]);
  });

  test('shows the name of a type to anybody', async () => {
    expect((await ask('{ __typename }', {})).body).toEqual({ data: { __typename: 'Query' } });
  });
});

describe('documents known by their hash', () => {
  const hash = 'a'.repeat(64);

  test('are those of the facade from the start, for good', async () => {
    const documents = new PersistedDocuments(JSON.stringify({ [hash]: '{ __typename }' }));
    await documents.set(`apq:${hash}`, 'another');
    await documents.delete(`apq:${hash}`);
    for (let index = 0; index < 2_000; index += 1) await documents.set(`apq:${index}`, 'x');
    expect(await documents.get(`apq:${hash}`)).toBe('{ __typename }');
  });

  test('are as many of those that callers introduce as fit', async () => {
    const documents = new PersistedDocuments();
    for (let index = 0; index < 1_001; index += 1) await documents.set(`apq:${index}`, 'x');
    expect([await documents.get('apq:0'), await documents.get('apq:1000')]).toEqual([undefined, 'x']);
    await documents.set('apq:long', 'x'.repeat(5 * 1024 * 1024));
    expect(await documents.get('apq:long')).toBeUndefined();
  });

  test('are JSON of texts by hash', () => {
    expect(() => new PersistedDocuments('{"x": "y"}')).toThrow();
  });
});
