// Why: docs/decisions/tests/client-tests.md
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { run } from '@platform/kit/provisioning';
import { sampled } from '@platform/kit/sampling';
import { legacyRoutes } from '@platform/rest-facade/legacy';
import { provisionPythonTools, provisionTypescriptTools } from '@platform/sdk-generator';
import { Caller, send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { provisionPython } from '../venues/python.js';
import { generatedClients, type Workshop } from './clients.js';
import { provisionTools, SPECTRAL } from './tools.js';

const MADE_MS_MAX = 580_000;
/** Two linters name each operation that only refuses. */
const LINES_OF_LINT = 20 + 2 * legacyRoutes.filter(({ response }) => Object.keys(response).length === 0).length;

let platform: Platform;
let caller: Caller;
let workshop: Workshop;
let environment: Record<string, string>;

beforeAll(async () => {
  platform = await Platform.shared();
  caller = await Caller.register(platform, 'generators@example.com');
  const { body: document } = await send(caller.baseUrl, 'GET', '/openapi.json');
  const directory = await mkdtemp(join(tmpdir(), 'clients-'));
  const file = join(directory, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  const [tools, python, npmTools, pythonTools] = await Promise.all([
    provisionTools(),
    provisionPython('openapi-clients'),
    provisionTypescriptTools(process.env),
    provisionPythonTools(process.env),
  ]);
  workshop = { directory, document: file, tools, python, sdkTools: { npm: npmTools, python: pythonTools } };
  environment = {
    BASE_URL: caller.baseUrl,
    API_KEY: caller.apiKey,
    // All request the same backtest: it runs once.
    IDEMPOTENCY_KEY: randomUUID(),
    BODY: JSON.stringify(exampleOf(document, '/runtime/backtests')),
  };
}, MADE_MS_MAX);

afterAll(async () => {
  if (workshop !== undefined) await rm(workshop.directory, { recursive: true, force: true });
  await platform[Symbol.asyncDispose]();
});

function exampleOf(document: unknown, path: string): unknown {
  return Object(document).paths[path].post.requestBody.content['application/json'].example;
}

test('the example of each creating operation is accepted by a platform as it was set up', async () => {
  const { body: document } = await send(caller.baseUrl, 'GET', '/openapi.json');
  const key = { 'idempotency-key': environment['IDEMPOTENCY_KEY'] ?? '' };
  const example = (path: string) => exampleOf(document, path);
  const backtest = await caller.send('POST', '/runtime/backtests', example('/runtime/backtests'), key);
  expect([backtest.status, backtest.body]).toMatchObject([202, { status: 'queued' }]);
  expect((await caller.sendAsSession('POST', '/account/keys', example('/account/keys'))).status).toBe(201);
  // What a fresh account lacks is money, not a word of the request.
  const own = { 'idempotency-key': randomUUID() };
  const execution = await caller.send('POST', '/runtime/executions', example('/runtime/executions'), own);
  expect([execution.status, execution.body.error.code]).not.toContain(400);
  const setUp = await caller.send(
    'POST',
    '/wallet/venues/hyperliquid/setup',
    example('/wallet/venues/{venue}/setup'),
    own,
  );
  expect(setUp.body.error.code).toBe('insufficient_held_balance');
  const registration = await send(caller.baseUrl, 'POST', '/account/register', { body: example('/account/register') });
  expect(registration.status).toBe(200);
  const withdrawal = await caller.send('POST', '/wallet/withdraw', example('/wallet/withdraw'), own);
  // Nor with a code that was never sent.
  expect(withdrawal.body.error.code).toBe('withdrawal_otp_identity_invalid');
});

/** Returns whether a command can be run here; prints what is skipped where it can't. */
function isHere([command, argument]: readonly [string, string]): boolean {
  const { error } = spawnSync(command, [argument]);
  if (error !== undefined) process.stderr.write(`skipped: the clients that need ${command}, which is not here\n`);
  return error === undefined;
}

const makable = generatedClients.filter(({ needs }) => needs.every(isHere));

test.each(
  sampled({ name: 'generators', cases: makable, nameOf: ({ name }) => name, count: 2 }).map(
    ({ name, make }) => [name, make] as const,
  ),
)(
  'the client that %s makes compiles, does the main job and reads a refusal',
  async (_name, make) => {
    const run = await make(workshop);
    expect(await run(environment)).toEqual({
      markets: expect.any(Number),
      wallet: expect.stringMatching(/^0x/),
      status: 'finished',
      trades: expect.any(Number),
      refused: {
        code: 'invalid_request',
        message: '`from` must be an ISO 8601 date, or date and time with a zone.',
        details: [{ path: 'from', message: 'must be an ISO 8601 date, or date and time with a zone' }],
        docs_url: `${caller.baseUrl}/docs/errors/invalid_request`,
      },
    });
  },
  MADE_MS_MAX,
);

/** What a linter may find, with the reason why it stays: see docs/decisions/contracts/routes-and-openapi.md. */
const EXPLAINED = new Set([
  'info-license',
  'no-server-example.com',
  // The routes of traders are planned: they answer 501 and nothing else. So do, or 410, operations of the older surface.
  'operation-2xx-response',
  'operation-success-response',
]);

test(
  'redocly and spectral find nothing in the document but what is explained',
  async () => {
    const lines: string[] = [];
    const { PATH } = process.env;
    const options = {
      cwd: workshop.directory,
      timeoutMs: MADE_MS_MAX,
      onLine: (line: string) => void lines.push(line),
    };
    const redocly = join(workshop.tools, 'node_modules/@redocly/cli/bin/cli.js');
    const silent = { PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
    const args = [redocly, 'lint', workshop.document, '--format=codeframe', '--max-problems=1000'];
    await run(process.execPath, args, { ...options, env: silent });
    const found = lines.flatMap((line) => /was generated by the (\S+) rule/.exec(line)?.[1] ?? []);
    lines.length = 0;
    const installed = join(workshop.tools, 'package.json');
    await run(process.execPath, [SPECTRAL, installed, workshop.document], { ...options, env: { PATH } });
    const problems: readonly { rule: string }[] = JSON.parse(lines.at(-1) ?? '');
    const all = [...found, ...problems.map(({ rule }) => rule)];
    expect(all.filter((rule) => !EXPLAINED.has(rule))).toEqual([]);
    expect(all.length).toBeLessThanOrEqual(LINES_OF_LINT);
  },
  MADE_MS_MAX,
);
