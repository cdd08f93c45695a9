import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { RunRecord } from './run-record.js';

describe('the run record', () => {
  let dataDirectory: string;
  beforeEach(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'sandbox-record-'));
  });
  afterEach(() => rm(dataDirectory, { recursive: true }));

  /** As a supervisor leaves it that was killed: children noted, the lock of a process that is no more. */
  const leaveBehind = async (pid: number) => {
    const record = await RunRecord.open(dataDirectory);
    record.add('orphan', pid);
    const lock = join(dataDirectory, 'supervisor.lock');
    const owner = JSON.parse(await readFile(lock, 'utf8'));
    await writeFile(lock, JSON.stringify({ ...owner, startedAt: 'an earlier run' }));
  };

  test('a second platform on the same data directory is refused', async () => {
    const first = await RunRecord.open(dataDirectory);
    await expect(RunRecord.open(dataDirectory)).rejects.toThrow(/^DATA_DIR: another platform \(process \d+\)/);
    await first.close();
    const second = await RunRecord.open(dataDirectory);
    await second.close();
    expect(await readdir(dataDirectory)).toEqual([]);
  });

  test('what a killed supervisor left running is ended by the next', async () => {
    const orphan = spawn('sleep', ['60']);
    const ended = once(orphan, 'exit');
    await leaveBehind(orphan.pid ?? 0);
    await (await RunRecord.open(dataDirectory)).endOrphans();
    expect((await ended)[1]).toBe('SIGTERM');
  });

  test('a process that was given the id of a former child is left alone', async () => {
    const stranger = spawn('sleep', ['60']);
    await leaveBehind(stranger.pid ?? 0);
    const file = join(dataDirectory, 'processes.json');
    const [entry] = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify([{ ...entry, startedAt: 'an earlier run' }]));
    await (await RunRecord.open(dataDirectory)).endOrphans();
    expect(stranger.exitCode).toBeNull();
    expect(stranger.signalCode).toBeNull();
    stranger.kill('SIGKILL');
    await once(stranger, 'exit');
  });
});
