import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { createLogger } from './index.js';
import { openLogOutput } from './output.js';

const WAITING_BYTES_MAX = 2_000;
const LOOKS_MAX = 500;
const LOOK_MS = 20;

/** The lines of a log that are written to their end. */
function linesOf(file: string) {
  const whole = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return whole.map((line) => JSON.parse(line));
}

test('a disk that is full ends nothing, and takes no more memory than it may', async () => {
  const output = openLogOutput('/dev/full', WAITING_BYTES_MAX);
  const logger = createLogger({ process: 'test', level: 'info' }, output);
  let lost = 0;
  output.on('drop', () => (lost += 1));
  for (let index = 0; index < 200; index += 1) {
    logger.info({ index }, 'a line');
    await wait(0);
  }
  expect(lost).toBeGreaterThan(100);
});

test('once lines can be written again, the log says how many were lost', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'log-'));
  const file = join(folder, 'log');
  try {
    writeFileSync(file, '');
    const output = openLogOutput('/dev/full', WAITING_BYTES_MAX);
    const logger = createLogger({ process: 'test', level: 'info' }, output);
    for (let index = 0; index < 200; index += 1) logger.info({ index }, 'a line');
    // While a write is under way, the stream forgets to open another file if that write fails.
    await once(output, 'error');
    output.reopen(file);
    const isReport = ({ msg }: { msg?: string }) => msg === 'log lines were lost';
    let written = linesOf(file);
    for (let look = 0; look < LOOKS_MAX && !written.some(isReport); look += 1) {
      logger.info('again');
      await wait(LOOK_MS);
      written = linesOf(file);
    }
    expect(written.at(0)).toMatchObject({ index: 0 });
    expect(written.find(isReport)).toMatchObject({ lines: expect.any(Number) });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
