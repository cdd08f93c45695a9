import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@platform/keys/tokens';
import { createTestTokens, type TestTokens, testUser } from '@platform/keys/tokens/testing';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { type RuntimeServiceDefinition, runtimeService } from '@platform/protos/runtime';
import { createGrpcClient, type GrpcServer, startGrpcServer } from '@platform/rpc/grpc';
import type { Connection } from '@platform/store/mongo';
import { buildDomain, DIGEST, openDatabase, RESULT, untilStatuses, validRequest } from './domain.fixture.js';
import { runtimeAccess, runtimeHandlers } from './server.js';

let connection: Connection;
let domain: Awaited<ReturnType<typeof buildDomain>>;
let tokens: TestTokens;
let server: GrpcServer<RuntimeServiceDefinition>;
let client: ReturnType<typeof connect>;

function connect(port: number) {
  return createGrpcClient(runtimeService.definition, `127.0.0.1:${port}`);
}

async function as(caller: Caller) {
  return { token: await tokens.mint(caller, 'runtime'), requestId: 'r1' };
}

beforeAll(async () => {
  connection = await openDatabase('server');
  tokens = await createTestTokens(systemClock);
  domain = await buildDomain(connection);
  server = await startGrpcServer({
    listen: '127.0.0.1:0',
    service: { ...runtimeService, access: runtimeAccess, handlers: runtimeHandlers(domain) },
    verifier: tokens.verifier('runtime'),
    logger: createLogger({ process: 'test', level: 'silent' }),
  });
  client = connect(server.port);
});

afterAll(async () => {
  client.close();
  await server.close();
  await domain.workers.close();
  await tokens.remove();
  await connection.close();
});

describe('over gRPC', () => {
  test('a backtest is queued, runs, is read whole and is deleted', async () => {
    const call = await as(testUser('acc_run'));
    const { backtest } = await client.createBacktest(validRequest(), call);
    expect(backtest).toMatchObject({ status: 'queued', framework: { id: 'freqtrade', imageDigest: DIGEST } });
    const id = backtest?.id ?? '';
    expect(await client.getUsage({}, call)).toMatchObject({ usage: { queuedBacktests: 1, runningBacktests: 0 } });
    await domain.workers.start();
    await untilStatuses(connection, { finished: 1 });
    const { backtests } = await client.batchGetBacktests({ ids: ['bt_unknown', id] }, call);
    expect(backtests).toMatchObject([
      {
        ...{ id, status: 'finished', symbols: ['BTC/USDC:USDC'] },
        range: { from: '2026-01-01', to: '2026-02-01' },
        result: {
          profitTotalPct: 1.5,
          equityCurve: { tMs: [1_750_000_000_000, 1_750_086_400_000], equity: [1_000, 1_015] },
          perPair: [{ profitAbs: 15, wins: 1 }],
          perExitReason: [{ reason: 'roi', profitAbs: 15, trades: 1, wins: 1 }],
          data: {
            startupCandles: 30,
            tables: [{ aggregatedFrom: '1h', rows: 43, objects: RESULT.data.tables[0]?.objects }],
          },
          warnings: [{ text: 'SettingWithCopyWarning', count: 3, line: 12 }],
        },
      },
    ]);
    expect(backtests[0]).not.toHaveProperty('release');
    expect(await client.listBacktestTrades({ id, limit: 10 }, call)).toMatchObject({
      trades: [{ side: 'long', openedAtMs: 1_750_000_000_000, leverage: 2, feesAbs: 1.1, entryTag: 'dip' }],
      cursors: [expect.any(String)],
    });
    const foreign = await as(testUser('acc_other'));
    for (const ids of [[], [id], [id, 'bt_unknown']])
      expect(await client.batchGetBacktests({ ids }, foreign)).toEqual({ backtests: [] });
    await expect(client.getBacktestLogs({ id }, foreign)).rejects.toMatchObject({ code: 'backtest_not_found' });
    const first = await client.deleteBacktest({ id }, call);
    expect(first.backtest).toMatchObject({ id, status: 'finished', deletedAtMs: expect.any(Number) });
    expect(await client.deleteBacktest({ id }, call)).toEqual(first);
    for (const ids of [[id], [id, 'bt_unknown']])
      expect(await client.batchGetBacktests({ ids }, call)).toEqual({ backtests: [] });
    await expect(client.getBacktestLogs({ id }, call)).rejects.toMatchObject({ code: 'backtest_not_found' });
  });

  test('a key that may only read has a strategy checked', async () => {
    const call = await as(testUser('acc_check', { permissions: ['read'] }));
    const { framework, venue, symbols, code, configJson } = validRequest();
    expect(await client.checkStrategy({ framework, venue, symbols, code, configJson }, call)).toEqual({
      check: { findings: [] },
    });
    expect(await client.getUsage({}, call)).toMatchObject({ usage: { queuedBacktests: 0 } });
  });

  test('a key that may only read starts and deletes nothing', async () => {
    const call = await as(testUser('acc_run', { permissions: ['read'] }));
    const refusal = { code: 'insufficient_permissions' };
    await expect(client.createBacktest(validRequest(), call)).rejects.toMatchObject(refusal);
    await expect(client.startBacktest({ id: 'bt_1' }, call)).rejects.toMatchObject(refusal);
    await expect(client.deleteBacktest({ id: 'bt_1' }, call)).rejects.toMatchObject(refusal);
    await expect(client.listFrameworks({}, call)).resolves.toMatchObject({ frameworks: [{ status: 'ready' }] });
  });
});

describe('a list', () => {
  const call = () => as(testUser('acc_list'));
  const ids: string[] = [];

  beforeAll(async () => {
    for (let index = 0; index < 5; index += 1) {
      const { backtest } = await client.createBacktest(validRequest(), await call());
      ids.unshift(backtest?.id ?? '');
    }
  });

  test('gives pages newest first, and each item a cursor that the list goes on from', async () => {
    const first = await client.listBacktests({ statuses: [], limit: 2 }, await call());
    expect(first.backtests.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(first.nextCursor).toBe(first.cursors[1]);
    const second = await client.listBacktests({ statuses: [], limit: 3, cursor: first.nextCursor }, await call());
    expect(second.backtests.map(({ id }) => id)).toEqual(ids.slice(2));
    expect(second).not.toHaveProperty('nextCursor');
    const again = await client.listBacktests({ statuses: [], limit: 1, cursor: first.cursors[0] }, await call());
    expect(again.backtests.map(({ id }) => id)).toEqual(ids.slice(1, 2));
  });

  test('is narrowed by status and venue', async () => {
    const narrowed = (status: string, venue?: string) =>
      call().then((options) => client.listBacktests({ statuses: [], limit: 100, status, venue }, options));
    await untilStatuses(connection, { finished: 6 });
    expect((await narrowed('finished', 'hyperliquid')).backtests).toHaveLength(5);
    expect((await narrowed('queued')).backtests).toEqual([]);
    expect((await narrowed('finished', 'lighter')).backtests).toEqual([]);
  });

  test('refuses a cursor of another list, filter or account', async () => {
    const { nextCursor: cursor } = await client.listBacktests({ statuses: [], limit: 1 }, await call());
    const refusal = { code: 'invalid_cursor' };
    const misuse = [
      client.listBacktests({ statuses: [], limit: 1, cursor, status: 'finished' }, await call()),
      client.listBacktests({ statuses: [], limit: 1, cursor }, await as(testUser('acc_other'))),
      client.listBacktests({ statuses: [], limit: 1, cursor: `${cursor}x` }, await call()),
      client.listBacktests({ statuses: [], limit: 1, cursor: 'bt_1' }, await call()),
    ];
    for (const attempt of misuse) await expect(attempt).rejects.toMatchObject(refusal);
  });

  test.each([
    [{ limit: 0 }, 'limit'],
    [{ limit: 101 }, 'limit'],
    [{ limit: 1, status: 'done' }, 'status'],
    [{ limit: 1, venue: 'nasdaq' }, 'venue'],
  ])('refuses %j', async (request, path) => {
    await expect(client.listBacktests({ statuses: [], ...request }, await call())).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ path }],
    });
  });
});
