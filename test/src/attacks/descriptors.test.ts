import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { attack } from '../end-to-end/hostile-strategies.js';
import { backtestRequest } from '../end-to-end/strategies.js';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { untilAccepted } from '../platform/stored.js';
import { nautilusRequest } from './slots.js';

const CANARY = 'what the operator had open';
/** Reads through each of its own descriptors; pipes and sockets can't be read at a position. */
const PROBE = [
  'import os',
  'for fd in range(3, 1024):',
  '    try: print("OPEN", fd, os.pread(fd, 100, 0), flush=True)',
  '    except OSError: pass',
  '    try: print("FOLDER", fd, os.listdir(fd), flush=True)',
  '    except OSError: pass',
  'print("PROBED", flush=True)',
];

let folder: string;
let held: FileHandle[];
let platform: Platform;
let caller: Caller;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'operators-'));
  held = [await open(join(folder, 'own'), 'w+', 0o600), await open(folder)];
  await held[0]?.write(CANARY);
  platform = await Platform.startBeside(held.map(({ fd }) => fd));
  caller = await Caller.register(platform, 'descriptors@example.com');
  await untilAccepted(caller, nautilusRequest('pass'));
}, 300_000);

afterAll(async () => {
  await platform[Symbol.asyncDispose]();
  await Promise.all(held.map((file) => file.close()));
  await rm(folder, { recursive: true });
});

test.each([
  ['freqtrade', backtestRequest({ code: attack(...PROBE) })],
  ['nautilus', nautilusRequest(...PROBE)],
])(
  'a strategy of %s reads nothing through what was open where the platform was started',
  async (_framework, request) => {
    const { status, body } = await caller.send('POST', '/runtime/backtests', request);
    expect([status, body.error]).toEqual([202, undefined]);
    await caller.untilEnded(body.id, 240_000);
    const logs = JSON.stringify((await caller.send('GET', `/runtime/backtests/${body.id}/logs`)).body);
    expect(logs).toContain('PROBED');
    expect(logs).not.toMatch(/OPEN|FOLDER/);
    expect(logs).not.toContain(CANARY);
  },
  300_000,
);
