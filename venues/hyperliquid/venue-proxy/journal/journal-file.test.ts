import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { createLogger } from '@platform/observability/logging';
import { JournalFile } from './journal-file.js';

const MEBIBYTE = 1024 * 1024;
const logger = createLogger({ process: 'test', level: 'silent' });
let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-file-'));
  path = join(folder, 'journal');
});
afterEach(() => rm(folder, { recursive: true }));

/** A journal of texts; `kept`: what a snapshot keeps of them. */
async function open(kept: (all: readonly string[]) => readonly string[] = (all) => all) {
  let all: string[] = [];
  const content = {
    parse: (line: unknown) => String(line),
    written: (entries: readonly string[]) => {
      all = [...all, ...entries];
    },
    snapshot: () => {
      all = [...kept(all)];
      return all;
    },
  };
  const file = await JournalFile.open(path, content, logger);
  return { file, read: () => all };
}

/** Returns what another process finds in the file. */
async function found(): Promise<readonly string[]> {
  const { file, read } = await open();
  await file.close();
  return read();
}

test('entries of many writers are there in their order, each once, before their promises settle', async () => {
  const { file } = await open();
  const names = Array.from({ length: 200 }, (_, index) => `entry ${index}`);
  const seen = names.map(async (name, index) => {
    await (index % 3 === 0 ? file.note([name]) : file.append([name]));
    return (await readFile(path, 'utf8')).includes(`"${name}"\n`);
  });
  expect(new Set(await Promise.all(seen))).toEqual(new Set([true]));
  await file.close();
  expect(await found()).toEqual(names);
});

test('nobody but its owner may read it', async () => {
  const { file } = await open();
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  await file.close();
});

test('what does not fit is refused, and what is there stays', async () => {
  const { file } = await open();
  const large = 'x'.repeat(MEBIBYTE);
  for (let count = 0; count < 15; count += 1) await file.append([large]);
  await expect(file.append([large])).rejects.toThrow('the journal is full');
  await file.append(['small']);
  await file.close();
  expect((await found()).map(({ length }) => length)).toEqual([...Array(15).fill(MEBIBYTE), 5]);
});

test('it is compacted as it grows, without losing what comes meanwhile', async () => {
  const { file } = await open((all) => all.slice(-10));
  const lines = Array.from({ length: 3_000 }, (_, index) => `${index} ${'x'.repeat(1_000)}`);
  await Promise.all(lines.slice(0, 2_000).map((line) => file.append([line])));
  for (const line of lines.slice(2_000)) await file.note([line]);
  await file.close();
  expect((await stat(path)).size).toBeLessThan(1.2 * MEBIBYTE);
  expect((await found()).slice(-10)).toEqual(lines.slice(-10));
});

test('one that is closed takes nothing more, and a line that can’t be read is named', async () => {
  const { file } = await open();
  await file.append(['one']);
  await file.close();
  await expect(file.append(['two'])).rejects.toThrow('closed');
  await appendFile(path, 'no JSON\n"three"\n');
  await expect(open()).rejects.toThrow('line 2 of the journal');
});
