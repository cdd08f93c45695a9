import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import mongoose from 'mongoose';
import { digestDocuments, readDocuments, type TypedDocument, writeDocuments } from './documents.js';

const { BSON } = mongoose.mongo;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
});

afterAll(() => rm(folder, { recursive: true }));

async function* each(documents: readonly TypedDocument[]) {
  yield* documents;
}

async function allOf(documents: AsyncIterable<TypedDocument>): Promise<TypedDocument[]> {
  const all: TypedDocument[] = [];
  for await (const document of documents) all.push(document);
  return all;
}

/** One value of each type whose bytes a careless reader would change. */
const TYPES = {
  _id: new BSON.ObjectId('65a000000000000000000000'),
  integer: new BSON.Int32(7),
  whole: new BSON.Double(7),
  negativeZero: new BSON.Double(-0),
  long: BSON.Long.fromString('9007199254740993'),
  decimal: BSON.Decimal128.fromString('0.10'),
  bytes: new BSON.Binary(Buffer.from([0, 1, 255])),
  uuid: new BSON.UUID('6f1f9a10-0000-4000-8000-000000000000'),
  at: new Date(1_700_000_000_123),
  pattern: new BSON.BSONRegExp('^a', 'i'),
  stamp: new BSON.Timestamp({ t: 5, i: 6 }),
  nothing: null,
  nested: { list: ['ä€😀', { deep: new BSON.Int32(1) }] },
};

test('documents are read as they were written, each number in its type', async () => {
  const file = join(folder, 'types.bson.gz');
  const written = await writeDocuments(file, each([TYPES, { _id: 2 }]));
  expect(await digestDocuments(readDocuments(file))).toEqual(written);
  const [first] = await allOf(readDocuments(file));
  expect(Buffer.from(BSON.serialize(first ?? {}))).toEqual(Buffer.from(BSON.serialize(TYPES)));
  expect([first?.['integer'], first?.['whole'], first?.['long']]).toEqual([TYPES.integer, TYPES.whole, TYPES.long]);
});

test('documents that are longer than a chunk of the file are whole, and none is one too', async () => {
  const file = join(folder, 'long.bson.gz');
  const long = Array.from({ length: 5 }, (_, id) => ({ _id: id, text: String(id).repeat(300_000) }));
  await writeDocuments(file, each(long));
  expect((await allOf(readDocuments(file))).map(({ text }) => String(text).length)).toEqual([
    ...[300_000, 300_000, 300_000, 300_000, 300_000],
  ]);
  const empty = join(folder, 'empty.bson.gz');
  expect(await writeDocuments(empty, each([]))).toMatchObject({ documents: 0 });
  expect(await allOf(readDocuments(empty))).toEqual([]);
});

test('a file that was cut off is refused, and so is one that is not there', async () => {
  const file = join(folder, 'cut.bson.gz');
  await writeDocuments(file, each([TYPES]));
  await writeFile(file, (await readFile(file)).subarray(0, -12));
  await expect(allOf(readDocuments(file))).rejects.toThrow(/unexpected end of file/);
  await expect(allOf(readDocuments(join(folder, 'absent')))).rejects.toThrow(/ENOENT/);
});
