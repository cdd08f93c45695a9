import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestTokens, type TestTokens, testUser } from '@platform/keys/tokens/testing';
import { ManualClock, systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { type RuntimeServiceDefinition, runtimeService } from '@platform/protos/runtime';
import { createGrpcClient, type GrpcServer, startGrpcServer } from '@platform/rpc/grpc';
import type { Connection } from '@platform/store/mongo';
import { buildDomain, emptyDatabase, openDatabase, validRequest } from '../../domain.fixture.js';
import { runtimeAccess, runtimeHandlers } from '../../server.js';
import { created, running, starting } from '../actions/deployments.fixture.js';

const OWNER = 'acc_1';
const STRANGER = 'acc_2';
const NOW_MS = Date.UTC(2026, 5, 1);
const FIVE_MINUTES_MS = 300_000;

let connection: Connection;
let domain: Awaited<ReturnType<typeof buildDomain>>;
let tokens: TestTokens;
let server: GrpcServer<RuntimeServiceDefinition>;
let client: ReturnType<typeof createGrpcClient<RuntimeServiceDefinition>>;
let id: string;

beforeAll(async () => {
  connection = await openDatabase('deployment_reads');
  tokens = await createTestTokens(systemClock);
  domain = await buildDomain(connection, { clock: new ManualClock(NOW_MS) });
  server = await startGrpcServer({
    listen: '127.0.0.1:0',
    service: { ...runtimeService, access: runtimeAccess, handlers: runtimeHandlers(domain) },
    verifier: tokens.verifier('runtime'),
    logger: createLogger({ process: 'test', level: 'silent' }),
  });
  client = createGrpcClient(runtimeService.definition, `127.0.0.1:${server.port}`);
});

beforeEach(async () => {
  await emptyDatabase(connection);
  id = (await running(domain, OWNER, 'one'))._id;
});

afterAll(async () => {
  client.close();
  await server.close();
  await tokens.remove();
  await connection.close();
});

async function as(accountId: string, permissions: ('read' | 'trade')[] = ['trade']) {
  return { token: await tokens.mint(testUser(accountId, { permissions }), 'runtime'), requestId: 'r1' };
}

async function noteTrades(deploymentId: string, count: number): Promise<void> {
  const trades = Array.from({ length: count }, (_, index) => ({
    ...{ number: index + 1, symbol: 'BTC/USDC:USDC', side: 'long' as const, opened_at_ms: NOW_MS },
    // Two close at once.
    ...{ closed_at_ms: NOW_MS + 1_000 * Math.floor(index / 2), open_rate: 100, close_rate: 101, amount: 1 },
    ...{ stake_amount: 100, leverage: 1, fees_abs: 0.1, profit_abs: 0.9, profit_ratio: 0.009 },
    ...{ entry_tag: index % 2 === 0 ? null : 'dip', exit_reason: 'roi' },
  }));
  await domain.deployments.history.noteTrades(deploymentId, trades);
}

describe('the closed trades of a deployment', () => {
  test('are paged, the newest first, and each has a cursor that the list goes on from', async () => {
    await noteTrades(id, 7);
    const call = await as(OWNER, ['read']);
    const found: number[] = [];
    for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
      const page = await client.listDeploymentTrades({ id, limit: 3, cursor }, call);
      found.push(...page.trades.map(({ number }) => number));
      cursor = page.nextCursor;
    }
    expect(found).toEqual([7, 6, 5, 4, 3, 2, 1]);
    const { trades, cursors } = await client.listDeploymentTrades({ id, limit: 5 }, call);
    expect(trades[1]).toMatchObject({ number: 6, side: 'long', closedAtMs: NOW_MS + 2_000, entryTag: 'dip' });
    expect(trades[0]).not.toHaveProperty('entryTag');
    const next = await client.listDeploymentTrades({ id, limit: 1, cursor: cursors[1] }, call);
    expect(next.trades.map(({ number }) => number)).toEqual([5]);
  });

  test('are not paged by a cursor of another deployment or account', async () => {
    const other = (await running(domain, OWNER, 'two'))._id;
    const foreign = (await running(domain, STRANGER, 'three'))._id;
    for (const each of [id, other, foreign]) await noteTrades(each, 2);
    const { nextCursor: cursor } = await client.listDeploymentTrades({ id, limit: 1 }, await as(OWNER));
    const refusal = { code: 'invalid_cursor' };
    const misuse = [
      client.listDeploymentTrades({ id: other, limit: 1, cursor }, await as(OWNER)),
      client.listDeploymentTrades({ id: foreign, limit: 1, cursor }, await as(STRANGER)),
    ];
    for (const attempt of misuse) await expect(attempt).rejects.toMatchObject(refusal);
  });

  test.each([0, 501])('are not given by pages of %d', async (limit) => {
    const refusal = { code: 'invalid_request', details: [{ path: 'limit' }] };
    await expect(client.listDeploymentTrades({ id, limit }, await as(OWNER))).rejects.toMatchObject(refusal);
  });
});

describe('what a deployment was worth', () => {
  test('is read as columns of a window', async () => {
    for (const index of [0, 1, 2])
      await domain.deployments.history.noteEquity(id, NOW_MS + index * FIVE_MINUTES_MS, 1_000 + index);
    const { equity } = await client.getDeploymentEquity(
      { id, fromMs: NOW_MS + FIVE_MINUTES_MS, toMs: NOW_MS + 2 * FIVE_MINUTES_MS },
      await as(OWNER, ['read']),
    );
    expect(equity).toEqual({ tMs: [NOW_MS + FIVE_MINUTES_MS], balanceUsd: [1_001] });
  });

  test('is not read of a window that ends before it begins', async () => {
    const refusal = { code: 'invalid_request', details: [{ path: 'from', message: 'must not be after to' }] };
    const request = { id, fromMs: 2, toMs: 1 };
    await expect(client.getDeploymentEquity(request, await as(OWNER))).rejects.toMatchObject(refusal);
  });
});

test('another account sees nothing of a deployment, and none of an id that nobody has', async () => {
  await noteTrades(id, 1);
  await domain.deployments.history.noteEquity(id, NOW_MS, 1_000);
  const refusal = { code: 'deployment_not_found' };
  for (const [accountId, wanted] of [
    [STRANGER, id],
    [OWNER, 'dpl_unknown'],
  ] as const) {
    const call = await as(accountId);
    await expect(client.listDeploymentTrades({ id: wanted, limit: 1 }, call)).rejects.toMatchObject(refusal);
    await expect(client.getDeploymentEquity({ id: wanted }, call)).rejects.toMatchObject(refusal);
    await expect(client.getDeploymentLogs({ id: wanted, limit: 1 }, call)).rejects.toMatchObject(refusal);
  }
});

test('backtests are found by the strategy that a deployment runs, by their own account alone', async () => {
  const call = await as(OWNER);
  const { deployments } = await client.batchGetDeployments({ ids: [id] }, call);
  const codeSha256 = deployments[0]?.codeSha256;
  const { backtest } = await client.createBacktest(validRequest({ code: 'x = 1' }), call);
  await client.createBacktest(validRequest({ code: 'x = 2' }), call);
  await client.createBacktest(validRequest({ code: 'x = 1' }), await as(STRANGER));
  const { backtests } = await client.listBacktests({ statuses: [], limit: 10, codeSha256 }, call);
  expect(backtests.map((each) => each.id)).toEqual([backtest?.id]);
});

test('an account uses a place for each deployment that starts, runs or stops', async () => {
  await created(domain, OWNER, 'two');
  await starting(domain, OWNER, 'three');
  const { lifecycle, store } = domain.deployments;
  const stopping = await lifecycle.stop(OWNER, (await running(domain, OWNER, 'four'))._id);
  const used = async (accountId: string) => (await client.getUsage({}, await as(accountId))).usage?.runningDeployments;
  expect([await used(OWNER), await used(STRANGER)]).toEqual([3, 0]);
  await store.move(stopping, 'ended');
  expect(await used(OWNER)).toBe(2);
});

describe('the leaderboard', () => {
  test('shows nothing of an account until it asks for it, and a key that may only read does not', async () => {
    const reader = await as(OWNER, ['read']);
    expect(await client.getLeaderboardSettings({}, reader)).toEqual({ settings: { shown: false } });
    const refusal = { code: 'insufficient_permissions' };
    await expect(client.updateLeaderboardSettings({ shown: true }, reader)).rejects.toMatchObject(refusal);
    const answer = await client.updateLeaderboardSettings({ shown: true }, await as(OWNER));
    expect(answer).toEqual({ settings: { shown: true } });
    expect(await client.getLeaderboardSettings({}, reader)).toEqual(answer);
    expect(await client.getLeaderboardSettings({}, await as(STRANGER))).toEqual({ settings: { shown: false } });
    expect(await client.getLeaderboard({}, reader)).toMatchObject({ leaderboard: { strategies: [] } });
  });
});

describe('what deployments run', () => {
  test('is read of their owner alone, in the order requested, and no more than ten at once', async () => {
    const other = await created(domain, OWNER, 'two');
    const ids = [other._id, 'dpl_unknown', id];
    const { strategies } = await client.batchGetDeploymentStrategies({ ids }, await as(OWNER, ['read']));
    expect(strategies.map((strategy) => [strategy.id, strategy.code])).toEqual([
      [other._id, 'x = 1'],
      [id, 'x = 1'],
    ]);
    expect((await client.batchGetDeploymentStrategies({ ids }, await as(STRANGER))).strategies).toEqual([]);
    const many = Array.from({ length: 11 }, () => id);
    await expect(client.batchGetDeploymentStrategies({ ids: many }, await as(OWNER))).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'ids' }],
    });
  });
});

describe('a list of deployments', () => {
  const idsOf = async (request: { status?: string; statuses: string[] }, limit = 10, cursor?: string) => {
    const page = await client.listDeployments({ ...request, limit, cursor }, await as(OWNER, ['read']));
    return { ids: page.deployments.map((each) => each.id), next: page.nextCursor };
  };

  test('takes several statuses, each page with a cursor of that list', async () => {
    const { _id: waiting } = await created(domain, OWNER, 'two');
    await starting(domain, OWNER, 'three');
    const both = { statuses: ['created', 'running'] };
    const first = await idsOf(both, 1);
    const second = await idsOf(both, 1, first.next);
    expect([...first.ids, ...second.ids].toSorted()).toEqual([waiting, id].toSorted());
    expect(second.next).toBeUndefined();
    expect((await idsOf({ statuses: [] })).ids).toHaveLength(3);
    await expect(idsOf({ statuses: ['created'] }, 1, first.next)).rejects.toMatchObject({ code: 'invalid_cursor' });
  });

  test('takes one status or several, not both', async () => {
    await expect(idsOf({ status: 'created', statuses: ['running'] })).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'statuses' }],
    });
    await expect(idsOf({ statuses: ['nowhere'] })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
