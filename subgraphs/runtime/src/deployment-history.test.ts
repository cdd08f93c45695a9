import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { RuntimeServiceDefinition } from '@platform/protos/runtime';
import type { Handlers, ResponseOf, Sendable } from '@platform/rpc/grpc';
import { deploymentOf, startTestSubgraph, type TestSubgraph } from './subgraph.fixture.js';

type Answer<Name extends keyof RuntimeServiceDefinition> = Sendable<ResponseOf<RuntimeServiceDefinition, Name>>;

const DIGEST = 'a'.repeat(64);
const TRADE: Answer<'ListDeploymentTrades'>['trades'][number] = {
  ...{
    number: 7,
    symbol: 'BTC/USDC:USDC',
    side: 'short',
    openedAtMs: 1_750_000_000_000,
    closedAtMs: 1_750_000_090_000,
  },
  ...{ openRate: 100, closeRate: 99, amount: 2, stakeAmount: 100, leverage: 2, feesAbs: 0.2, profitAbs: 1.8 },
  ...{ profitRatio: 0.018, exitReason: 'roi' },
};

/** The requests that the service received. */
const asked: unknown[] = [];
let subgraph: TestSubgraph;

const noted =
  <Request, Reply>(answer: (request: Request) => Reply) =>
  async (request: Request): Promise<Reply> => {
    asked.push(request);
    return answer(request);
  };

const answers: Partial<Handlers<RuntimeServiceDefinition>> = {
  BatchGetDeployments: async ({ ids }) => ({ deployments: ids.map(deploymentOf), unread: [] }),
  ListDeployments: async ({ limit }) => ({
    deployments: Array.from({ length: limit }, (_, index) => deploymentOf(`dpl_${index}`)),
    cursors: Array.from({ length: limit }, (_, index) => `c${index}`),
  }),
  BatchGetDeploymentStrategies: noted(({ ids }) => ({
    strategies: ids.filter((id) => id !== 'dpl_gone').map((id) => ({ id, code: `# ${id}`, configJson: '{}' })),
  })),
  ListDeploymentTrades: noted(() => ({ trades: [TRADE, { ...TRADE, entryTag: 'dip' }], cursors: ['c0', 'c1'] })),
  GetDeploymentEquity: noted(() => ({ equity: { tMs: [0, 300_000], balanceUsd: [1_000, 1_002.5] } })),
  GetDeploymentLogs: noted(() => ({ logs: ['2026-01-01T00:00:00.000000000Z first'] })),
  ListBacktests: noted(() => ({
    backtests: [
      {
        ...{
          id: 'bt_1',
          status: 'finished',
          held: false,
          venue: 'hyperliquid',
          symbols: [],
          canonicalSymbols: [],
          createdAtMs: 0,
        },
        framework: { id: 'freqtrade', imageDigest: 'sha256:01' },
        range: { from: '2026-01-01', to: '2026-02-01' },
        ...{ result: null, legacyResult: null, error: null, checks: null, progress: null },
      },
    ],
    cursors: ['c0'],
  })),
  GetLeaderboard: noted(() => ({
    leaderboard: {
      disclaimer: 'Paper trading.',
      strategies: [
        {
          ...{
            displayRank: 1,
            name: 'trend',
            framework: 'freqtrade',
            venue: 'hyperliquid',
            symbols: ['BTC/USDC:USDC'],
          },
          ...{ simulated: true, daysRunning: 1.5, profitPct: 2, maxDrawdownPct: 1, trades: 3, winRate: 0.5 },
          startedAtMs: 0,
        },
      ],
    },
  })),
  GetLeaderboardSettings: noted(() => ({ settings: { shown: false } })),
  UpdateLeaderboardSettings: noted(({ shown }) => ({ settings: { shown } })),
};

beforeAll(async () => {
  subgraph = await startTestSubgraph(answers);
});

afterAll(() => subgraph.close());

beforeEach(() => {
  asked.length = 0;
});

/** Returns the answer to one deployment's fields. */
const ask = (fields: string) => subgraph.ask(`{ deployment(id: "dpl_1") { ${fields} } }`);

describe('of a deployment are shown', () => {
  test('its closed trades, as a page of the list that the service has', async () => {
    const fields = `number symbol side openedAt closedAt durationSeconds openRate closeRate amount stakeAmount leverage
      feesAbs profitAbs profitRatio entryTag exitReason`;
    const { data } = await ask(
      `trades(first: 2, after: "c9") { nodes { ${fields} } pageInfo { hasNextPage endCursor } }`,
    );
    const { openedAtMs: _opened, closedAtMs: _closed, ...same } = TRADE;
    const times = { openedAt: '2025-06-15T15:06:40.000Z', closedAt: '2025-06-15T15:08:10.000Z', durationSeconds: 90 };
    expect(data.deployment.trades).toEqual({
      nodes: [
        { ...same, ...times, entryTag: null },
        { ...same, ...times, entryTag: 'dip' },
      ],
      pageInfo: { hasNextPage: false, endCursor: 'c1' },
    });
    expect(asked).toEqual([{ id: 'dpl_1', limit: 2, cursor: 'c9' }]);
  });

  test('what it was worth, as columns of a window', async () => {
    const { data } = await ask('equity(from: "2026-01-01", to: "2026-01-02T12:00:00Z") { t balanceUsd }');
    expect(data.deployment.equity).toEqual({
      t: ['1970-01-01T00:00:00.000Z', '1970-01-01T00:05:00.000Z'],
      balanceUsd: [1_000, 1_002.5],
    });
    expect(asked).toEqual([{ id: 'dpl_1', fromMs: Date.UTC(2026, 0, 1), toMs: Date.UTC(2026, 0, 2, 12) }]);
  });

  test('the end of its log, a hundred lines unless more are wanted', async () => {
    const { data } = await ask('logTail more: logTail(lines: 1000)');
    const line = '2026-01-01T00:00:00.000000000Z first';
    expect(data.deployment).toEqual({ logTail: [line], more: [line] });
    expect(asked).toEqual([
      { id: 'dpl_1', limit: 100 },
      { id: 'dpl_1', limit: 1_000 },
    ]);
  });

  test('what it runs, and null where that is not kept any more', async () => {
    const { data } = await subgraph.ask(
      '{ one: deployment(id: "dpl_1") { strategy { code configJson } } gone: deployment(id: "dpl_gone") { strategy { code } } }',
    );
    expect(data).toEqual({ one: { strategy: { code: '# dpl_1', configJson: '{}' } }, gone: { strategy: null } });
    expect(asked).toEqual([{ ids: ['dpl_1', 'dpl_gone'] }]);
  });

  test('its markets, by reference', async () => {
    const { data } = await ask('markets { id venue symbol }');
    const market = { venue: 'hyperliquid', symbol: 'BTC/USDC:USDC' };
    expect(data.deployment.markets).toEqual([{ id: 'hyperliquid/BTC/USDC:USDC', ...market }]);
  });

  test('the backtests of the same strategy', async () => {
    const { data } = await ask('backtests(first: 3, after: "c") { nodes { id status } }');
    expect(data.deployment.backtests.nodes).toEqual([{ id: 'bt_1', status: 'finished' }]);
    expect(asked).toEqual([{ codeSha256: DIGEST, statuses: [], limit: 3, cursor: 'c' }]);
  });
});

describe('one document reads', () => {
  const below = (count: number, fields: string) =>
    subgraph.ask(`{ deployments(first: ${count}) { nodes { ${fields} } } }`);

  test.each([
    ['2,000 trades', 'trades(first: 20) { nodes { number } }', 100, 'first'],
    ['5,000 lines of the ends of logs', 'logTail(lines: 50)', 100, 'lines'],
    ['1,000 backtests', 'backtests(first: 10) { nodes { id } }', 100, 'first'],
    ['what four deployments were worth', 'equity { balanceUsd }', 4, 'equity'],
  ])('%s, and no more', async (_most, fields, count, path) => {
    expect((await below(count, fields)).errors).toBeUndefined();
    expect(asked).toHaveLength(count);
    expect((await below(count + 1, fields)).errors[0].extensions).toMatchObject({
      code: 'invalid_request',
      details: [{ path }],
    });
  });

  test.each([0, -1, 1_001])('no end of a log of %d lines', async (lines) => {
    expect((await ask(`logTail(lines: ${lines})`)).errors[0].extensions).toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'lines', message: 'must be from 1 to 1000' }],
    });
    expect(asked).toEqual([]);
  });
});

describe('the leaderboard', () => {
  test('is shown as the service ranks it', async () => {
    const fields = 'displayRank name simulated daysRunning profitPct maxDrawdownPct trades winRate startedAt';
    const { data } = await subgraph.ask(`{ leaderboard { disclaimer strategies { ${fields} } } }`);
    const figures = { daysRunning: 1.5, profitPct: 2, maxDrawdownPct: 1, trades: 3, winRate: 0.5 };
    expect(data.leaderboard).toEqual({
      disclaimer: 'Paper trading.',
      strategies: [
        { displayRank: 1, name: 'trend', simulated: true, ...figures, startedAt: '1970-01-01T00:00:00.000Z' },
      ],
    });
  });

  test('shows an account that asks for it', async () => {
    const reference = `{ _entities(representations: [{ __typename: "Account", id: "acc_1" }]) {
      ... on Account { leaderboardSettings { shown } } } }`;
    expect((await subgraph.ask(reference)).data._entities).toEqual([{ leaderboardSettings: { shown: false } }]);
    const change = 'mutation { updateLeaderboardSettings(input: { shown: true }) { settings { shown } } }';
    expect((await subgraph.ask(change)).data.updateLeaderboardSettings).toEqual({ settings: { shown: true } });
    expect(asked).toEqual([{}, { shown: true }]);
  });
});
