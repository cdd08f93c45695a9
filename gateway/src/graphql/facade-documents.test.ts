import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { ApolloGateway } from '@apollo/gateway';
import { ApolloServer } from '@apollo/server';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { facadeDocuments, requiredVariables } from '../testing/facade-documents.js';
import { SingleSubgraphPlans } from './single-subgraph/plans.js';

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const documents = new SingleSubgraphPlans();
const schema = buildSchema(read('schema.graphql'));
const queries = (await facadeDocuments()).flatMap((text) => {
  const name = /query (\w+)/.exec(text)?.[1];
  return name === undefined ? [] : [{ name, text }];
});
/** Their parts come from several services: of an account, and of what a deployment traded and its account holds. */
const TOGETHER = [
  ...['GetAccount', 'GetAccountUsage', 'ListLedger'],
  ...['LegacyGetDeploymentHoldings', 'LegacyListDeploymentHistory'],
];
/** Documents that call no service: their feature is planned. */
const ASK_NOBODY = ['GetTrader', 'ListTraders'];
let apollo: ApolloServer;

beforeAll(async () => {
  const gateway = new ApolloGateway({
    supergraphSdl: read('supergraph.graphql'),
    buildService: () => ({ process: async () => ({ data: {} }) }),
    experimental_didResolveQueryPlan: (planned) => documents.learn(planned),
  });
  apollo = new ApolloServer({ gateway });
  await apollo.start();
});

afterAll(() => apollo.stop());

test.each(queries.map(({ name, text }) => [name, text]))(
  'the facade’s %s goes past the planner',
  async (name, text) => {
    const variables = requiredVariables(schema, text);
    await apollo.executeOperation({ query: text, variables });
    const sha256Hash = createHash('sha256').update(text).digest('hex');
    const found = documents.findByHash(sha256Hash, variables);
    expect(found !== undefined).toBe(![...TOGETHER, ...ASK_NOBODY].includes(name));
  },
);
