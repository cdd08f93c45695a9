import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { CreateBacktestRequest } from '@platform/protos/runtime';
import type { Connection } from '@platform/store/mongo';
import { buildDomain, emptyDatabase, openDatabase, validRequest } from '../domain.fixture.js';
import { listBacktests } from './listing.js';

const OWNER = 'acc_1';
/** The most that a strategy and its config may have. */
const CODE_BYTES = 256 * 1024;
const CONFIG_BYTES = 64 * 1024;

let connection: Connection;
let domain: Awaited<ReturnType<typeof buildDomain>>;

beforeAll(async () => {
  connection = await openDatabase('pages');
});

beforeEach(async () => {
  await emptyDatabase(connection);
  domain = await buildDomain(connection);
});

afterAll(() => connection.close());

async function queue(code: string, more: Partial<CreateBacktestRequest> = {}, accountId = OWNER): Promise<string> {
  const request = validRequest({ code, configJson: '{}', strategyClass: 'A', ...more });
  return (await domain.creation.create(request, { accountId, requestId: 'r', isGivenUp: () => false })).backtest._id;
}

describe('the strategies of many backtests', () => {
  test('are read together in the order asked for, those of the account alone', async () => {
    const [first, second] = [await queue('# 1'), await queue('# 2', { configJson: '{"a":  1}' })];
    const foreign = await queue('# 3', {}, 'acc_2');
    const deleted = await queue('# 4');
    await domain.store.delete(OWNER, deleted);
    const found = await domain.store.readStrategies(OWNER, [second, foreign, 'older', deleted, first]);
    expect(found).toEqual([
      { _id: second, code: '# 2', configJson: '{"a":  1}', strategyClass: 'A' },
      { _id: first, code: '# 1', configJson: '{}', strategyClass: 'A' },
    ]);
    expect(await domain.store.readStrategies(OWNER, [])).toEqual([]);
  });

  test('are read of the ten largest, and refused beyond 4 MiB', async () => {
    const configJson = JSON.stringify({ text: 'x'.repeat(CONFIG_BYTES - 11) });
    const ids = [];
    for (let index = 0; index < 13; index += 1) ids.push(await queue('#'.repeat(CODE_BYTES), { configJson }));
    expect(await domain.store.readStrategies(OWNER, ids.slice(0, 10))).toHaveLength(10);
    const refusal = { code: 'response_too_large', details: { maximum_bytes: 4 * 1024 ** 2 } };
    await expect(domain.store.readStrategies(OWNER, ids)).rejects.toMatchObject(refusal);
  });
});

describe('a list narrowed by states', () => {
  const list = (request: object) =>
    listBacktests(domain.store, domain.cursors, OWNER, { limit: 2, statuses: [], ...request });
  const idsOf = async (request: object) => (await list(request)).items.map(({ _id }) => _id);

  test('shows those that are held, those that are not, and what passes both kinds of status', async () => {
    const [waiting, held] = [await queue('# 1'), await queue('# 2', { hold: true })];
    expect(await idsOf({ held: false })).toEqual([waiting]);
    expect(await idsOf({ held: true, status: 'queued' })).toEqual([held]);
    expect(await idsOf({ statuses: ['queued', 'error'], status: 'queued' })).toEqual([held, waiting]);
    expect(await idsOf({ statuses: ['error'], status: 'queued' })).toEqual([]);
  });

  test('goes on from a cursor under the same ones in any order, and under no others', async () => {
    for (const code of ['# 1', '# 2', '# 3']) await queue(code);
    const { nextCursor: cursor } = await list({ statuses: ['queued', 'error'] });
    expect((await list({ statuses: ['error', 'queued'], cursor })).items).toHaveLength(1);
    const others = [{}, { statuses: ['queued'] }, { status: 'queued' }, { statuses: ['error', 'queued'], held: false }];
    for (const other of others)
      await expect(list({ ...other, cursor })).rejects.toMatchObject({ code: 'invalid_cursor' });
  });

  test('is refused where one is named twice, or is none', async () => {
    for (const statuses of [['queued', 'queued'], ['done']])
      await expect(list({ statuses })).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
