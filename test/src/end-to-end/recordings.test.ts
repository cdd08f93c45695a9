import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { bundleOf } from '@platform/bundler';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'recordings-'));
});

afterEach(() => rm(directory, { recursive: true }));

test('a folder of recordings that can not be replayed stops the start in one line, before anything runs', async () => {
  const recordings = join(directory, 'recordings');
  await mkdir(join(recordings, 'hyperliquid', 'candles'), { recursive: true });
  const dataDirectory = join(directory, 'data');
  const own = { DATA_DIR: dataDirectory, PORT: '0', GATEWAY_PORT: '0', SANDBOX_RECORDINGS_DIR: recordings };
  const { NODE_OPTIONS: _jestOnly, ...inherited } = process.env;
  const supervisor = spawn(process.execPath, [bundleOf('supervisor')], {
    env: { ...inherited, ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([
    text(supervisor.stdout),
    text(supervisor.stderr),
    once(supervisor, 'exit'),
  ]);
  expect(code).toBe(1);
  expect(out).toBe('');
  expect(err).toBe(
    `SANDBOX_RECORDINGS_DIR: ${join(recordings, 'hyperliquid/candles')} holds no .parquet files (docs/recordings.md says what it must hold)\n`,
  );
  expect(await readdir(dataDirectory)).not.toContain('logs');
});
