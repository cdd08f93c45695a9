import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { buildProtos } from './protos.js';

let folder: string;
let generations: number;
const generated = () => join(folder, 'protos/src/generated');
const build = (code = 0) =>
  buildProtos(folder, async () => {
    generations += 1;
    await mkdir(generated(), { recursive: true });
    return code;
  });

beforeEach(async () => {
  generations = 0;
  folder = await mkdtemp(join(tmpdir(), 'protos-'));
  await mkdir(join(folder, 'protos/trading/wallet'), { recursive: true });
  await writeFile(join(folder, 'protos/trading/wallet/wallet.proto'), 'one');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('types are generated once as long as no proto changes', async () => {
  for (let time = 0; time < 2; time += 1) expect(await build()).toBe(0);
  expect(generations).toBe(1);
});

test('a proto that is written or added, and types that are removed, are generated again', async () => {
  await build();
  await writeFile(join(folder, 'protos/trading/wallet/wallet.proto'), 'a second');
  await build();
  await writeFile(join(folder, 'protos/trading/wallet/added.proto'), 'third');
  await build();
  await rm(generated(), { recursive: true });
  await build();
  expect(generations).toBe(4);
});

test('a generation that fails ends the build and is tried again', async () => {
  expect(await build(2)).toBe(2);
  expect(await build()).toBe(0);
  expect(generations).toBe(2);
});
