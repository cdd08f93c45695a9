import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { backtestRequest, deploymentRequest } from '../end-to-end/strategies.js';
import { type Answer, send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { signInByMail } from './mailed-key.js';

/**
 * What a published agent does from nothing but an e-mail address, as its instructions say: only the base address differs. What needs money is
 * done in one go by the tests of deployments, of actions and of the portfolio.
 */

const TEST_MS_MAX = 400_000;
let platform: Platform;
let baseUrl: string;
let key: string;

beforeAll(async () => {
  platform = await Platform.shared();
  ({ base_url: baseUrl } = await platform.descriptor());
  ({ key } = await signInByMail(platform, 'legacy-agent@example.com'));
}, TEST_MS_MAX);

afterAll(() => platform[Symbol.asyncDispose]());

/** A request as the agent sends it. */
function ask(method: string, path: string, body?: object): Promise<Answer> {
  return send(baseUrl, method, path, { headers: { 'x-api-key': key }, ...(body && { body }) });
}

/** Polls a status as the agent does. */
function untilStatus(path: string, wanted: string): Promise<Answer> {
  return until(
    wanted,
    () => ask('GET', `${path}/status`),
    ({ body }) => body.status === wanted,
  );
}

const pairs = { exchange: { name: 'hyperliquid', pair_whitelist: ['BTC/USDC:USDC'] } };

test(
  'searches, backtests, and reads the result file',
  async () => {
    const found = await ask('POST', '/v3/markets/search', { query: 'will', limit: 3 });
    expect([found.status, Array.isArray(found.body.candidates)]).toEqual([200, true]);
    const { code, range } = backtestRequest() as { code: string; range: { from: string; to: string } };
    const timerange = { start: range.from, end: range.to };
    const created = await ask('POST', '/v2/backtesting', { config: pairs, code, timerange });
    const path = `/v2/backtesting/${created.body.id}`;
    expect((await ask('PUT', `${path}/status`, { action: 'start' })).body.previous_status).toBe('pending');
    await untilStatus(path, 'completed');
    const { resultUrl } = (await ask('GET', path)).body;
    const file = await send(baseUrl, 'GET', resultUrl);
    expect([file.status, Object.keys(file.body.strategy)]).toEqual([200, [expect.any(String)]]);
  },
  TEST_MS_MAX,
);

test(
  'deploys on paper, reads its log, stops, exits and deletes',
  async () => {
    const { code } = deploymentRequest('') as { code: string };
    const created = await ask('POST', '/v1/deployment', { config: pairs, code, name: 'agent' });
    expect([created.status, created.body.status]).toEqual([201, 'pending']);
    const path = `/v2/deployment/${created.body.id}`;
    const started = await until(
      'a start',
      () => ask('PUT', `${path}/status`, { action: 'start' }),
      ({ status }) => status === 200,
    );
    expect(started.body.status).toBe('running');
    await until(
      'a line of its log',
      () => ask('GET', `${path}/logs`),
      ({ body }) => body.items.length > 0,
    );
    expect((await ask('PUT', `${path}/status`, { action: 'stop' })).headers.get('x-positions')).toBe('left-open');
    await untilStatus(path, 'stopped');
    expect((await ask('POST', `${path}/exit`, {})).body).toMatchObject({ positions_left: 0 });
    expect((await ask('DELETE', path)).status).toBe(200);
    // Lists keep what was deleted, as they did.
    const rowOf = async () =>
      (await ask('GET', '/v2/deployment')).body.items.find(({ id }: { id: string }) => id === created.body.id);
    await until('a deleted row', rowOf, (row) => typeof row?.deletedAt === 'string');
  },
  TEST_MS_MAX,
);
