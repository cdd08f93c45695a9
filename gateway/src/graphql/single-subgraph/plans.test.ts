import { createHash } from 'node:crypto';
import { ApolloGateway } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testSupergraph } from '../../testing/subgraphs.js';
import { SingleSubgraphPlans } from './plans.js';

const documents = new SingleSubgraphPlans();
let apollo: ApolloServer;

beforeAll(async () => {
  const gateway = new ApolloGateway({
    supergraphSdl: testSupergraph(),
    buildService: () => ({ process: async () => ({ data: {} }) }),
    experimental_didResolveQueryPlan: (planned) => documents.learn(planned),
  });
  apollo = new ApolloServer({ gateway });
  await apollo.start();
});

afterAll(() => apollo.stop());

function byHash(query: string, variables: Record<string, unknown> = {}) {
  const sha256Hash = createHash('sha256').update(query).digest('hex');
  return { extensions: { persistedQuery: { version: 1, sha256Hash } }, variables };
}

/** Plans the document once, then looks it up by its hash. */
async function learned(query: string, variables: Record<string, unknown> = {}) {
  expect(documents.find(byHash(query, variables))).toBeUndefined();
  await apollo.executeOperation({ query, variables });
  return documents.find(byHash(query, variables));
}

describe('a document that one subgraph answers whole', () => {
  test('is handed to it with the variables that it takes', async () => {
    const query =
      'query Shop($id: ID!) { shop(id: $id) { ...Fields } } fragment Fields on Shop { key: id things { id } }';
    const found = await learned(query, { id: 's1', other: 1 });
    expect(found).toMatchObject({ document: { subgraph: 'shops' }, variables: { id: 's1' } });
    expect(found?.variables).not.toHaveProperty('other');
  });

  test('keeps its conditions', async () => {
    const query = 'query S($with: Boolean!) { shop(id: "s") { id things @include(if: $with) { id } } }';
    expect((await learned(query, { with: false }))?.variables).toEqual({ with: false });
  });
});

describe('Apollo answers', () => {
  test.each([
    ['what two subgraphs answer together', '{ shop(id: "s") { id things { price } } }', {}],
    ['two fields of different subgraphs', '{ shop(id: "s") { id } thing(id: "t") { id } }', {}],
    ['what changes something', 'mutation { openShop(name: "x") { id } }', {}],
    ['what asks for names of types at the root', '{ __typename shop(id: "s") { id } }', {}],
    ['what asks for the schema', '{ __schema { queryType { name } } }', {}],
    ['a root field under a condition', 'query R($if: Boolean!) { shop(id: "s") @skip(if: $if) { id } }', { if: false }],
  ])('%s', async (_case, query, variables) => {
    expect(await learned(query, variables)).toBeUndefined();
  });

  test('a document of another hash, a whole document and anything else in a body', async () => {
    const known = '{ shop(id: "known") { id } }';
    expect(await learned(known)).toBeDefined();
    expect(documents.find({ query: known, ...byHash(known) })).toBeUndefined();
    expect(documents.find({ ...byHash(known), operationName: 'Known' })).toBeUndefined();
    expect(documents.find([byHash(known)])).toBeUndefined();
    expect(documents.find(undefined)).toBeUndefined();
  });
});

test('a document counts by the bytes of its text, however little it asks for', async () => {
  const textOf = (number: number) => `{ shop(id: "${number}${'x'.repeat(60_000)}") { id } }`;
  for (let number = 0; number < 100; number += 1) await learned(textOf(number));
  expect([documents.find(byHash(textOf(0))), documents.find(byHash(textOf(99)))]).toEqual([
    undefined,
    expect.objectContaining({ variables: {} }),
  ]);
});
