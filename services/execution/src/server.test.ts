import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Caller } from '@platform/keys/tokens';
import { createTestTokens, type TestTokens, testUser } from '@platform/keys/tokens/testing';
import { createIdSource, ManualClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { type ExecutionServiceDefinition, executionService } from '@platform/protos/execution';
import { createGrpcClient, type GrpcServer, startGrpcServer } from '@platform/rpc/grpc';
import { type Connection, connectMongo, isDuplicateKey, storeUnavailableAs } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { z } from 'zod';
import { createDomain } from './domain.js';
import { type ExecutionRecord, executionModel } from './executions/model.js';
import { executionAccess, executionHandlers } from './server.js';

const START_MS = 1_700_000_000_000;
const clock = new ManualClock(START_MS);
const logger = createLogger({ process: 'execution', level: 'silent' });
let tokens: TestTokens;
let connection: Connection;
let server: GrpcServer<ExecutionServiceDefinition>;
let client: ReturnType<typeof connect>;

function connect(port: number) {
  return createGrpcClient(executionService.definition, `127.0.0.1:${port}`);
}

function record(id: string, overrides: Partial<ExecutionRecord> = {}): ExecutionRecord {
  return {
    _id: id,
    accountId: 'acc_1',
    idempotencyKey: `key-${id}`,
    status: 'submitting',
    venue: 'hyperliquid',
    actionType: 'order',
    accountAddress: '0x1000000000000000000000000000000000000001',
    createdAt: new Date(START_MS),
    intent: { requestHash: 'h', actionJson: '{}', expiresAfterMs: START_MS, reconcileUntil: new Date(START_MS) },
    ...overrides,
  };
}

/** Newest first; the two in the middle were made in the same millisecond. */
const newestFirst = [
  record('exe_1', {
    createdAt: new Date(START_MS + 3),
    status: 'succeeded',
    finishedAt: new Date(START_MS + 9),
    resultJson: '{"status":"ok","response":{"oid":"18446744073709551615"}}',
  }),
  record('exe_9', { createdAt: new Date(START_MS + 2) }),
  record('exe_8', { createdAt: new Date(START_MS + 2) }),
  record('exe_4', { createdAt: new Date(START_MS + 1) }),
  record('exe_7', { createdAt: new Date(START_MS) }),
];

beforeAll(async () => {
  tokens = await createTestTokens(clock);
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_execution');
  await resetDatabase(connection);
  const { executions, submission } = await createDomain({
    ...{ connection, clock, logger },
    cursorSecret: new Secret(systemRandom.bytes(32)),
    providers: undefined,
    ids: createIdSource(clock, systemRandom),
    random: systemRandom,
    owner: 'test',
    reconciliationMs: 60_000,
  });
  await executionModel(connection).create([...newestFirst].sort((left, right) => (left._id < right._id ? -1 : 1)));
  await executionModel(connection).create([record('exe_other', { accountId: 'acc_2' })]);
  server = await startGrpcServer({
    listen: '127.0.0.1:0',
    service: { ...executionService, access: executionAccess, handlers: executionHandlers(executions, submission) },
    verifier: tokens.verifier('execution'),
    translateError: storeUnavailableAs('execution_store_unavailable'),
    logger,
  });
  client = connect(server.port);
});

afterAll(async () => {
  client.close();
  await server.close();
  await Promise.all([connection.close(), tokens.remove()]);
});

async function as(caller: Caller) {
  return { token: await tokens.mint(caller, 'execution'), requestId: 'r1' };
}

async function list(request: { limit: number; cursor?: string }, caller: Caller = testUser('acc_1')) {
  return client.listExecutions(request, await as(caller));
}

async function get(id: string, caller: Caller = testUser('acc_1')) {
  return (await client.getExecution({ id }, await as(caller))).execution;
}

describe('ListExecutions', () => {
  test('pages through all records newest first, each once, whatever the page size', async () => {
    for (const limit of [1, 2, 3, 100]) {
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await list({ limit, ...(cursor === undefined ? {} : { cursor }) });
        seen.push(...page.executions.map(({ id }) => id));
        expect(page.cursors).toHaveLength(page.executions.length);
        cursor = page.nextCursor;
      } while (cursor !== undefined);
      expect(seen).toEqual(newestFirst.map(({ _id }) => _id));
    }
  });

  test('goes on after the cursor of any record of a page', async () => {
    const { cursors } = await list({ limit: 5 });
    const page = await list({ limit: 5, cursor: cursors[1]! });
    expect(page.executions.map(({ id }) => id)).toEqual(['exe_8', 'exe_4', 'exe_7']);
  });

  test('is not disturbed by a record that comes in between', async () => {
    const first = await list({ limit: 2 });
    await executionModel(connection).create([record('exe_new', { createdAt: new Date(START_MS + 60) })]);
    const second = await list({ limit: 2, cursor: first.nextCursor! });
    expect(second.executions.map(({ id }) => id)).toEqual(['exe_8', 'exe_4']);
    await executionModel(connection).deleteOne({ _id: 'exe_new' });
  });

  test('shows an account without records an empty page', async () => {
    expect(await list({ limit: 20 }, testUser('acc_3'))).toEqual({ executions: [], cursors: [] });
  });

  test.each([0, -1, 101])('refuses a limit of %d', async (limit) => {
    await expect(list({ limit })).rejects.toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'limit', message: 'must be from 1 to 100' }],
    });
  });

  test("refuses a changed cursor and another account's", async () => {
    const cursor = (await list({ limit: 1 })).nextCursor!;
    await expect(list({ limit: 1, cursor: `${cursor}A` })).rejects.toMatchObject({ code: 'invalid_cursor' });
    await expect(list({ limit: 1, cursor }, testUser('acc_2'))).rejects.toMatchObject({ code: 'invalid_cursor' });
  });
});

describe('GetExecution', () => {
  test('gives every field, and the result as it is stored', async () => {
    expect(await get('exe_1')).toEqual({
      id: 'exe_1',
      status: 'succeeded',
      venue: 'hyperliquid',
      actionType: 'order',
      accountAddress: '0x1000000000000000000000000000000000000001',
      createdAtMs: START_MS + 3,
      finishedAtMs: START_MS + 9,
      resultJson: '{"status":"ok","response":{"oid":"18446744073709551615"}}',
    });
  });

  test('leaves out what is not known yet', async () => {
    expect(await get('exe_9')).not.toHaveProperty('finishedAtMs');
    expect(await get('exe_9')).not.toHaveProperty('resultJson');
  });

  test("says the same of an unknown id and of another account's", async () => {
    await expect(get('exe_unknown')).rejects.toMatchObject({ code: 'execution_not_found' });
    await expect(get('exe_other')).rejects.toMatchObject({ code: 'execution_not_found' });
  });
});

describe('BatchGetExecutions', () => {
  test("gives the caller's records alone", async () => {
    const ids = ['exe_other', 'exe_4', 'exe_unknown', 'exe_1'];
    const { executions } = await client.batchGetExecutions({ ids }, await as(testUser('acc_1')));
    expect(executions.map(({ id }) => id).sort()).toEqual(['exe_1', 'exe_4']);
  });

  test('refuses more than a hundred', async () => {
    const ids = Array.from({ length: 101 }, (_, index) => `exe_${index}`);
    await expect(client.batchGetExecutions({ ids }, await as(testUser('acc_1')))).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });
});

describe('the store', () => {
  test('holds one record per account and idempotency key', async () => {
    const again = record('exe_again', { idempotencyKey: 'key-exe_1' });
    const error: unknown = await executionModel(connection)
      .create([again])
      .catch((cause: unknown) => cause);
    expect(isDuplicateKey(error)).toBe(true);
    const [elsewhere] = await executionModel(connection).create([{ ...again, accountId: 'acc_9' }]);
    expect(elsewhere?._id).toBe('exe_again');
  });

  test('reads any page in the order of an index, without sorting', async () => {
    const createdAt = new Date(START_MS + 2);
    for (const after of [{}, { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: 'exe_9' } }] }]) {
      const plan = await executionModel(connection)
        .find({ accountId: 'acc_1', ...after })
        .sort({ createdAt: -1, _id: -1 })
        .limit(2)
        .explain('queryPlanner');
      const { winningPlan } = z
        .object({ queryPlanner: z.object({ winningPlan: z.unknown() }) })
        .parse(plan).queryPlanner;
      expect(JSON.stringify(winningPlan)).toContain('accountId_1_createdAt_-1__id_-1');
      expect(JSON.stringify(winningPlan)).not.toContain('"stage":"SORT"');
    }
  });
});

describe('SubmitExecution without its providers', () => {
  const actionJson = '{"type":"cancel","cancels":[{"a":0,"o":1}]}';
  const request = { venue: 'hyperliquid', actionJson, idempotencyKey: 'k' };

  test('claims nothing', async () => {
    const call = client.submitExecution(request, await as(testUser('acc_5')));
    await expect(call).rejects.toMatchObject({ code: 'execution_provider_unavailable' });
    expect(await executionModel(connection).countDocuments({ accountId: 'acc_5' })).toBe(0);
  });

  test('says first what is wrong with the caller and the request', async () => {
    const reader = testUser('acc_5', { permissions: ['read'] });
    const broken = { ...request, actionJson: 'none' };
    await expect(client.submitExecution(broken, await as(reader))).rejects.toMatchObject({
      code: 'insufficient_permissions',
    });
    await expect(client.submitExecution(broken, await as(testUser('acc_5')))).rejects.toMatchObject({
      code: 'validation_failed',
      details: [{ path: 'action', message: 'must be a JSON object with at least one field' }],
    });
  });
});

test('neither strangers nor other services may read records', async () => {
  await expect(
    list({ limit: 1 }, { kind: 'anonymous', workload: 'gateway', clientAddress: '192.0.2.1' }),
  ).rejects.toMatchObject({
    code: 'unauthorized',
  });
  await expect(get('exe_1', { kind: 'workload', workload: 'runtime', cause: 'test' })).rejects.toMatchObject({
    code: 'insufficient_permissions',
  });
});

test('a store that can not be reached is execution_store_unavailable', async () => {
  await connection.close();
  await expect(list({ limit: 1 })).rejects.toMatchObject({ code: 'execution_store_unavailable' });
  await expect(get('exe_1')).rejects.toMatchObject({ code: 'execution_store_unavailable' });
});
