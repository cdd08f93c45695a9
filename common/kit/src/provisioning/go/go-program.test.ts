import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type GoProgram, provisionGoProgram } from '../index.js';

const program: GoProgram = { name: 'tool', module: 'example.test/tool', version: 'v1.2.3', sum: 'h1:own=' };
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'go-program-'));
  await mkdir(join(folder, 'bin'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Provides it with a Go that acts as a script says. */
async function provide(script: string) {
  await writeFile(join(folder, 'bin', 'go'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const PATH = [join(folder, 'bin'), process.env['PATH']].join(delimiter);
  return provisionGoProgram(program, { environment: { PATH, PLATFORM_CACHE_DIR: folder }, report: () => {} });
}

/** A Go that builds a program of whose module it says such a sum. */
const builds = (sum: string) =>
  `test "$1" = install && mkdir "$GOCACHE" && exec touch "$GOBIN/tool"
  printf 'tool: go1.26\\n\\tpath\\texample.test/tool/cmd/tool\\n\\tmod\\texample.test/tool\\tv1.2.3\\t${sum}\\n'`;

test('a program is built once, and what Go keeps of its build is removed', async () => {
  const path = await provide(builds('h1:own='));
  expect(path).toMatch(/\/test-tool-[0-9a-f]{16}\/tool$/);
  await access(String(path));
  await expect(access(join(String(path), '..', 'build-cache'))).rejects.toThrow(/ENOENT/);
  expect(await provide('exit 1')).toBe(path);
});

test('a module that is not the one that was chosen is not used', async () => {
  await expect(provide(builds('h1:others='))).rejects.toThrow(/not what it was when it was chosen/);
});

test('a program that can not be built is missing, for a reason', async () => {
  expect(await provide('echo "no network"; exit 1')).toEqual({ missing: expect.stringMatching(/no network$/) });
});
