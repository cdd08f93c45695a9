import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

const COMMAND = fileURLToPath(new URL('../../dist/deploy/main.js', import.meta.url));
const HEARTBEAT = '2026-01-31T12:00:05.000Z';
const deploymentOf = (status: string, more: object = {}) => ({
  ...{ id: 'dpl_1', name: 'dip', status, health: { last_heartbeat: status === 'running' ? HEARTBEAT : null } },
  ...more,
});
const FAILED = deploymentOf('error', { error: { code: 'strategy_failed', message: 'It raised.' } });
const LINES = ['00.000000001Z one', '00.000000002Z two', '01.000000000Z three'].map(
  (line) => `2026-01-31T12:00:${line}`,
);

type Answer = readonly [status: number, body: object] | 'hangs up';

let folder: string;
let server: Server;
let url: string;
let reads: Answer[];
let creations: Answer[];
let sent: { method: string | undefined; path: string; key: unknown; body: object }[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deploy-command-'));
  await writeFile(join(folder, 'dip.py'), 'class Dip: ...');
  [sent, creations, reads] = [[], [[201, deploymentOf('created')]], []];
  server = createServer(async (request, response) => {
    const answer = await answerOf(request);
    if (answer === 'hangs up') return void request.socket.destroy();
    const [status, body] = answer;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
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

async function answerOf(request: IncomingMessage): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? '', url);
  if (request.method === 'GET') {
    if (pathname.endsWith('/logs')) return [200, { logs: linesSince(searchParams.get('since')), next_cursor: null }];
    return reads.shift() ?? [200, deploymentOf('starting')];
  }
  const key = request.headers['idempotency-key'];
  sent.push({ method: request.method, path: pathname, key, body: JSON.parse(await text(request)) });
  return request.method === 'PUT' ? [200, deploymentOf('starting')] : (creations.shift() ?? 'hangs up');
}

/** The lines of a millisecond come together, whatever is asked for. */
function linesSince(since: string | null): string[] {
  return since === null ? LINES.slice(0, 1) : LINES.filter((line) => line.slice(0, 23) >= since.slice(0, 23));
}

/** Starts the command as npm does: in another folder than where it was typed. */
function start(...args: string[]): { child: ChildProcess; ended: Promise<{ code: number | null; output: string }> } {
  const env = { PATH: process.env['PATH'], INIT_CWD: folder, PLATFORM_API_KEY: 'canary-key' };
  const child = spawn(process.execPath, [COMMAND, 'dip.py', '--url', url, ...args], { env });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, 'close').then(async ([code]) => ({ code, output: (await output).join('') }));
  return { child, ended };
}

test('a deployment is created once, started, and followed to its first heartbeat, each line of its log shown once', async () => {
  creations = ['hangs up', [503, {}], [201, deploymentOf('created')]];
  reads = [
    [200, deploymentOf('starting')],
    [200, deploymentOf('starting')],
    [200, deploymentOf('running')],
  ];
  const { code, output } = await start('--pairs', 'BTC/USDC:USDC,ETH/USDC:USDC').ended;
  expect([code, output]).toEqual([0, expect.stringContaining(`dpl_1 (dip): running, first heartbeat ${HEARTBEAT}\n`)]);
  expect(LINES.map((line) => output.split(line).length - 1)).toEqual([1, 1, 1]);
  expect(output).toContain('deployment dpl_1 is starting\n');
  expect(output).toContain(`"action": "stop"}' ${url}/runtime/deployments/dpl_1/status\n`);
  expect(output).not.toMatch(/canary/);
  const [first, second, third, started, ...more] = sent;
  expect([more, second, third]).toEqual([[], first, first]);
  expect(first).toEqual({
    ...{ method: 'POST', path: '/runtime/deployments', key: expect.any(String) },
    body: {
      ...{ framework: 'freqtrade', venue: 'hyperliquid', mode: 'paper', name: 'dip', code: 'class Dip: ...' },
      config: { exchange: { pair_whitelist: ['BTC/USDC:USDC', 'ETH/USDC:USDC'] } },
    },
  });
  expect(started).toMatchObject({ path: '/runtime/deployments/dpl_1/status', body: { action: 'start' } });
});

test('the config names the markets where no pairs are given, and options are passed on', async () => {
  await writeFile(join(folder, 'config.json'), '{"instrument_ids": ["BTC-PERP.LIGHTER"], "trade_size": 2}');
  reads = [[200, deploymentOf('running')]];
  const options = ['--config', 'config.json', '--venue', 'lighter', '--name', 'second dip'];
  const expiry = ['--alive-until', '2027-01-31T12:00:00Z', '--on-expiry', 'block_entries'];
  expect((await start(...options, ...expiry).ended).code).toBe(0);
  expect(sent[0]?.body).toMatchObject({
    ...{ framework: 'nautilus', venue: 'lighter', name: 'second dip' },
    config: { instrument_ids: ['BTC-PERP.LIGHTER'], trade_size: 2 },
    ...{ alive_until: '2027-01-31T12:00:00Z', on_expiry: 'block_entries' },
  });
});

test('a deployment that fails as it starts ends the command with the reason', async () => {
  reads = [[200, FAILED]];
  const { code, output } = await start('--pairs', 'BTC/USDC:USDC').ended;
  expect([code, output]).toEqual([1, expect.stringMatching(/\nstrategy_failed: It raised\.\n$/)]);
});

test('a config that is refused ends the command with what is wrong, and nothing is started', async () => {
  const details = [{ line: null, text: 'config.stake_amount 5 is below the smallest order' }];
  creations = [[400, { error: { code: 'config_invalid', message: 'It can not run.', details } }]];
  const { code, output } = await start('--pairs', 'BTC/USDC:USDC').ended;
  expect([code, output]).toEqual([
    1,
    expect.stringContaining('config_invalid: It can not run.\n  config.stake_amount 5 is below'),
  ]);
  expect([sent.length, output.includes('goes on')]).toEqual([1, false]);
});

test('Ctrl-C leaves the deployment, and says how to look at it and how to stop it', async () => {
  const { child, ended } = start('--pairs', 'BTC/USDC:USDC');
  child.stdout?.on('data', (piece) => {
    if (String(piece).includes('is starting')) child.kill('SIGINT');
  });
  const { code, output } = await ended;
  expect([code, output]).toEqual([
    130,
    expect.stringContaining(`goes on: curl -H "x-api-key: $PLATFORM_API_KEY" ${url}`),
  ]);
  expect(output).toContain('stop it: curl -X PUT');
});

test.each([
  [['--pairs'], /argument missing/],
  [[], /name the markets: by --pairs, or in the config/],
  [['--config', 'absent.json'], /ENOENT/],
  [['other.py', '--pairs', 'BTC/USDC:USDC'], /name one strategy file/],
])('arguments %j are refused, with the usage', async (args, words) => {
  const { code, output } = await start(...args).ended;
  expect([code, sent]).toEqual([1, []]);
  expect(output).toMatch(words);
});

test('a config of another shape is refused by its path', async () => {
  await writeFile(join(folder, 'config.json'), '{"exchange": {"pair_whitelist": "BTC"}}');
  const { code, output } = await start('--config', 'config.json').ended;
  expect([code, output]).toEqual([1, expect.stringContaining('config.json: exchange.pair_whitelist: ')]);
});
