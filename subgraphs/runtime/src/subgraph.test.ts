import { InMemoryCache } from '@apollo/client/cache';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import { createTestTokens, type TestTokens, testUser } from '@platform/keys/tokens/testing';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { type RuntimeServiceDefinition, runtimeService } from '@platform/protos/runtime';
import {
  type AccessTable,
  type GrpcServer,
  type Handlers,
  type ResponseOf,
  type Sendable,
  startGrpcServer,
} from '@platform/rpc/grpc';
import { startSubgraph } from '@platform/rpc/subgraph';
import { parse, print } from 'graphql';
import { createContext } from './context.js';
import { build } from './subgraph.js';

type Trade = Sendable<ResponseOf<RuntimeServiceDefinition, 'ListBacktestTrades'>>['trades'][number];

const logger = createLogger({ process: 'test', level: 'silent' });
let tokens: TestTokens;
let service: GrpcServer<RuntimeServiceDefinition>;
let subgraph: Awaited<ReturnType<typeof startSubgraph>>;

/** The requests that the service received, and its responses. */
const asked: unknown[] = [];
let trades: Trade[];

const unasked = () => Promise.reject(new Error('nobody asks this'));
const backtestOf = (id: string) => ({
  ...{ id, status: id === 'bt_running' ? 'running' : 'finished', venue: 'hyperliquid' },
  framework: { id: 'freqtrade', imageDigest: id === 'bt_old' ? 'sha256:00' : 'sha256:01' },
  range: { from: '2026-01-01', to: '2026-02-01' },
  ...{ symbols: ['BTC-PERP'], canonicalSymbols: [id === 'bt_old' ? 'ETH/USDC:USDC' : 'BTC/USDC:USDC'] },
  ...{ held: id === 'bt_held', createdAtMs: 0, result: null, legacyResult: null, error: null, checks: null },
  progress: id === 'bt_running' ? { fraction: 0.25, simulatedAtMs: 1_750_000_000_000 } : null,
});
const checksWith = (biasedIndicators: string[]) => ({
  lookahead: { status: 'failed', totalSignals: 20, biasedEntrySignals: 3, biasedExitSignals: 2, biasedIndicators },
  recursive: null,
});
const access: AccessTable<RuntimeServiceDefinition> = {
  ListFrameworks: { users: 'none' },
  CreateBacktest: { users: 'write' },
  StartBacktest: { users: 'write' },
  BatchGetBacktests: { users: 'read' },
  ListBacktests: { users: 'read' },
  CancelBacktest: { users: 'none' },
  DeleteBacktest: { users: 'none' },
  GetBacktestStrategy: { users: 'read' },
  BatchGetBacktestStrategies: { users: 'read' },
  GetBacktestLogs: { users: 'none' },
  ListBacktestTrades: { users: 'read' },
  ...{ BatchGetBacktestResultLinks: { users: 'none' }, GetBacktestResultFile: { users: 'none' } },
  ListBacktestResultFileTrades: { users: 'none' },
  ...{ GetUsage: { users: 'none' }, CheckStrategy: { users: 'none' } },
  ...{
    CreateDeployment: { users: 'none' },
    BatchGetDeployments: { users: 'none' },
    BatchGetDeploymentStrategies: { users: 'none' },
    ListDeployments: { users: 'none' },
  },
  ...{ StartDeployment: { users: 'none' }, StopDeployment: { users: 'none' }, UpdateDeployment: { users: 'none' } },
  ...{ DeleteDeployment: { users: 'none' }, GetDeploymentLogs: { users: 'none' } },
  ...{ ListDeploymentTrades: { users: 'none' }, GetDeploymentEquity: { users: 'none' } },
  ...{ GetLeaderboard: { users: 'none' }, GetLeaderboardSettings: { users: 'none' } },
  UpdateLeaderboardSettings: { users: 'none' },
  ...{ AttachDeploymentCredentials: { users: 'none' }, HaltDeployments: { users: 'none' } },
  ...{ StartDeploymentParity: { users: 'none' }, GetDeploymentParity: { users: 'none' } },
  GetDeploymentDiagnosis: { users: 'none' },
};
const handlers: Handlers<RuntimeServiceDefinition> = {
  ...{
    ListFrameworks: unasked,
    CancelBacktest: unasked,
    DeleteBacktest: unasked,
    GetBacktestLogs: unasked,
    GetUsage: unasked,
    CheckStrategy: unasked,
  },
  ...{ CreateDeployment: unasked, BatchGetDeployments: unasked, ListDeployments: unasked },
  BatchGetDeploymentStrategies: unasked,
  ...{ StartDeployment: unasked, StopDeployment: unasked, UpdateDeployment: unasked },
  ...{ DeleteDeployment: unasked, GetDeploymentLogs: unasked },
  ...{ ListDeploymentTrades: unasked, GetDeploymentEquity: unasked, GetLeaderboard: unasked },
  ...{ GetLeaderboardSettings: unasked, UpdateLeaderboardSettings: unasked },
  ...{ AttachDeploymentCredentials: unasked, HaltDeployments: unasked },
  ...{ StartDeploymentParity: unasked, GetDeploymentParity: unasked, GetDeploymentDiagnosis: unasked },
  ...{ BatchGetBacktestResultLinks: unasked, GetBacktestResultFile: unasked, ListBacktestResultFileTrades: unasked },
  CreateBacktest: async (request) => {
    asked.push(request);
    return { backtest: backtestOf('bt_new'), replayed: false };
  },
  StartBacktest: async (request) => {
    asked.push(request);
    return { backtest: backtestOf(request.id), wasHeld: true };
  },
  BatchGetBacktests: async ({ ids }) => ({
    backtests: ids.map((id) => ({ ...backtestOf(id), checks: checksWith([`of ${id}`]) })),
  }),
  ListBacktests: async (request) => {
    asked.push(request);
    return {
      backtests: Array.from({ length: 100 }, (_, index) => ({ ...backtestOf(`bt_${index}`), checks: checksWith([]) })),
      cursors: Array.from({ length: 100 }, (_, index) => `c${index}`),
    };
  },
  GetBacktestStrategy: async (request) => {
    asked.push(request);
    if (request.id === 'bt_lost') throw new PlatformError('unsupported_runtime_record');
    return { strategy: { code: 'x = 1', configJson: '{}' } };
  },
  BatchGetBacktestStrategies: async (request) => {
    asked.push(request);
    const ids = request.ids.filter((id) => id !== 'bt_old' && id !== 'bt_lost');
    return { ids, strategies: ids.map((id) => ({ code: `# ${id}`, configJson: '{}' })) };
  },
  ListBacktestTrades: async (request) => {
    asked.push(request);
    return { trades, cursors: trades.map((_, index) => `c${index}`), nextCursor: 'c1' };
  },
};

beforeAll(async () => {
  tokens = await createTestTokens(systemClock);
  const verifier = tokens.verifier('runtime');
  service = await startGrpcServer({
    ...{ listen: '127.0.0.1:0', verifier, logger },
    service: { ...runtimeService, access, handlers },
  });
  subgraph = await startSubgraph({
    ...{ listen: '127.0.0.1:0', passes: async () => true, verifier, logger },
    schema: (await build()).schema,
    context: (request) => createContext(service.localClient, request),
  });
});

afterAll(async () => {
  await subgraph.close();
  await service.close();
  await tokens.remove();
});

beforeEach(() => {
  asked.length = 0;
  trades = [];
});

async function ask(query: string, variables: object = {}) {
  const token = await tokens.mint(testUser('acc_1'), 'runtime');
  const response = await fetch(`http://127.0.0.1:${subgraph.port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read the fields that they expect, and fail if one is missing.
  return (await response.json()) as any;
}

const trade: Trade = {
  ...{ symbol: 'BTC/USDC:USDC', side: 'short', openedAtMs: 1_750_000_000_000, closedAtMs: 1_750_000_090_000 },
  ...{ openRate: 100, closeRate: 99, amount: 2, stakeAmount: 100, leverage: 2, feesAbs: 0.2, profitAbs: 1.8 },
  ...{ profitRatio: 0.018, entryTag: 'dip', exitReason: 'roi' },
};
const PAGE = `{ edges { cursor node { symbol side openedAt closedAt durationSeconds openRate closeRate amount stakeAmount
  leverage feesAbs profitAbs profitRatio entryTag exitReason } } pageInfo { hasNextPage hasPreviousPage endCursor } }`;

test('how far a run has come is shown while it runs', async () => {
  const { data } = await ask(
    '{ a: backtest(id: "bt_running") { progress { fraction simulatedAt } } b: backtest(id: "bt_1") { progress { fraction } } }',
  );
  const progress = { fraction: 0.25, simulatedAt: '2025-06-15T15:06:40.000Z' };
  expect(data).toEqual({ a: { progress }, b: { progress: null } });
});

describe('the trades of a backtest', () => {
  test('are a page of the list that the service has', async () => {
    const { stakeAmount: _stake, leverage: _leverage, feesAbs: _fees, entryTag: _tag, ...earlier } = trade;
    trades = [trade, earlier];
    const { data } = await ask(`{ backtest(id: "bt_1") { trades(first: 2, after: "c9") ${PAGE} } }`);
    const { openedAtMs: _opened, closedAtMs: _closed, ...same } = trade;
    const node = {
      ...{ ...same, openedAt: '2025-06-15T15:06:40.000Z', closedAt: '2025-06-15T15:08:10.000Z', durationSeconds: 90 },
    };
    const unknown = { stakeAmount: null, leverage: null, feesAbs: null, entryTag: null };
    expect(data.backtest.trades).toEqual({
      edges: [
        { cursor: 'c0', node },
        { cursor: 'c1', node: { ...node, ...unknown } },
      ],
      pageInfo: { hasNextPage: true, hasPreviousPage: true, endCursor: 'c1' },
    });
    expect(asked).toEqual([{ id: 'bt_1', limit: 2, cursor: 'c9' }]);
  });

  test('are null until it is finished, and the service is not asked for them', async () => {
    const { data } = await ask(`{ backtest(id: "bt_running") { status trades ${PAGE} } }`);
    expect(data.backtest).toEqual({ status: 'running', trades: null });
    expect(asked).toEqual([]);
  });

  test('are asked for at most 2,000 times in one document, however it is written', async () => {
    const below = (first: number) => `{ backtests(first: 100) { edges { node { trades(first: ${first}) ${PAGE} } } } }`;
    expect((await ask(below(20))).errors).toBeUndefined();
    expect(asked).toHaveLength(1 + 100);
    const tooMany = {
      extensions: {
        code: 'invalid_request',
        details: [{ path: 'first', message: 'must come to at most 2000 trades in one document' }],
      },
    };
    expect((await ask(below(21))).errors[0]).toMatchObject(tooMany);
    expect(
      (await ask('{ backtest(id: "bt_1") { trades(first: 2001) { edges { cursor } } } }')).errors[0],
    ).toMatchObject(tooMany);
  });
});

test('a request to run a strategy is passed on with the class that it names', async () => {
  const input = {
    ...{ framework: 'freqtrade', venue: 'hyperliquid', symbols: ['BTC/USDC:USDC'], code: 'x = "🚀"', configJson: '{}' },
    ...{ strategyClass: 'Second', checks: ['recursive'], hold: true, range: { from: '2026-01-01', to: '2026-02-01' } },
  };
  const create = 'mutation ($input: CreateBacktestInput!) { createBacktest(input: $input) { replayed } }';
  expect((await ask(create, { input })).errors).toBeUndefined();
  expect(asked).toMatchObject([
    { code: 'x = "🚀"', strategyClass: 'Second', rangeFrom: '2026-01-01', checks: ['recursive'], hold: true },
  ]);
});

test('a held backtest is started, and says whether it was held', async () => {
  const start = 'mutation { startBacktest(input: { id: "bt_1" }) { wasHeld backtest { id held } } }';
  expect((await ask(start)).data).toEqual({ startBacktest: { wasHeld: true, backtest: { id: 'bt_1', held: false } } });
  expect(asked).toEqual([{ id: 'bt_1' }]);
  expect((await ask('{ backtest(id: "bt_held") { held } }')).data).toEqual({ backtest: { held: true } });
});

test('a cache that keeps objects by type and id gives back two backtests on two versions of a framework as they were', async () => {
  const cache = new InMemoryCache();
  const shown = 'id framework { id name imageDigest } markets { id venue symbol }';
  const query = cache.transformDocument(
    parse(`{ new: backtest(id: "bt_new") { ${shown} } old: backtest(id: "bt_old") { ${shown} } }`),
  );
  const { data } = await ask(print(query));
  cache.writeQuery({ query, data });
  expect(cache.readQuery({ query })).toEqual(data);
  expect(data.new.framework).toMatchObject({ name: 'freqtrade', imageDigest: 'sha256:01' });
  expect(data.old.framework).toMatchObject({ name: 'freqtrade', imageDigest: 'sha256:00' });
  expect(data.old.markets).toMatchObject([{ id: 'hyperliquid/ETH/USDC:USDC', symbol: 'ETH/USDC:USDC' }]);
});

test('what its checks found is asked for where a list is asked for it, for all of a page at once', async () => {
  const { data } = await ask(`{ backtests(first: 100) { nodes { checks {
    lookahead { status totalSignals biasedIndicators } recursive { status }
  } } } }`);
  const lookahead = { status: 'failed', totalSignals: 20, biasedIndicators: ['of bt_99'] };
  expect(data.backtests.nodes[99].checks).toEqual({ lookahead, recursive: null });
  expect(asked).toHaveLength(1);
});

test('backtests are narrowed by every argument, and listed without their cursors too', async () => {
  const { data } =
    await ask(`{ backtests(first: 7, after: "c", status: error, statuses: [error, queued], held: false, venue: "hyperliquid", symbol: "BTC/USDC:USDC",
    codeSha256: "${'a'.repeat(64)}", createdFrom: "2026-01-01T00:00:00Z", createdTo: "2026-02-01T00:00:00Z") { edges { node { id } } nodes { id } } }`);
  const times = { createdFromMs: Date.UTC(2026, 0, 1), createdToMs: Date.UTC(2026, 1, 1) };
  const filters = { status: 'error', venue: 'hyperliquid', symbol: 'BTC/USDC:USDC', codeSha256: 'a'.repeat(64) };
  const states = { statuses: ['error', 'queued'], held: false };
  expect(asked).toEqual([{ limit: 7, cursor: 'c', ...filters, ...states, ...times }]);
  expect(data.backtests.nodes).toEqual(data.backtests.edges.map(({ node }: { node: object }) => node));
  expect(data.backtests.nodes).toHaveLength(100);
});

test('trades are narrowed by every argument', async () => {
  await ask(`{ backtest(id: "bt_1") { trades(symbol: "BTC/USDC:USDC", closedFrom: "2026-01-01T00:00:00Z",
    closedTo: "2026-02-01T00:00:00Z") { nodes { symbol } } } }`);
  const times = { closedFromMs: Date.UTC(2026, 0, 1), closedToMs: Date.UTC(2026, 1, 1) };
  expect(asked).toEqual([{ id: 'bt_1', limit: 20, symbol: 'BTC/USDC:USDC', ...times }]);
});

describe('what a backtest was given to run', () => {
  const STRATEGY = 'strategy { code configJson strategyClass }';

  test('is read once for all of a page, of a hundred in one document at most', async () => {
    const { data } = await ask(`{ backtests(first: 100) { nodes { ${STRATEGY} } } }`);
    expect(data.backtests.nodes[99].strategy).toEqual({ code: '# bt_99', configJson: '{}', strategyClass: null });
    expect(asked).toHaveLength(2);
    const more = `{ page: backtests(first: 100) { nodes { ${STRATEGY} } } more: backtest(id: "bt_100") { ${STRATEGY} } }`;
    expect((await ask(more)).errors).toMatchObject([
      { path: ['more', 'strategy'], extensions: { code: 'invalid_request' } },
    ]);
  });

  test('is read alone where the batch has none, and is refused by its own reason', async () => {
    const { data, errors } = await ask(
      `{ old: backtest(id: "bt_old") { ${STRATEGY} } lost: backtest(id: "bt_lost") { ${STRATEGY} } }`,
    );
    expect(data).toEqual({ old: { strategy: { code: 'x = 1', configJson: '{}', strategyClass: null } }, lost: null });
    expect(errors).toMatchObject([{ path: ['lost', 'strategy'], extensions: { code: 'unsupported_runtime_record' } }]);
    expect(asked).toEqual([{ ids: ['bt_old', 'bt_lost'] }, { id: 'bt_old' }, { id: 'bt_lost' }]);
  });
});

test('a list of any of no statuses is refused', async () => {
  const { errors } = await ask('{ backtests(statuses: []) { nodes { id } } }');
  expect(errors[0].extensions).toMatchObject({ code: 'invalid_request', details: [{ path: 'statuses' }] });
  expect(asked).toEqual([]);
});
