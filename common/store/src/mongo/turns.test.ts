import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Secret } from '@platform/kit/config';
import { type Connection, connectMongo, inTransaction, Turns } from './index.js';
import { resetDatabase } from './testing.js';

const LIMIT = 3;
const connect = () => connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), 'test_turns');
let connections: readonly [Connection, Connection];

beforeAll(async () => {
  connections = [await connect(), await connect()];
  await resetDatabase(connections[0]);
});

afterAll(async () => {
  for (const connection of connections) await connection.close();
});

/** Adds one where fewer than the limit are there. */
async function add(connection: Connection, turns: Turns): Promise<boolean> {
  return inTransaction(connection, async (session) => {
    await turns.take('acc_1', session);
    const things = connection.collection('things');
    if ((await things.countDocuments({}, { session })) >= LIMIT) return false;
    await things.insertOne({}, { session });
    return true;
  });
}

test('a limit that transactions of several processes count is kept exactly, from the first turn on', async () => {
  const processes = connections.map((connection) => ({ connection, turns: new Turns(connection, 'test_turns') }));
  const added = await Promise.all(
    Array.from({ length: 20 }, () => processes.map(({ connection, turns }) => add(connection, turns))).flat(),
  );
  expect(added.filter(Boolean)).toHaveLength(LIMIT);
  expect(await connections[0].collection('things').countDocuments()).toBe(LIMIT);
});
