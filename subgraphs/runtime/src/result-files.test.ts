import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { PlatformError } from '@platform/errors';
import type { RuntimeServiceDefinition } from '@platform/protos/runtime';
import type { Handlers } from '@platform/rpc/grpc';
import { startTestSubgraph, type TestSubgraph } from './subgraph.fixture.js';

/** The requests that the service received. */
const asked: object[] = [];
let subgraph: TestSubgraph;

const version = {
  framework: { id: 'freqtrade', imageDigest: 'sha256:01' },
  range: { from: '2026-01-01', to: '2026-02-01' },
};
const backtestOf = (id: string) => ({
  ...{ id, status: id === 'bt_running' ? 'running' : 'finished', held: false, venue: 'hyperliquid', ...version },
  ...{ symbols: [], canonicalSymbols: [], createdAtMs: 0 },
  ...{ result: null, legacyResult: null, error: null, checks: null, progress: null },
});
const FIGURES = {
  ...{
    profitTotalPct: 1.5,
    marketChangePct: -2,
    maxDrawdownPct: 0.5,
    trades: 1,
    winRate: 1,
    profitFactor: 0,
    sharpe: 0.7,
  },
  ...{ perPair: [], perExitReason: [], warnings: [], recomputed: [], equityCurve: null, data: null, breakdown: null },
};
const TABLES = {
  perPair: [{ symbol: 'BTC/USDC:USDC', profitPct: 1.5, trades: 1, profitAbs: 15, wins: 1 }],
  equityCurve: { tMs: [0], equity: [1_015] },
};
const TRADE = {
  ...{ symbol: 'BTC/USDC:USDC', side: 'long', openedAtMs: 0, closedAtMs: 60_000, openRate: 100, closeRate: 101 },
  ...{ amount: 2, profitAbs: 1.8, profitRatio: 0.018, exitReason: 'roi' },
};

const answers: Partial<Handlers<RuntimeServiceDefinition>> = {
  BatchGetBacktests: async ({ ids }) => ({ backtests: ids.map(backtestOf) }),
  ListBacktests: async ({ limit }) => ({
    backtests: Array.from({ length: limit }, (_, index) => backtestOf(`bt_${index}`)),
    cursors: Array.from({ length: limit }, (_, index) => `c${index}`),
  }),
  BatchGetBacktestResultLinks: async (request) => {
    asked.push(request);
    const ids = request.ids.filter((id) => id !== 'bt_older');
    return { ids, links: ids.map((id) => ({ token: `token of ${id}`, expiresAtMs: 604_800_000 })) };
  },
  GetBacktestResultFile: async (request) => {
    asked.push(request);
    if (request.token === 'old') throw new PlatformError('result_link_expired');
    const result = { ...FIGURES, ...(request.tables && TABLES) };
    return {
      file: { id: 'bt_1', strategyName: 'Dip', ...version, venue: 'hyperliquid', symbols: ['BTC/USDC:USDC'], result },
    };
  },
  ListBacktestResultFileTrades: async (request) => {
    asked.push(request);
    return { trades: [TRADE], cursors: ['c0'], nextCursor: 'c0' };
  },
};

beforeAll(async () => {
  subgraph = await startTestSubgraph(answers);
});

beforeEach(() => {
  asked.length = 0;
});

afterAll(() => subgraph.close());

test('links to result files are made for all of a page at once, and there is none without a file', async () => {
  const { data } = await subgraph.ask('{ backtests(first: 100) { nodes { resultLink { token expiresAt } } } }');
  expect(data.backtests.nodes[99].resultLink).toEqual({
    token: 'token of bt_99',
    expiresAt: '1970-01-08T00:00:00.000Z',
  });
  expect(asked).toHaveLength(1);
  const none =
    '{ older: backtest(id: "bt_older") { resultLink { token } } running: backtest(id: "bt_running") { resultLink { token } } }';
  expect((await subgraph.ask(none)).data).toEqual({ older: { resultLink: null }, running: { resultLink: null } });
  expect(asked.slice(1)).toEqual([{ ids: ['bt_older'] }]);
});

test('a result file is read by its token, its tables and its trades only where they are selected', async () => {
  const shown = 'id strategyName framework { name imageDigest } venue symbols range { from to }';
  const { data } = await subgraph.ask(
    `{ backtestResultFile(token: "t") { ${shown} result { profitTotalPct trades } } }`,
  );
  expect(data.backtestResultFile).toEqual({
    ...{ id: 'bt_1', strategyName: 'Dip', framework: { name: 'freqtrade', imageDigest: 'sha256:01' } },
    ...{ venue: 'hyperliquid', symbols: ['BTC/USDC:USDC'], range: version.range },
    result: { profitTotalPct: 1.5, trades: 1 },
  });
  expect(asked).toEqual([{ token: 't', tables: false }]);
});

test('a result file gives its tables together, and the page of trades that is asked for', async () => {
  const { data } = await subgraph.ask(`{ backtestResultFile(token: "t", first: 500, after: "c") {
    result { perPair { symbol wins } equityCurve { t equity } }
    trades { nodes { exitReason durationSeconds } pageInfo { hasNextPage endCursor } } } }`);
  expect(data.backtestResultFile).toEqual({
    result: {
      perPair: [{ symbol: 'BTC/USDC:USDC', wins: 1 }],
      equityCurve: { t: ['1970-01-01T00:00:00.000Z'], equity: [1_015] },
    },
    trades: { nodes: [{ exitReason: 'roi', durationSeconds: 60 }], pageInfo: { hasNextPage: true, endCursor: 'c0' } },
  });
  const wanted = [
    { token: 't', tables: false },
    { token: 't', tables: true },
    { token: 't', limit: 500, cursor: 'c' },
  ];
  expect(asked).toHaveLength(wanted.length);
  expect(asked).toEqual(expect.arrayContaining(wanted));
});

test('a refused link is refused once, and nothing more is asked', async () => {
  const { data, errors } = await subgraph.ask(
    '{ backtestResultFile(token: "old") { id trades { nodes { symbol } } } }',
  );
  expect(data).toEqual({ backtestResultFile: null });
  expect(errors).toMatchObject([{ path: ['backtestResultFile'], extensions: { code: 'result_link_expired' } }]);
  expect(asked).toHaveLength(1);
});
