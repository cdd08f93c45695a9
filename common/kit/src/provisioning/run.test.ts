import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findProgram, identifyProcess, run, verifySha256 } from './index.js';

const node = (script: string, timeoutMs = 10_000, onLine?: (line: string) => void) =>
  run(process.execPath, ['-e', script], { env: { GREETING: 'hello' }, timeoutMs, ...(onLine && { onLine }) });

describe('run', () => {
  test('each line of both outputs is handed on, in the environment given and no other', async () => {
    const lines: string[] = [];
    await node('console.log(process.env.GREETING); console.error(process.env.PATH)', 10_000, (line) =>
      lines.push(line),
    );
    expect(lines.sort()).toEqual(['hello', 'undefined']);
  });

  test('a failure carries the exit code and the last lines', async () => {
    await expect(node('console.log("why"); process.exit(3)')).rejects.toMatchObject({
      name: 'CommandFailed',
      exitCode: 3,
      message: expect.stringMatching(/exited with 3\nwhy$/),
    });
  });

  test('a program that does not end in time is killed', async () => {
    await expect(node('setInterval(() => {}, 1000)', 200)).rejects.toThrow(/was killed after 200 ms/);
  });

  test('a program that is told to stop is killed with what it has started', async () => {
    const stop = new AbortController();
    let pids: number[] = [];
    const onLine = (line: string) => {
      pids = line.split(' ').map(Number);
      stop.abort();
    };
    const script = `
      const child = require('node:child_process').spawn('sleep', ['60']);
      console.log(process.pid, child.pid);
    `;
    const env = { PATH: process.env['PATH'] };
    const running = run(process.execPath, ['-e', script], { env, timeoutMs: 60_000, signal: stop.signal, onLine });
    await expect(running).rejects.toThrow(/was told to stop/);
    expect(pids).toHaveLength(2);
    while (pids.some((pid) => identifyProcess(pid) !== undefined)) await sleep(10);
  });

  test('a program that is missing is named', async () => {
    await expect(run('/no/such/program', [], { env: {}, timeoutMs: 1_000 })).rejects.toThrow(/\/no\/such\/program/);
  });
});

describe('verifySha256', () => {
  test('accepts the expected digest and refuses any other', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'provisioning-'));
    const file = join(directory, 'file');
    await writeFile(file, 'abc');
    const digest = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    await expect(verifySha256(file, digest)).resolves.toBeUndefined();
    await expect(verifySha256(file, digest.replace('b', 'c'))).rejects.toThrow(/it is not used/);
    await rm(directory, { recursive: true });
  });
});

describe('finding a program', () => {
  let folder: string;
  const below = (...path: string[]) => join(folder, ...path);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'programs-'));
    for (const [place, mode] of [
      ['first/text', 0o600],
      ['second/text', 0o700],
      ['second/other', 0o700],
    ] as const) {
      await mkdir(join(folder, place, '..'), { recursive: true });
      await writeFile(join(folder, place), '');
      await chmod(join(folder, place), mode);
    }
  });

  afterAll(() => rm(folder, { recursive: true }));

  test('the first file that may be run is found, by folder and then by name', () => {
    const searchPath = [below('first'), below('second')].join(delimiter);
    expect(findProgram(searchPath, ['text'])).toBe(below('second', 'text'));
    expect(findProgram(searchPath, ['none', 'other', 'text'])).toBe(below('second', 'other'));
  });

  test('there is none without a path, nor in a folder that is relative to where the process runs', () => {
    expect(findProgram(undefined, ['text'])).toBeUndefined();
    expect(findProgram('', ['text'])).toBeUndefined();
    expect(findProgram(relative(process.cwd(), below('second')), ['text'])).toBeUndefined();
  });
});
