import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { ConfigurationError, Secret } from '@platform/kit/config';
import { type Connection, connectMongo } from '../connection.js';
import { changeAll } from './batches.js';
import type { Migration } from './migration.js';
import { requireSchema, type Upgrade, upgradeSchema } from './upgrade.js';

const DATABASE = 'test_store_schema';
const uri = new Secret(process.env['TEST_MONGODB_URI'] ?? '');
const upgrade: Upgrade = { olderStopped: false, owner: 'a test', report: () => undefined };
let connection: Connection;

interface SchemaRecord {
  readonly _id: string;
  readonly format: number;
  readonly version?: number;
}

beforeAll(async () => {
  connection = await connectMongo(uri, DATABASE);
});
beforeEach(() => connection.dropDatabase());
afterAll(() => connection.close());

/** A step that adds its version to a list. */
function step(version: number, rest: Partial<Migration> = {}): Migration {
  const apply = async () => {
    await connection.collection('done').insertOne({ version });
  };
  return { version, name: `step ${version}`, apply, ...rest };
}

/** Data as the first schema version has it, which says its format alone. */
async function first(format = 3): Promise<void> {
  await connection.collection<SchemaRecord>('data_format').insertOne({ _id: 'current', format });
  await connection.collection('records').insertOne({ amount: 1 });
}

const done = async () =>
  (await connection.collection('done').find().sort({ _id: 1 }).toArray()).map(({ version }) => version);
const stored = () => connection.collection<SchemaRecord>('data_format').findOne({ _id: 'current' });

describe('a process', () => {
  test('marks an empty database with its schema, and opens it again', async () => {
    const migrations = [step(4), step(5, { readableFrom: 4 })];
    await requireSchema(connection, migrations);
    await connection.collection('records').insertOne({});
    await requireSchema(connection, migrations);
    expect(await stored()).toMatchObject({ format: 4, version: 5 });
    expect(await upgradeSchema(connection, migrations, upgrade)).toEqual([]);
  });

  test('refuses data of a format before all migrations in one line that says what to do', async () => {
    await first(2);
    await expect(requireSchema(connection, [step(4)])).rejects.toThrow(
      /^The database \S+ holds data of format 2, and this version reads format 3 and newer: [^\n]*new data directory\.$/,
    );
  });

  test('refuses data that names no format, and leaves it as it is', async () => {
    await connection.collection('records').insertOne({ amount: 1 });
    await expect(connectMongo(uri, DATABASE)).rejects.toThrow('holds data that names no format');
    expect((await connection.listCollections()).map(({ name }) => name)).toEqual(['records']);
  });

  test('uses data of a newer schema that it can read, and refuses other', async () => {
    await first();
    await upgradeSchema(connection, [step(4)], upgrade);
    await requireSchema(connection, []);
    await upgradeSchema(connection, [step(4), step(5, { readableFrom: 4 })], upgrade);
    await requireSchema(connection, [step(4)]);
    const refusal = requireSchema(connection, []);
    await expect(refusal).rejects.toThrow(ConfigurationError);
    await expect(refusal).rejects.toThrow(
      'holds data for schema version 4 and newer, and this version knows 3: start a newer version of the platform.',
    );
  });

  test('that does not migrate refuses data that lacks a migration, and names the command', async () => {
    await first();
    await expect(requireSchema(connection, [step(4)])).rejects.toThrow(
      'lacks the migration 4, step 4: run npm run ops -- migrate.',
    );
  });

  test('that starts on an empty database together with others opens it', async () => {
    const open = async () => {
      const opened = await connectMongo(uri, DATABASE, { migrations: [step(4)], upgrade });
      await opened.collection('records').insertOne({});
      await opened.close();
    };
    await Promise.all(Array.from({ length: 8 }, open));
    expect(await connection.collection('records').countDocuments()).toBe(8);
  });
});

describe('migrations', () => {
  test('are done once and in their order, however many processes start, and are on record', async () => {
    await first();
    const migrations = [step(4), step(5), step(6)];
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        upgradeSchema(connection, migrations, { ...upgrade, owner: `process ${index}` }),
      ),
    );
    expect(await done()).toEqual([4, 5, 6]);
    expect(all.flat()).toEqual(['4, step 4', '5, step 5', '6, step 6']);
    expect(await stored()).toMatchObject({
      format: 3,
      version: 6,
      applied: [4, 5, 6].map((version) => ({ version, name: `step ${version}`, at: expect.any(Date) })),
    });
    expect(await upgradeSchema(connection, [...migrations, step(7)], upgrade)).toEqual(['7, step 7']);
  });

  test('that fail leave those before done, and are tried again by the next process', async () => {
    await first();
    const failing = step(5, { apply: () => Promise.reject(new Error('no room')) });
    await expect(upgradeSchema(connection, [step(4), failing], upgrade)).rejects.toThrow(/step 5.*no room/);
    expect(await stored()).toMatchObject({ version: 4 });
    expect(await upgradeSchema(connection, [step(4), step(5)], upgrade)).toEqual(['5, step 5']);
    expect(await done()).toEqual([4, 5]);
  });

  test('that leave out processes which may run are refused before any is done, unless those are stopped', async () => {
    await first();
    const migrations = [step(4), step(5, { readableFrom: 4 })];
    await expect(upgradeSchema(connection, migrations, upgrade)).rejects.toThrow(
      /^Processes that know schema version 3 alone can't use the database \S+ after its migration 5, step 5: /,
    );
    expect(await done()).toEqual([]);
    await upgradeSchema(connection, migrations, { ...upgrade, olderStopped: true });
    expect(await done()).toEqual([4, 5]);
  });

  test('wait for the process that is at them, and are done by another where that one is silent', async () => {
    await first();
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const apply = () => {
      begun.resolve();
      return held.promise;
    };
    const slow = upgradeSchema(connection, [step(4, { apply })], { ...upgrade, leaseMs: 300 });
    await begun.promise;
    const said: string[] = [];
    const waiting = { ...upgrade, leaseMs: 300, report: (line: string) => void said.push(line) };
    const other = upgradeSchema(connection, [step(4)], waiting);
    await wait(900);
    expect(await done()).toEqual([]);
    expect(said).toEqual([expect.stringContaining('another process migrates')]);
    // As if the first had been stopped for long: it can't renew its lease any more, and what it does then is not recorded.
    await connection
      .collection<SchemaRecord>('data_format')
      .updateOne({ _id: 'current' }, { $set: { 'lease.epoch': 9, 'lease.expiresAt': new Date(0) } });
    expect(await other).toEqual(['4, step 4']);
    held.resolve();
    await expect(slow).rejects.toThrow(/another process migrates/);
  });

  test('that are out of their order are a mistake', async () => {
    await expect(requireSchema(connection, [step(5)])).rejects.toThrow('the migration 5, step 5, is out of its order');
  });
});

describe('a change of all documents', () => {
  const lacking = { isNew: { $exists: false } };
  const records = () => connection.collection('records');

  test.each([0, 1, 2, 3])('that ends after %i of its writes is whole when it is begun again', async (writes) => {
    await records().insertMany(Array.from({ length: 2_500 }, (_, n) => ({ n })));
    for (let write = 0; write < writes; write += 1) {
      const found = await records().find(lacking, { limit: 1_000 }).toArray();
      const _id = { $in: found.map((document) => document._id) };
      await records().updateMany({ _id }, { $set: { isNew: true } });
    }
    const left = Math.max(0, 2_500 - 1_000 * writes);
    expect(await changeAll(connection, 'records', lacking, { $set: { isNew: true } })).toBe(left);
    expect(await records().countDocuments({ isNew: true })).toBe(2_500);
  });

  test('after which a document still matches ends with an error', async () => {
    await records().insertOne({ n: 1 });
    await expect(changeAll(connection, 'records', { n: 1 }, { $set: { n: 1 } })).rejects.toThrow(/match after/);
  });
});
