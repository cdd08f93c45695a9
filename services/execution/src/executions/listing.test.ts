import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Secret } from '@platform/kit/config';
import { CursorCodec, creationPosition } from '@platform/kit/cursors';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { queriesOf, resetDatabase } from '@platform/store/mongo/testing';
import { Executions } from './executions.js';
import { type ExecutionRecord, executionModel } from './model.js';
import { executionStates } from './states.js';

const START_MS = 1_700_000_000_000;
const COUNT = 280;
const LIMIT = 5;
const FIRST = '0xabCDEF1234567890ABcDEF1234567890aBCDeF12';
const SECOND = '0x2000000000000000000000000000000000000002';
const cursorSecret = new Secret(Buffer.alloc(32, 1));
let connection: Connection;
let executions: Executions;

/** One record per second; each state repeats after seven records, and one record in six is at another venue. */
const records = Array.from({ length: COUNT }, (_, index): ExecutionRecord => {
  const createdAt = new Date(START_MS + index * 1_000);
  return {
    _id: `exe_${index}`,
    accountId: 'acc_1',
    idempotencyKey: `key-${index}`,
    status: executionStates[index % executionStates.length] ?? 'claimed',
    venue: index % 6 === 0 ? 'lighter' : 'hyperliquid',
    actionType: 'order',
    accountAddress: index % 10 === 0 ? SECOND : FIRST,
    createdAt,
    intent: { requestHash: 'h', actionJson: '{}', expiresAfterMs: START_MS, reconcileUntil: createdAt },
  };
});
type Match = (record: ExecutionRecord) => boolean;
const after = (seconds: number) => START_MS + seconds * 1_000;

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_execution_listing');
  await resetDatabase(connection);
  executions = new Executions(connection, cursorSecret);
  await executions.initialize();
  await executionModel(connection).insertMany(records);
});

afterAll(() => connection.close());

/** Returns the ids of all pages of a list. */
async function idsOf(filter: object): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await executions.list('acc_1', { limit: LIMIT, cursor, ...filter });
    ids.push(...page.items.map(({ _id }) => _id));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return ids;
}

describe('a list of executions', () => {
  test.each<[object, Match]>([
    [{ status: 'failed' }, ({ status }) => status === 'failed'],
    [{ status: 'submitting' }, ({ status }) => status === 'submitting' || status === 'claimed'],
    [{ venue: 'lighter' }, ({ venue }) => venue === 'lighter'],
    [
      { venue: 'hyperliquid', accountAddress: FIRST.toLowerCase() },
      ({ venue, accountAddress }) => venue === 'hyperliquid' && accountAddress === FIRST,
    ],
    [
      { venue: 'hyperliquid', accountAddress: SECOND },
      ({ venue, accountAddress }) => venue === 'hyperliquid' && accountAddress === SECOND,
    ],
    [{ createdFromMs: after(100) }, ({ createdAt }) => createdAt.getTime() >= after(100)],
    [{ createdToMs: after(100) }, ({ createdAt }) => createdAt.getTime() < after(100)],
    [
      { status: 'rejected', venue: 'hyperliquid', createdFromMs: after(50), createdToMs: after(200) },
      ({ status, venue, createdAt }) =>
        status === 'rejected' &&
        venue === 'hyperliquid' &&
        createdAt.getTime() >= after(50) &&
        createdAt.getTime() < after(200),
    ],
  ])('narrowed to %j has those alone, newest first', async (filter, isWanted) => {
    const wanted = records.filter(isWanted).reverse();
    expect(await idsOf(filter)).toEqual(wanted.map(({ _id }) => _id));
  });

  test.each([
    [{}],
    [{ status: 'failed' }],
    [{ status: 'submitting' }],
    [{ venue: 'lighter' }],
    [{ venue: 'hyperliquid', accountAddress: SECOND }],
    [{ createdFromMs: after(100), createdToMs: after(150) }],
    [{ status: 'failed', createdToMs: after(100) }],
  ])('narrowed to %j reads from an index hardly more than it shows, on each page', async (filter) => {
    const { nextCursor } = await executions.list('acc_1', { limit: LIMIT, ...filter });
    const queries = await queriesOf(connection, 'executions', () =>
      executions.list('acc_1', { limit: LIMIT, cursor: nextCursor, ...filter }),
    );
    expect(queries).toEqual([
      { plan: expect.stringContaining('IXSCAN'), documents: expect.any(Number), isSorted: false },
    ]);
    // One more than is shown, and the cursor's record.
    expect(queries[0]?.documents).toBeLessThanOrEqual(LIMIT + 2);
  });

  test.each([
    [{ status: 'done' }, 'status'],
    [{ venue: 'nasdaq' }, 'venue'],
    [{ accountAddress: '0x12' }, 'accountAddress'],
    [{ createdFromMs: 2, createdToMs: 1 }, 'createdFrom'],
    [{ createdToMs: 0.5 }, 'createdTo'],
  ])('narrowed to %j is refused, naming %s', async (filter, path) => {
    const refusal = { code: 'invalid_request', details: [{ path }] };
    await expect(executions.list('acc_1', { limit: 1, ...filter })).rejects.toMatchObject(refusal);
  });

  test('does not go on from a cursor of other filters', async () => {
    const { nextCursor: cursor } = await executions.list('acc_1', { limit: 1, createdFromMs: after(1) });
    const refusal = { code: 'invalid_cursor' };
    for (const filter of [{}, { createdFromMs: after(2) }, { createdFromMs: after(1), status: 'failed' }])
      await expect(executions.list('acc_1', { limit: 1, cursor, ...filter })).rejects.toMatchObject(refusal);
  });

  test("shows a thief of the cursors' secret no record of another account", async () => {
    const forged = new CursorCodec(cursorSecret, creationPosition);
    const between = [START_MS + COUNT * 1_000, 'exe_280'] as const;
    const cursor = forged.encode({ list: 'executions', accountId: 'acc_2', filters: {} }, [...between]);
    expect((await executions.list('acc_2', { limit: LIMIT, cursor })).items).toEqual([]);
    const foreign = forged.encode({ list: 'executions', accountId: 'acc_1', filters: {} }, [...between]);
    await expect(executions.list('acc_2', { limit: LIMIT, cursor: foreign })).rejects.toMatchObject({
      code: 'invalid_cursor',
    });
    expect((await executions.list('acc_1', { limit: LIMIT, cursor: foreign })).items).toHaveLength(LIMIT);
  });
});
