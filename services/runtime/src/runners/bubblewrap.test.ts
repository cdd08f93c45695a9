import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { BubblewrapUnavailable, findBubblewrap } from './bubblewrap.js';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'bubblewrap-'));
});

afterEach(() => rm(directory, { recursive: true }));

const find = (environment: Record<string, string | undefined>, cacheDirectory = join(directory, 'cache')) =>
  findBubblewrap({ cacheDirectory, environment, report: () => {} });

describe('findBubblewrap', () => {
  test('prefers a working one on the PATH, by its absolute path', async () => {
    const working = await find(process.env, defaultCacheDirectory(process.env));
    const bin = join(directory, 'bin');
    await mkdir(bin);
    await symlink(working, join(bin, 'bwrap'));
    expect(await find({ PATH: bin })).toBe(join(bin, 'bwrap'));
  });

  test('says what was tried where there is none to be had', async () => {
    const unavailable = find({ PATH: directory });
    await expect(unavailable).rejects.toThrow(BubblewrapUnavailable);
    await expect(unavailable).rejects.toThrow(/none on the PATH.*apt-get/s);
  });

  test('says why the one on the PATH does not isolate', async () => {
    await writeFile(join(directory, 'bwrap'), '#!/bin/sh\necho no namespaces here\nexit 1\n', { mode: 0o755 });
    await expect(find({ PATH: directory })).rejects.toThrow(/no namespaces here/);
  });
});
