import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { parse, print } from 'graphql';
import { DocumentCache } from './document-cache.js';

const keyOf = (text: string) => `schema:${createHash('sha256').update(text).digest('hex')}`;
const hashOf = (text: string) => keyOf(text).slice(-64);

test('a document is kept without its comments and where they stood', async () => {
  const documents = new DocumentCache();
  const text = `{ shop(id: "s") { id } }${'\n#'.repeat(30_000)}`;
  await documents.set(keyOf(text), parse(text));
  expect(documents.has(text)).toBe(true);
  const kept = await documents.get(keyOf(text));
  expect(kept && print(kept)).toBe(print(parse(text)));
  expect(JSON.stringify(kept)).not.toContain('"loc"');
});

test('of documents that nobody asks for again as many are kept as fit', async () => {
  const documents = new DocumentCache();
  const textOf = (number: number) => `query Q${number} { ${'id '.repeat(900)} }`;
  for (let number = 0; number < 100; number += 1) await documents.set(keyOf(textOf(number)), parse(textOf(number)));
  expect([documents.has(textOf(0)), documents.has(textOf(99))]).toEqual([false, true]);
});

test('a document counts by the bytes of its text, however little it asks for', async () => {
  const documents = new DocumentCache();
  const textOf = (number: number) => `{ shop(id: "${number}${'x'.repeat(60_000)}") { id } }`;
  for (let number = 0; number < 300; number += 1) await documents.set(keyOf(textOf(number)), parse(textOf(number)));
  expect([documents.has(textOf(0)), documents.has(textOf(299))]).toEqual([false, true]);
});

test('an operation is planned once its document is known and it has been, whatever became of the others', async () => {
  const documents = new DocumentCache();
  const text = 'query A { id } query B { id }';
  documents.notePlanned(hashOf(text), 'A');
  expect(documents.isPlanned(hashOf(text), 'A')).toBe(false);
  await documents.set(keyOf(text), parse(text));
  documents.notePlanned(hashOf(text), 'A');
  expect([documents.isPlanned(hashOf(text), 'A'), documents.isPlanned(hashOf(text), 'B')]).toEqual([true, false]);
});
