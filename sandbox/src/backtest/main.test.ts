import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

const COMMAND = fileURLToPath(new URL('../../dist/backtest/main.js', import.meta.url));
const RANGE = ['--from', '2026-01-01', '--to', '2026-02-01'];
const RUNNING = { id: 'bt_1', status: 'running' };
const QUEUED = { id: 'bt_1', status: 'queued', framework: { id: 'freqtrade', image_digest: 'sha256:a' } };
const FRAMEWORK = { id: 'freqtrade', version: '2026.9', image_digest: 'sha256:a', status: 'provisioning' };
const OTHER = { ...FRAMEWORK, version: '2026.8', image_digest: 'sha256:b', status: 'on_demand', progress: null };
const FAILED = { ...RUNNING, status: 'error', error: { code: 'strategy_failed', message: 'It raised.' } };

/** The platform's answer to a read: a status and a body, or no answer. */
type Answer = readonly [status: number, body: object, headers?: Record<string, string>] | 'hangs up';

let folder: string;
let server: Server;
let url: string;
let reads: Answer[];
let submissions: { key: unknown; body: object }[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backtest-command-'));
  await writeFile(join(folder, 'dip.py'), 'class Dip: ...');
  submissions = [];
  server = createServer(async (request, response) => {
    const answer = request.method === 'POST' ? await submit(request) : (reads.shift() ?? [200, RUNNING]);
    if (answer === 'hangs up') return void request.socket.destroy();
    const [status, body, headers] = answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

async function submit(request: IncomingMessage): Promise<Answer> {
  submissions.push({ key: request.headers['idempotency-key'], body: JSON.parse(await text(request)) });
  // The first answer is lost.
  return submissions.length === 1 ? 'hangs up' : [202, { id: 'bt_1', status: 'queued' }];
}

/** Starts the command as npm does: in another folder than where it was typed. */
function start(...args: string[]): { child: ChildProcess; ended: Promise<{ code: number | null; output: string }> } {
  const env = { PATH: process.env['PATH'], INIT_CWD: folder, PLATFORM_API_KEY: 'canary-key' };
  const child = spawn(process.execPath, [COMMAND, 'dip.py', ...RANGE, '--url', url, ...args], { env });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, 'close').then(async ([code]) => ({ code, output: (await output).join('') }));
  return { child, ended };
}

const goesOn = () => `backtest bt_1 goes on: curl -H "x-api-key: $PLATFORM_API_KEY" ${url}/runtime/backtests/bt_1\n`;

test('a platform that fails for a while is asked again, and what it was sent twice is one backtest', async () => {
  reads = [[503, {}], 'hangs up', [429, {}, { 'retry-after': '0' }], [200, FAILED]];
  const { code, output } = await start('--pairs', 'BTC-PERP.HYPERLIQUID').ended;
  expect([code, output]).toEqual([1, expect.stringMatching(/\nstrategy_failed: It raised\.\n$/)]);
  expect(output).toMatch(/no answer yet, trying again: GET .*: 503/);
  expect(output).not.toMatch(/goes on|canary/);
  expect(reads).toEqual([]);
  const [first, second, ...more] = submissions;
  expect([more, second]).toEqual([[], first]);
  expect(first).toMatchObject({ key: expect.any(String), body: { code: 'class Dip: ...', framework: 'nautilus' } });
});

test('a backtest that waits for its framework says that it is being prepared, and how far that is', async () => {
  const frameworks = [OTHER, { ...FRAMEWORK, progress: 'downloading 3 of 90 packages (ta-lib)' }];
  reads = [
    [200, QUEUED],
    [200, { frameworks }],
    [200, QUEUED],
    [403, {}],
    [200, FAILED],
  ];
  const { code, output } = await start('--pairs', 'BTC/USDC:USDC').ended;
  expect(output).toContain(
    'backtest bt_1 is queued\n… queued: freqtrade 2026.9 is being prepared, once: downloading 3 of 90 packages (ta-lib)\n',
  );
  expect([code, reads]).toEqual([1, []]);
});

test('Ctrl-C leaves the backtest, and says how to look at it', async () => {
  reads = [];
  const { child, ended } = start('--pairs', 'BTC/USDC:USDC');
  child.stdout?.on('data', (piece) => {
    if (String(piece).includes('is running')) child.kill('SIGINT');
  });
  const { code, output } = await ended;
  expect([code, output]).toEqual([130, expect.stringContaining(goesOn())]);
  expect(submissions[1]).toMatchObject({ body: { framework: 'freqtrade', symbols: ['BTC/USDC:USDC'] } });
});

test('a failure that does not pass ends the command, not the backtest', async () => {
  reads = [[401, { error: { code: 'unauthorized', message: 'The key was revoked.' } }]];
  const { code, output } = await start('--pairs', 'BTC/USDC:USDC').ended;
  expect([code, output]).toEqual([1, expect.stringContaining(goesOn())]);
  expect(output).toContain('unauthorized: The key was revoked.');
});
