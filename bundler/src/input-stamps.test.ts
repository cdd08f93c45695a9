import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { stampsMatch, writeStamps } from './input-stamps.js';

let folder: string;
let note: string;
const unchanged = () => stampsMatch(note, folder);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'input-stamps-'));
  note = join(folder, 'inputs.txt');
  await writeFile(join(folder, 'a.js'), 'one');
  await writeFile(join(folder, 'b.js'), 'two');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('what was never made is not unchanged', async () => {
  expect(await unchanged()).toBe(false);
});

test('what was made from files that nobody wrote since is unchanged', async () => {
  await writeStamps(note, folder, ['a.js', 'b.js', 'virtual:module']);
  expect(await unchanged()).toBe(true);
});

test('a file that was written since, gone or new makes what was made from it outdated', async () => {
  await writeStamps(note, folder, ['a.js', 'b.js', 'c.js']);
  await writeFile(join(folder, 'c.js'), 'three');
  expect(await unchanged()).toBe(false);

  await writeStamps(note, folder, ['a.js', 'b.js']);
  await rm(join(folder, 'b.js'));
  expect(await unchanged()).toBe(false);

  await writeStamps(note, folder, ['a.js']);
  await utimes(join(folder, 'a.js'), new Date(0), new Date(0));
  expect(await unchanged()).toBe(false);
});
