import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InMemoryCache } from '@apollo/client/cache';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { TokenMinter, type Workload } from '@platform/keys/tokens';
import { systemClock } from '@platform/kit/clock';
import { parse, print } from 'graphql';
import { type Answer, Caller, send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { backtestRequest } from './strategies.js';

/** The query of a dashboard: a backtest with its markets, and its account through four services. */
const DASHBOARD = `query ($id: ID!) {
  backtest(id: $id) {
    id name status venue symbols release createdAt startedAt finishedAt deletedAt codeSha256 configSha256 seed
    progress { fraction } legacyResult { trades } checks { lookahead { status } }
    framework { id: name imageDigest }
    range { from to }
    markets { venue symbol kind status backtestReady maxLeverage }
    result {
      profitTotalPct totalPnl startingBalance endingBalance fundingPnl tradePnlModel
      marketChangePct maxDrawdownPct trades winRate profitFactor sharpe
      perPair { symbol profitPct profitAbs trades wins }
      perExitReason { reason profitPct profitAbs trades wins }
      equityCurve { t equity }
      breakdown {
        day { start profitAbs trades wins draws losses }
        week { start profitAbs trades wins draws losses }
        month { start profitAbs trades wins draws losses }
      }
      data {
        from to startupCandles
        tables { symbol timeframe aggregatedFrom from to rows objects }
        funding { symbol from to rows objects }
      }
      warnings { text count line }
      recomputed
    }
    error { code }
  }
  account {
    id email
    limits { requestsPerMinute }
    usage { requestsToday resetsAt }
    runtimeUsage {
      runningBacktests runningDeployments storedBytes
      concurrentBacktestsLimit runningDeploymentsLimit backtestProcessorSecondsLimit storedBytesLimit
    }
    wallet { address balance { heldUsd } }
  }
}`;

let platform: Platform;
let owner: Caller;
let stranger: Caller;
let backtestId: string;

beforeAll(async () => {
  platform = await Platform.shared();
  owner = await Caller.register(platform, 'graph-owner@example.com');
  stranger = await Caller.register(platform, 'graph-stranger@example.com');
  backtestId = (await owner.send('POST', '/runtime/backtests', backtestRequest())).body.id;
  expect((await owner.untilEnded(backtestId)).status).toBe('finished');
}, 240_000);

afterAll(() => platform[Symbol.asyncDispose]());

/** The names of the graph as REST spells them. */
function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (typeof value !== 'object' || value === null) return value;
  const spelt = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [spelt(name), inSnakeCase(inner)]));
}

/** The fields that REST leaves out where the graph returns null. */
function known(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}

/** Returns one row per index of columns of one length. */
function rowsOf(columns: Readonly<Record<string, readonly unknown[]>>): object[] {
  const [first = []] = Object.values(columns);
  return first.map((_, index) =>
    Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column[index]])),
  );
}

describe('one query', () => {
  test('joins a backtest with its markets, and an account with its limits, its runtime and its wallet', async () => {
    const { data, errors } = (await owner.query(DASHBOARD, { id: backtestId })).body;
    expect(errors).toBeUndefined();
    const { markets } = (await owner.send('GET', '/context/markets')).body;
    const shown = data.backtest.symbols.map((symbol: string) => {
      const { venue, kind, status, backtest_ready, max_leverage } = markets.find(
        (market: { symbol: string }) => market.symbol === symbol,
      );
      return { venue, symbol, kind, status, backtest_ready, max_leverage };
    });
    expect(inSnakeCase(data.backtest.markets)).toEqual(shown);
    expect(data.account).toMatchObject({ id: owner.accountId, email: owner.email });
    expect(data.account.wallet.address).toBe((await owner.send('GET', '/wallet')).body.address);
  });

  test('shows of a finished backtest what REST shows, value for value', async () => {
    const rest = (await owner.send('GET', `/runtime/backtests/${backtestId}`)).body;
    const { markets, deletedAt, error, result, ...same } = (await owner.query(DASHBOARD, { id: backtestId })).body.data
      .backtest;
    const { tables, ...data } = result.data;
    const { day, week, month } = result.breakdown;
    const shown = {
      ...known(result),
      equityCurve: rowsOf(result.equityCurve),
      breakdown: { day: rowsOf(day), week: rowsOf(week), month: rowsOf(month) },
      data: { ...data, tables: tables.map(known) },
      warnings: result.warnings.map(known),
    };
    expect(inSnakeCase({ ...known(same), release: same.release, result: shown })).toEqual(rest);
    expect([markets.length, deletedAt, error]).toEqual([rest.symbols.length, null, null]);
    expect(rest.result.trades).toBeGreaterThan(0);
  });

  test('shows the tables of results below a list, as of each alone', async () => {
    const tables = 'id result { perPair { symbol trades } equityCurve { t equity } }';
    const listed = await owner.query(`{ backtests(first: 10) { edges { node { ${tables} } } } }`);
    const alone = await owner.query(`query ($id: ID!) { backtest(id: $id) { ${tables} } }`, { id: backtestId });
    expect(listed.body.data.backtests.edges).toEqual([{ node: alone.body.data.backtest }]);
    expect(alone.body.data.backtest.result.equityCurve.t.length).toBeGreaterThan(2);
    const { backtests } = (await owner.send('GET', '/runtime/backtests')).body;
    const { result, ...rest } = (await owner.send('GET', `/runtime/backtests/${backtestId}`)).body;
    const { per_pair, per_exit_reason, equity_curve, breakdown, data, warnings, ...figures } = result;
    expect(backtests).toEqual([{ ...rest, result: figures }]);
  });

  test('shows of an account what REST shows', async () => {
    const { account } = (await owner.query(DASHBOARD, { id: backtestId })).body.data;
    const { usage, limits, resets_at: resetsAt } = (await owner.send('GET', '/account/usage')).body;
    expect(limits).toEqual({
      requests_per_minute: account.limits.requestsPerMinute,
      concurrent_backtests: account.runtimeUsage.concurrentBacktestsLimit,
      running_deployments: account.runtimeUsage.runningDeploymentsLimit,
      backtest_processor_seconds: account.runtimeUsage.backtestProcessorSecondsLimit,
      stored_bytes: account.runtimeUsage.storedBytesLimit,
    });
    expect(usage).toMatchObject({
      running_backtests: account.runtimeUsage.runningBacktests,
      running_deployments: account.runtimeUsage.runningDeployments,
      stored_bytes: account.runtimeUsage.storedBytes,
    });
    expect(resetsAt).toBe(account.usage.resetsAt);
  });
});

test('a cache that keeps objects by type and id gives back the whole graph as it was answered', async () => {
  const cache = new InMemoryCache();
  const backtest = 'id name status framework { id name imageDigest } markets { id venue symbol maxLeverage }';
  const documents = [
    `{ frameworks { id name imageDigest version } venues { id status kinds } datasets { id venue symbol tables { name } } }`,
    `{ markets(first: 100) { totalCount nodes { id venue symbol kind tickSize dataset { id venue symbol } } } }`,
    `{ backtests { edges { node { ${backtest} } } nodes { ${backtest} } } }`,
    `{ account { id email wallet { id address deposits { nodes { id status } } } } wallet { id address } }`,
    `{ backtest(id: "${backtestId}") { ${backtest} strategy { code configJson strategyClass }
       result { profitTotalPct totalPnl startingBalance perPair { symbol profitAbs wins } } } }`,
  ].map((text) => cache.transformDocument(parse(text)));
  const answers = [];
  for (const query of documents) {
    const { data, errors } = (await owner.query(print(query))).body;
    expect(errors).toBeUndefined();
    cache.writeQuery({ query, data });
    answers.push({ query, data });
  }
  // By then each later answer has been merged over the earlier ones.
  for (const { query, data } of answers) expect(cache.readQuery({ query })).toEqual(data);
  const { strategy, result } = answers.at(-1)?.data.backtest ?? {};
  expect(strategy).toMatchObject({ code: backtestRequest()['code'], strategyClass: null });
  expect(result.totalPnl).toBeCloseTo((result.profitTotalPct / 100) * result.startingBalance, 6);
});

describe("another account's entities", () => {
  test('are not found by id, and not in lists', async () => {
    const read = await stranger.query(DASHBOARD, { id: backtestId });
    expect(read.body.errors[0].extensions.code).toBe('backtest_not_found');
    expect(read.body.data?.backtest ?? null).toBeNull();
    const { data } = (await stranger.query('{ backtests { edges { node { id } } } }')).body;
    expect(data.backtests.edges).toEqual([]);
    const removal = 'mutation ($id: ID!) { deleteBacktest(input: { id: $id }) { backtest { id } } }';
    const removed = await stranger.query(removal, { id: backtestId });
    expect(removed.body.errors[0].extensions.code).toBe('backtest_not_found');
    expect((await owner.send('GET', `/runtime/backtests/${backtestId}`)).body.status).toBe('finished');
  });

  test('are not to be had by reference at the gateway, which has no such field', async () => {
    const query = `{ _entities(representations: [{ __typename: "Backtest", id: "${backtestId}" }]) { __typename } }`;
    const { body } = await owner.query(query);
    expect(body.data ?? null).toBeNull();
    expect(body.errors).toHaveLength(1);
  });

  test.each([
    ['runtime', 'Backtest', 'status result { trades }', () => backtestId],
    ['runtime', 'Account', 'runtimeUsage { runningBacktests }', () => owner.accountId],
    ['identity', 'Account', 'email createdAt', () => owner.accountId],
    ['wallet', 'Account', 'wallet { address }', () => owner.accountId],
  ] as const)('are not to be had by reference at the %s subgraph: %s', async (service, type, fields, id) => {
    const query = `query ($of: [_Any!]!) { _entities(representations: $of) { ... on ${type} { ${fields} } } }`;
    const variables = { of: [{ __typename: type, id: id() }] };
    expect((await askSubgraph(service, query, variables, owner)).body.data._entities[0]).toEqual(expect.any(Object));
    const theirs = await askSubgraph(service, query, variables, stranger);
    expect(shownOf(theirs)).toEqual([]);
    const nobodys = await askSubgraph(service, query, variables, undefined);
    expect(shownOf(nobodys)).toEqual([]);
  });
});

/** What an answer shows of the entity that was asked for: a field that may be null is so beside an error. */
function shownOf({ body }: Answer): unknown[] {
  return Object.values(body.data?._entities?.[0] ?? {}).filter((value) => value !== null);
}

/** Calls a subgraph directly, without the gateway, with the token that the gateway would pass on for the caller. */
async function askSubgraph(
  service: Workload & ('identity' | 'wallet' | 'runtime'),
  query: string,
  variables: object,
  caller: Caller | undefined,
): Promise<Answer> {
  const process = (await platform.descriptor()).processes[service];
  const environment = await readFile(`/proc/${process}/environ`, 'utf8');
  const listen = /(?:^|\0)SUBGRAPH_LISTEN=([^\0]+)/.exec(environment)?.[1];
  const headers = caller === undefined ? {} : { authorization: `Bearer ${await tokenOf(caller, service)}` };
  return send(`http://${listen}`, 'POST', '/graphql', { headers, body: { query, variables } });
}

async function tokenOf({ accountId }: Caller, audience: string): Promise<string> {
  const keyFile = join(platform.dataDirectory, 'keys', 'gateway.jwk.json');
  const minter = await TokenMinter.open('gateway', keyFile, systemClock);
  const credential = { credentialId: 'test', credentialType: 'api_key', permissions: ['all'] } as const;
  return minter.mint({ kind: 'user', workload: 'gateway', accountId, ...credential }, audience);
}
