import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { deploymentRequest } from '../end-to-end/strategies.js';
import { Caller } from '../platform/caller.js';
import { clearFaults, injectFault } from '../platform/faults.js';
import { operate, runCommand } from '../platform/operator.js';
import { Platform } from '../platform/platform.js';
import { Deployments } from './deployments.js';

/** What an account does with its deployments besides starting and stopping one, on a whole platform. */

const TEST_MS_MAX = 300_000;
const HALT = `mutation ($mode: HaltMode!) { haltDeployments(input: { mode: $mode }) {
  deployments { outcome deployment { id status entriesBlocked } } } }`;
const BOTH = { allow_unscoped_credential: true, acknowledge_withdrawal_risk: true };

let platform: Platform;
let caller: Caller;
let deployments: Deployments;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deployment-actions-'));
  platform = await Platform.start('its venue is down while deployments are halted');
  caller = await Caller.register(platform, 'halting@example.com');
  deployments = await Deployments.of(caller);
}, 180_000);

afterAll(async () => {
  await platform[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
}, 180_000);

const created = (name: string) => deployments.created(deploymentRequest(name));

async function running(name: string): Promise<string> {
  const id = await deployments.started(deploymentRequest(name));
  await deployments.untilStatus(id, 'running');
  return id;
}

/** Halts the account; returns what became of each deployment. */
async function halt(mode: string): Promise<Record<string, unknown>> {
  const { body } = await caller.query(HALT, { mode });
  expect(body.errors).toBeUndefined();
  const rows: { outcome: string; deployment: { id: string; status: string; entriesBlocked: boolean } }[] =
    body.data.haltDeployments.deployments;
  return Object.fromEntries(
    rows.map(({ outcome, deployment: { id, status, entriesBlocked } }) => [id, [outcome, status, entriesBlocked]]),
  );
}

describe('credentials', () => {
  const attach = (id: string, body: object) => deployments.send('PUT', id, '/credentials', body);

  test('are not required on paper: the deployment stays as it is', async () => {
    const id = await created('without credentials');
    const before = await deployments.read(id);
    expect(before.credentials).toEqual({ attached: false, type: 'managed', status: 'not_required' });
    const scoped = { scope: 'withdraw', ...BOTH, acknowledge_not_recommended: true };
    for (const body of [{}, { type: 'managed', scope: 'trade' }, scoped]) {
      const answer = await attach(id, body);
      expect([answer.status, answer.body]).toEqual([200, before]);
    }
  });

  test.each([
    ['a scope without every acknowledgement', { scope: 'unrestricted', ...BOTH }, 400, 'credential_scope_unsafe'],
    ['self-custody', { type: 'self_custody' }, 501, 'feature_not_available'],
    ['another type', { type: 'borrowed' }, 400, 'invalid_request'],
    ['key material', { type: 'managed', private_key: 'canary' }, 400, 'invalid_request'],
  ])('%s is refused', async (name, body, status, code) => {
    const answer = await attach(await created(`refused: ${name}`), body);
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
    expect(JSON.stringify(answer.body)).not.toContain('canary');
  });

  test('of what does not exist, or is deleted, are refused', async () => {
    const unknown = await attach('dpl_unknown', {});
    expect([unknown.status, unknown.body.error.code]).toEqual([404, 'deployment_not_found']);
    const id = await created('soon deleted');
    await deployments.send('DELETE', id);
    const deleted = await attach(id, {});
    expect([deleted.status, deleted.body.error]).toEqual([
      409,
      expect.objectContaining({
        code: 'invalid_state',
        details: { status: expect.stringMatching(/^delet/), action: 'attach_credentials' },
      }),
    ]);
  });
});

test('a config that would never trade is refused as it is created', async () => {
  const exchange = { pair_whitelist: ['BTC/USDC:USDC'], ccxt_config: { enableRateLimit: false } };
  const config = { stake_amount: 5, exchange, entry_pricing: { price_side: 'same', use_order_book: false } };
  const { status, body } = await caller.send('POST', '/runtime/deployments', deploymentRequest('silent', { config }));
  expect([status, body.error.code]).toEqual([400, 'config_invalid']);
  expect(body.error.details.map(({ text }: { text: string }) => text.split(' ')[0])).toEqual([
    'config.exchange.ccxt_config.enableRateLimit',
    'config.entry_pricing.use_order_book',
    'config.stake_amount',
  ]);
});

test(
  'a halt reaches every deployment of the account while their venue is down, and a start undoes it',
  async () => {
    const [first, second] = [await running('first'), await running('second')];
    const stranger = await Caller.register(platform, 'stranger@example.com');
    await injectFault(platform, { kind: 'down', count: 100_000 });
    const blocked = await halt('block_entries');
    expect([blocked[first], blocked[second]]).toEqual(Array(2).fill(['entries_blocked', 'running', true]));
    expect(new Set(Object.values(blocked).map((row) => JSON.stringify(row)))).toContain('["already","created",false]');
    expect((await halt('block_entries'))[first]).toEqual(['already', 'running', true]);
    const { body } = await stranger.query(HALT, { mode: 'stop' });
    expect(body.data.haltDeployments.deployments).toEqual([]);
    const stopped = await halt('stop');
    expect([stopped[first], stopped[second]]).toEqual(Array(2).fill(['stopped', 'stopping', true]));
    for (const id of [first, second]) await deployments.untilStatus(id, 'stopped');
    expect((await halt('stop'))[first]).toEqual(['already', 'stopped', true]);
    await clearFaults(platform);

    await deployments.act(first, { action: 'start' });
    await deployments.untilStatus(first, 'running');
    expect(await deployments.read(first)).toMatchObject({ entries_blocked: false });
    const operated = await operate(platform, 'deployments', 'halt', '--account', caller.accountId, '--mode', 'stop');
    expect([operated.code, operated.output]).toEqual([
      0,
      expect.stringContaining(`${first} "first": stopped, stopping\n`),
    ]);
    expect(operated.output).toMatch(/^\d+ deployments of acc_/m);
    await deployments.untilStatus(first, 'stopped');
    expect(await auditLines()).toHaveLength(5);
  },
  TEST_MS_MAX,
);

/** The lines in which the runtime service says that an account of the test was halted. */
async function auditLines(): Promise<string[]> {
  const logs = join(platform.dataDirectory, 'logs');
  const files = (await readdir(logs)).filter((name) => name.startsWith('runtime'));
  const texts = await Promise.all(files.map((name) => readFile(join(logs, name), 'utf8')));
  return texts
    .join('\n')
    .split('\n')
    .filter((line) => line.includes('the deployments of an account were halted'));
}

test.each([
  [['--account', 'acc_1'], /a mode is one of stop, block-entries/],
  [['--account', 'acc_1', '--mode', 'pause'], /a mode is one of stop, block-entries/],
  [['--mode', 'stop'], /--account and --mode are needed/],
])('an operator who halts with %j is told what is missing', async (args, words) => {
  const { code, output } = await operate(platform, 'deployments', 'halt', ...args);
  expect([code, output]).toEqual([1, expect.stringMatching(words)]);
});

describe('npm run deploy', () => {
  const deploy = async (code: string, ...args: string[]) => {
    const strategy = join(folder, 'deployed.py');
    await writeFile(strategy, code);
    const command = [strategy, '--pairs', 'BTC/USDC:USDC', '--url', caller.baseUrl, ...args];
    return runCommand('sandbox/dist/deploy/main.js', command, { PLATFORM_API_KEY: caller.apiKey });
  };
  const sample = String(deploymentRequest('')['code']);

  test(
    'deploys a file, shows it start, and leaves it running',
    async () => {
      const { code, output } = await deploy(sample, '--name', 'by command', '--on-expiry', 'block_entries');
      expect([code, output]).toEqual([
        0,
        expect.stringMatching(/^dpl_\w+ \(by command\): running, first heartbeat 20/m),
      ]);
      const [, id = ''] = /deployment (dpl_\w+) is running/.exec(output) ?? [];
      expect(await deployments.read(id)).toMatchObject({
        name: 'by command',
        status: 'running',
        on_expiry: 'block_entries',
      });
      expect(output).toContain(`stop it: curl -X PUT`);
      await halt('stop');
      await deployments.untilStatus(id, 'stopped');
    },
    TEST_MS_MAX,
  );

  test('tells a refusal by its code and line', async () => {
    const { code, output } = await deploy('class Deployed(');
    expect([code, output]).toEqual([1, expect.stringMatching(/^strategy_invalid: .*\n {2}line 1: /m)]);
  });
});
