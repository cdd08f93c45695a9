import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Caller } from '@platform/keys/tokens';
import { createTestTokens, type TestTokens, testUser } from '@platform/keys/tokens/testing';
import { ManualClock, systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { type CreateBacktestRequest, type RuntimeServiceDefinition, runtimeService } from '@platform/protos/runtime';
import { createGrpcClient, type GrpcServer, startGrpcServer } from '@platform/rpc/grpc';
import type { Connection } from '@platform/store/mongo';
import {
  buildDomain,
  emptyDatabase,
  FINISHED,
  openDatabase,
  RESULT,
  ScriptedFramework,
  TRADES,
  untilStatuses,
  validRequest,
} from './domain.fixture.js';
import { legacyModel } from './legacy/record.js';
import { runtimeAccess, runtimeHandlers } from './server.js';

const OWNER = 'acc_1';
const SECOND_MS = 1_000;
const SEVEN_DAYS_MS = 7 * 86_400_000;
const [TRADE] = TRADES;
const EXITS = ['roi', 'stop', 'signal'];

let connection: Connection;
let tokens: TestTokens;
let clock: ManualClock;
let domain: Awaited<ReturnType<typeof buildDomain>>;
let server: GrpcServer<RuntimeServiceDefinition>;
let client: ReturnType<typeof connect>;

function connect(port: number) {
  return createGrpcClient(runtimeService.definition, `127.0.0.1:${port}`);
}

async function as(caller: Caller) {
  return { token: await tokens.mint(caller, 'runtime'), requestId: 'r1' };
}

const owner = () => as(testUser(OWNER, { permissions: ['read'] }));
const nobody = () => as({ kind: 'anonymous', workload: 'gateway', clientAddress: '192.0.2.1' });

beforeAll(async () => {
  connection = await openDatabase('result_files');
  tokens = await createTestTokens(systemClock);
  clock = new ManualClock(1_760_000_000_000);
  const framework = new ScriptedFramework();
  framework.run = async (_job, { onTrades }) => {
    if (TRADE !== undefined) await onTrades(EXITS.map((exitReason) => ({ ...TRADE, exitReason })));
    return FINISHED;
  };
  domain = await buildDomain(connection, { clock, frameworks: new Map([['freqtrade', [framework]]]) });
  server = await startGrpcServer({
    listen: '127.0.0.1:0',
    service: { ...runtimeService, access: runtimeAccess, handlers: runtimeHandlers(domain) },
    verifier: tokens.verifier('runtime'),
    logger: createLogger({ process: 'test', level: 'silent' }),
  });
  client = connect(server.port);
  await domain.workers.start();
});

beforeEach(() => emptyDatabase(connection));

afterAll(async () => {
  client.close();
  await server.close();
  await domain.workers.close();
  await tokens.remove();
  await connection.close();
});

async function queue(request: Partial<CreateBacktestRequest> = {}, accountId = OWNER): Promise<string> {
  const call = { accountId, requestId: 'r', isGivenUp: () => false };
  return (await domain.creation.create(validRequest(request), call)).backtest._id;
}

async function finish(...ids: readonly string[]): Promise<void> {
  await untilStatuses(connection, { finished: ids.length });
}

/** A finished backtest, and a token of a link to it. */
async function linked(request: Partial<CreateBacktestRequest> = {}): Promise<{ id: string; token: string }> {
  const id = await queue(request);
  await finish(id);
  const { links } = await client.batchGetBacktestResultLinks({ ids: [id] }, await owner());
  return { id, token: links[0]?.token ?? '' };
}

/** What both reads of a file answer nobody in particular. */
async function read(token: string, tables = false) {
  return (await client.getBacktestResultFile({ token, tables }, await nobody())).file;
}

async function readTrades(token: string, limit = 10, cursor?: string) {
  return client.listBacktestResultFileTrades({ token, limit, ...(cursor && { cursor }) }, await nobody());
}

async function expectRefusal(token: string, code: string): Promise<void> {
  await expect(read(token)).rejects.toMatchObject({ code });
  await expect(read(token, true)).rejects.toMatchObject({ code });
  await expect(readTrades(token)).rejects.toMatchObject({ code });
}

describe('a link to a result file', () => {
  test('is given to the owner of what has finished, and to nobody else', async () => {
    const [first, second] = [await queue(), await queue()];
    await finish(first, second);
    const held = await queue({ hold: true });
    await legacyModel(connection).insertMany([{ _id: 'older', state: 'ended', accountId: OWNER }]);
    const ids = [second, held, 'older', 'unknown', first];
    const { links, ...answer } = await client.batchGetBacktestResultLinks({ ids }, await owner());
    expect(answer.ids).toEqual([second, first]);
    expect(links.map(({ expiresAtMs }) => expiresAtMs)).toEqual([1, 1].map(() => clock.nowMs() + SEVEN_DAYS_MS));
    expect(await client.batchGetBacktestResultLinks({ ids }, await as(testUser('acc_2')))).toEqual({
      ids: [],
      links: [],
    });
    const unsigned = client.batchGetBacktestResultLinks({ ids }, await nobody());
    await expect(unsigned).rejects.toMatchObject({ code: 'unauthorized' });
  });

  test('opens it for seven days and no longer', async () => {
    const { id, token } = await linked();
    clock.advance(SEVEN_DAYS_MS - SECOND_MS);
    expect(await read(token)).toMatchObject({ id });
    expect((await readTrades(token)).trades).toHaveLength(EXITS.length);
    clock.advance(SECOND_MS);
    await expectRefusal(token, 'result_link_expired');
    clock.advance(SECOND_MS);
    await expectRefusal(token, 'result_link_expired');
  });

  test('opens nothing where any part of it was changed, or where it is none', async () => {
    const { id, token } = await linked();
    const bytes = Buffer.from(token, 'base64url');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      await expect(read(changed.toString('base64url'))).rejects.toMatchObject({ code: 'result_link_invalid' });
    }
    const { cursors } = await client.listBacktestTrades({ id, limit: 1 }, await owner());
    for (const other of ['', `${token}x`, cursors[0] ?? '']) await expectRefusal(other, 'result_link_invalid');
    expect(await read(token)).toMatchObject({ id });
  });

  test('opens nothing of a backtest that was deleted meanwhile', async () => {
    const { id, token } = await linked();
    await domain.store.delete(OWNER, id);
    await expectRefusal(token, 'backtest_not_found');
  });

  test('made for one account opens nothing of another', async () => {
    const { id } = await linked();
    const { token } = domain.links.sign({ backtestId: id, accountId: 'acc_2' });
    await expectRefusal(token, 'backtest_not_found');
  });

  test('opens nothing that has not finished', async () => {
    const id = await queue({ hold: true });
    const { token } = domain.links.sign({ backtestId: id, accountId: OWNER });
    await expect(read(token)).rejects.toMatchObject({ code: 'backtest_not_found' });
  });
});

describe('a result file', () => {
  test('holds what was run and what it came to, with its tables where they are asked for', async () => {
    const { id, token } = await linked({ strategyClass: 'Second' });
    const file = {
      ...{ id, strategyName: 'Second', framework: { id: 'freqtrade' }, venue: 'hyperliquid' },
      ...{ symbols: ['BTC/USDC:USDC'], range: { from: '2026-01-01', to: '2026-02-01' } },
    };
    const { profitTotalPct, sharpe, perPair } = RESULT;
    const figures = await read(token);
    expect(figures).toMatchObject({ ...file, result: { profitTotalPct, sharpe, perPair: [], equityCurve: null } });
    const whole = await read(token, true);
    expect(whole).toMatchObject({ ...file, result: { perPair, equityCurve: { equity: RESULT.equity } } });
  });

  test('is named by its framework where the request named no class', async () => {
    expect(await read((await linked()).token)).toMatchObject({ strategyName: 'freqtrade' });
  });

  test('has its trades by pages, whose cursors belong to it alone', async () => {
    const { token } = await linked();
    const { trades, nextCursor } = await readTrades(token, 2);
    expect([
      trades.map(({ exitReason }) => exitReason),
      (await readTrades(token, 2, nextCursor)).trades[0]?.exitReason,
    ]).toEqual([EXITS.slice(0, 2), EXITS[2]]);
    await emptyDatabase(connection);
    const other = await linked();
    await expect(readTrades(other.token, 2, nextCursor)).rejects.toMatchObject({ code: 'invalid_cursor' });
    await expect(readTrades(other.token, 501)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
