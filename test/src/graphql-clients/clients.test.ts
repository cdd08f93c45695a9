/** Common GraphQL clients, as published, against the gateway. */
import { createHash } from 'node:crypto';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { CombinedGraphQLErrors } from '@apollo/client/errors';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client, cacheExchange, fetchExchange } from '@urql/core';
import { persistedExchange } from '@urql/exchange-persisted';
import { getIntrospectionQuery } from 'graphql';
import { serverAudits } from 'graphql-http';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { compileGenerated } from './codegen.js';

/** Variables, instants and enums, through three services. */
const DASHBOARD = `query Dashboard($first: Int!, $from: DateTime, $status: BacktestStatus) {
  account { id wallet { address } runtimeUsage { runningBacktests } }
  markets(first: $first) { edges { node { venue symbol kind maxLeverage candles(timeframe: "1h", from: $from, first: 2) { t close } } } }
  backtests(status: $status) { edges { node { id createdAt } } }
}`;
const DELETION = 'mutation Delete($input: DeleteBacktestInput!) { deleteBacktest(input: $input) { backtest { id } } }';
const VARIABLES = { first: 2, from: '2026-01-01', status: 'finished' };

let platform: Platform;
let caller: Caller;
let headers: Record<string, string>;

beforeAll(async () => {
  platform = await Platform.shared();
  caller = await Caller.register(platform, 'graphql-clients@example.com');
  headers = { 'x-api-key': caller.apiKey };
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

/** Sends requests, and keeps how. */
function recorded(): { fetch: typeof fetch; methods: string[] } {
  const methods: string[] = [];
  return {
    methods,
    fetch: (input, init) => {
      methods.push(init?.method ?? 'GET');
      // No header needs a preflight, beside the credential.
      expect(new Headers(init?.headers).has('apollo-require-preflight')).toBe(false);
      return fetch(input, init);
    },
  };
}

const dashboard = () => ({
  account: expect.objectContaining({ id: caller.accountId }),
  markets: expect.objectContaining({ edges: [expect.anything(), expect.anything()] }),
  backtests: expect.objectContaining({ edges: [] }),
});

describe('Apollo Client', () => {
  /** With persisted queries by GET. */
  function client() {
    const { fetch, methods } = recorded();
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    const link = new PersistedQueryLink({ sha256, useGETForHashedQueries: true }).concat(
      new HttpLink({ uri: caller.graphqlUrl, headers, fetch }),
    );
    return { methods, apollo: new ApolloClient({ link, cache: new InMemoryCache() }) };
  }

  test('reads by GET what it has introduced by its hash, and normalises it', async () => {
    const options = { query: gql(DASHBOARD), variables: VARIABLES };
    const first = client();
    expect((await first.apollo.query(options)).data).toMatchObject(dashboard());
    expect(first.methods).toEqual(['GET', 'POST']);
    const second = client();
    expect((await second.apollo.query(options)).data).toMatchObject(dashboard());
    expect(second.methods).toEqual(['GET']);
    expect((await second.apollo.query(options)).data).toMatchObject(dashboard());
    expect(second.methods).toEqual(['GET']);
  });

  test('changes by POST, and reads why it was refused', async () => {
    const { apollo, methods } = client();
    const changed = apollo.mutate({ mutation: gql(DELETION), variables: { input: { id: 'bt_none' } } });
    const error = await changed.catch((thrown: unknown) => thrown);
    expect(CombinedGraphQLErrors.is(error) && error.errors).toMatchObject([
      { path: ['deleteBacktest'], extensions: { code: 'backtest_not_found', requestId: expect.any(String) } },
    ]);
    expect(methods).not.toContain('GET');
  });
});

describe('urql', () => {
  function client() {
    const { fetch, methods } = recorded();
    const persisted = persistedExchange({ preferGetForPersistedQueries: true });
    const exchanges = [cacheExchange, persisted, fetchExchange];
    const urql = new Client({
      url: caller.graphqlUrl,
      exchanges,
      fetch,
      fetchOptions: { headers },
      preferGetMethod: false,
    });
    return { methods, urql };
  }

  test('reads by GET what it has introduced by its hash', async () => {
    // Another document than Apollo's: this one is not known yet.
    const query = DASHBOARD.replace('Dashboard', 'UrqlDashboard');
    for (const known of [false, true]) {
      const { urql, methods } = client();
      const { data, error } = await urql.query(query, VARIABLES).toPromise();
      expect(error).toBeUndefined();
      expect(data).toMatchObject(dashboard());
      expect(methods[0]).toBe('GET');
      expect(methods).toHaveLength(known ? 1 : 2);
    }
  });

  test('reads which argument was refused', async () => {
    const { error } = await client()
      .urql.query(DASHBOARD, { ...VARIABLES, from: 'yesterday' })
      .toPromise();
    const message = 'must be an ISO 8601 date, or date and time with a zone';
    expect(error?.graphQLErrors).toMatchObject([
      {
        message: `\`from\` ${message}.`,
        extensions: { code: 'invalid_request', details: [{ path: 'from', message }] },
      },
    ]);
  });
});

test('graphql-codegen makes types of the graph that compile, and say what may be null', async () => {
  const program = `import type { ResultOf } from '@graphql-typed-document-node/core';
import type { DashboardDocument } from './gql/graphql';
type Dashboard = ResultOf<typeof DashboardDocument>;
export function symbolsOf({ markets }: Dashboard): string[] {
  return markets?.edges.map(({ node }) => node.symbol) ?? [];
}
// @ts-expect-error: null beside an error
export const idOf = ({ account }: Dashboard): string => account.id;
export const closes = ({ markets }: Dashboard): number[] | undefined => markets?.edges[0]?.node.candles.close;
`;
  const { body } = await caller.query(getIntrospectionQuery());
  await compileGenerated(body.data, DASHBOARD, program);
}, 300_000);

/** Where the specification leaves the status open: a document that can not be understood is 400 for any `Accept`. */
const OTHERWISE = new Set(['572B', 'FDE2', '7B9B']);

test('the audits of GraphQL over HTTP pass with a key alone', async () => {
  const fetchFn = (input: string, init: RequestInit = {}) =>
    fetch(input, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers } });
  const failed: object[] = [];
  for (const { id, name, fn } of serverAudits({ url: caller.graphqlUrl, fetchFn })) {
    const { status } = await fn();
    if (status !== (OTHERWISE.has(id) ? 'warn' : 'ok')) failed.push({ id, name, status });
  }
  expect(failed).toEqual([]);
});
