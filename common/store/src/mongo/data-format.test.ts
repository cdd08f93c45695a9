import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { ConfigurationError, Secret } from '@platform/kit/config';
import { type Connection, connectMongo } from './connection.js';
import { DATA_FORMAT, requireDataFormat } from './data-format.js';

const DATABASE = 'test_store_data_format';
const uri = new Secret(process.env['TEST_MONGODB_URI'] ?? '');
let connection: Connection;

beforeAll(async () => {
  connection = await connectMongo(uri, DATABASE);
});
afterEach(() => connection.dropDatabase());
afterAll(() => connection.close());

test('an empty database is marked, and opened again by the same version', async () => {
  await requireDataFormat(connection);
  await connection.collection('records').insertOne({});
  await (await connectMongo(uri, DATABASE)).close();
});

test('data of another format is refused in one line that says what to do', async () => {
  await requireDataFormat(connection);
  const refusal = requireDataFormat(connection, DATA_FORMAT + 1);
  await expect(refusal).rejects.toThrow(ConfigurationError);
  await expect(refusal).rejects.toThrow(
    new RegExp(`^The database \\S+ holds data of format ${DATA_FORMAT}, and [^\\n]*new data directory\\.$`),
  );
});

test('data that no version has marked is refused, and left as it is', async () => {
  await connection.collection('records').insertOne({ amount: 1 });
  await expect(connectMongo(uri, DATABASE)).rejects.toThrow('holds data of an earlier version');
  expect(await connection.collection('records').countDocuments()).toBe(1);
  expect((await connection.listCollections()).map(({ name }) => name)).toEqual(['records']);
});

test('processes that start together on an empty database all open it', async () => {
  const open = async () => {
    const opened = await connectMongo(uri, DATABASE);
    await opened.collection('records').insertOne({});
    await opened.close();
  };
  await Promise.all(Array.from({ length: 8 }, open));
  expect(await connection.collection('records').countDocuments()).toBe(8);
});
