import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import type { Closeable } from '@platform/lifecycle';
import { createLogger } from '@platform/observability/logging';
import { type Connection, connectMongo, inTransaction } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import type { Change } from '../buffer/index.js';
import { ChangeSource, type FollowedCollection } from './index.js';

const WAIT_MS_MAX = 30_000;
const logger = createLogger({ process: 'runtime', level: 'silent' });
const followed: readonly FollowedCollection[] = [
  { collection: 'runs', entity: 'backtest', unseen: ['lease', 'failures'] },
  { collection: 'trades', entity: 'backtest', part: 'trades', owner: { field: 'runId', collection: 'runs' } },
];
let connection: Connection;
let sources: Closeable[] = [];

beforeAll(async () => {
  connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_changes');
});

beforeEach(() => Promise.all([runs().deleteMany({}), trades().deleteMany({})]));

afterEach(async () => {
  await Promise.all(sources.map((source) => source.close()));
  sources = [];
});

afterAll(() => connection.close());

const runs = () => connection.collection<{ _id: string }>('runs');
const trades = () => connection.collection<{ _id: string }>('trades');

async function start(): Promise<ChangeSource> {
  const source = new ChangeSource(connection, followed, systemClock);
  sources.push(source.start(logger));
  await until(() => source.open() !== undefined);
  return source;
}

async function until(isSo: () => boolean): Promise<void> {
  for (const startedAtMs = performance.now(); !isSo(); await wait(10))
    if (performance.now() - startedAtMs > WAIT_MS_MAX) throw new Error('waited without result');
}

/** The changes of the test's own account. */
function told(source: ChangeSource): Change[] {
  const { buffer } = source.open() ?? {};
  if (buffer === undefined) return [];
  const entries = buffer.after(buffer.floor, () => true, 1_000);
  return entries.flatMap((entry) => (entry.kind === 'change' && entry.accountId === account ? [entry] : []));
}

const shown = (changes: readonly Change[]) => changes.map(({ id, part, isRemoved }) => ({ id, part, isRemoved }));
let account = '';
let number = 0;
beforeEach(() => {
  number += 1;
  account = `acc_${process.pid}_${number}`;
});

describe('the changes of a database', () => {
  test('are told with the account and the record that they belong to', async () => {
    const source = await start();
    await runs().insertOne({ _id: 'bt_1', accountId: account, status: 'queued' } as never);
    await runs().updateOne({ _id: 'bt_1' }, { $set: { status: 'running' } });
    await trades().insertOne({ _id: 't_1', runId: 'bt_1' } as never);
    await runs().updateOne({ _id: 'bt_1' }, { $set: { status: 'finished', deletedAt: new Date() } });
    await until(() => told(source).length === 4);
    expect(shown(told(source))).toEqual([
      { id: 'bt_1', part: '', isRemoved: false },
      { id: 'bt_1', part: '', isRemoved: false },
      { id: 'bt_1', part: 'trades', isRemoved: false },
      { id: 'bt_1', part: '', isRemoved: true },
    ]);
    const [first] = told(source);
    expect([first?.accountId, first?.entity]).toEqual([account, 'backtest']);
    expect(Math.abs((first?.atMs ?? 0) - systemClock.nowMs())).toBeLessThan(60_000);
  });

  test('that no caller sees are not told, nor those of other collections and of nobody', async () => {
    const source = await start();
    await runs().insertOne({ _id: 'bt_1', accountId: account, lease: { epoch: 1 }, failures: 0 } as never);
    await runs().updateOne({ _id: 'bt_1' }, { $set: { 'lease.epoch': 2 } });
    await runs().updateOne({ _id: 'bt_1' }, { $inc: { failures: 1 }, $unset: { lease: 1 } });
    await connection.collection<{ _id: string }>('others').insertOne({ _id: account, accountId: account } as never);
    await trades().insertOne({ _id: 't_1', runId: 'unknown' } as never);
    await runs().updateOne({ _id: 'bt_1' }, { $inc: { failures: 1 }, $set: { status: 'running' } });
    await until(() => told(source).length === 2);
    await wait(200);
    expect(told(source)).toHaveLength(2);
  });

  test('of one transaction have places of their own, and have them again after a restart', async () => {
    const source = await start();
    await runs().insertOne({ _id: 'before', accountId: account } as never);
    await inTransaction(connection, async (session) => {
      for (let index = 0; index < 20; index += 1)
        await runs().insertOne({ _id: `bt_${index}`, accountId: account } as never, { session });
    });
    await until(() => told(source).length === 21);
    const sequences = told(source).map(({ sequence }) => sequence);
    expect(sequences).toEqual([...new Set(sequences)].toSorted());
    expect(new Set(sequences.slice(1).map((sequence) => sequence.split('.')[0])).size).toBe(1);
    const restarted = await start();
    await until(() => told(restarted).length === 21);
    expect(told(restarted)).toEqual(told(source));
  });

  test('that were made while nobody looked are told', async () => {
    await runs().insertOne({ _id: 'bt_1', accountId: account } as never);
    const source = await start();
    await until(() => told(source).length === 1);
  });

  test('let the place move on though nothing of it changes', async () => {
    const source = await start();
    const before = source.open()?.buffer.position ?? '';
    await connection.collection<{ _id: string }>('others').insertOne({ _id: account } as never);
    await until(() => (source.open()?.buffer.position ?? '') > before);
    expect(told(source)).toEqual([]);
  });

  test('are told on after the database broke the connection', async () => {
    const source = await start();
    await runs().insertOne({ _id: 'bt_1', accountId: account } as never);
    await until(() => told(source).length === 1);
    const admin = connection.getClient().db('admin');
    const { inprog } = await admin.command({ currentOp: true, ns: /test_changes/, 'cursor.tailable': true });
    const cursors = Array.isArray(inprog) ? inprog.flatMap(({ cursor }) => cursor?.cursorId ?? []) : [];
    await connection.getClient().db('test_changes').command({ killCursors: '$cmd.aggregate', cursors });
    await runs().insertOne({ _id: 'bt_2', accountId: account } as never);
    await until(() => told(source).length === 2);
    expect(shown(told(source)).map(({ id }) => id)).toEqual(['bt_1', 'bt_2']);
  });

  test('are told on after the database was dropped', async () => {
    const source = await start();
    await resetDatabase(connection);
    await runs().insertOne({ _id: 'bt_1', accountId: account } as never);
    await until(() => told(source).length === 1);
  });
});
