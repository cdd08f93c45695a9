import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { shownLine } from '../../frameworks/python/worker/shown.js';
import { readBotLog } from '../log-file.js';
import { LogKeeper } from './log-keeper.js';

const PRIVATE_KEY = `0x${'c0ffee42'.repeat(8)}`;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bot-log-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('a secret that a strategy prints reaches no file of its log', async () => {
  const log = new LogKeeper(folder, new ManualClock(Date.UTC(2026, 5, 1)), shownLine([]));
  log.take(`my key is ${PRIVATE_KEY}`);
  log.take(`{'name': 'hyperliquid', 'secret': 'canary-hunter2'}`);
  log.take('bought 0.25 BTC/USDC:USDC at 62140.5');
  await log.close();
  const lines = (await readBotLog(folder, { sinceNs: 0n, limit: 10 })).map(({ message }) => message);
  expect(lines[0]).toBe('my key is [redacted]');
  expect(lines[1]).toMatch(/^\{'name': 'hyperliquid', '\[redacted\]$/);
  expect(lines[2]).toBe('bought 0.25 BTC/USDC:USDC at 62140.5');
});
