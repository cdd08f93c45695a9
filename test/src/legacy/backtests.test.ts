import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { backtestRequest } from '../end-to-end/strategies.js';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';

/** Backtests of freqtrade as published clients run them, each step beside the same record on the unified surface. */

let platform: Platform;
let caller: Caller;

beforeAll(async () => {
  platform = await Platform.shared();
  caller = await Caller.register(platform, 'legacy-backtests@example.com');
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

const { code, range } = backtestRequest() as { code: string; range: { from: string; to: string } };
const config = { exchange: { name: 'hyperliquid', pair_whitelist: ['BTC/USDC:USDC'] }, stake_amount: 100 };
const body = { config, code, timerange: { start: range.from, end: range.to }, stake_amount: 100 };
const unified = async (id: string) => (await caller.send('GET', `/runtime/backtests/${id}`)).body;
const untilStatus = (path: string, wanted: string) =>
  until(
    wanted,
    async () => (await caller.send('GET', path)).body,
    ({ status }) => status === wanted,
  );

test('on /v2 it is held back until it is started, and has its result then', async () => {
  const created = await caller.send('POST', '/v2/backtesting', body);
  expect([created.status, created.body]).toEqual([
    201,
    { id: expect.any(String), status: 'pending', message: expect.any(String) },
  ]);
  const { id } = created.body;
  expect(await unified(id)).toMatchObject({ status: 'queued', started_at: null, symbols: ['BTC/USDC:USDC'] });
  expect((await caller.send('GET', `/v2/backtesting?status=pending`)).body.items).toMatchObject([
    { id, status: 'pending', code, config, timerange: body.timerange },
  ]);

  const start = () => caller.send('PUT', `/v2/backtesting/${id}/status`, { action: 'start' });
  const started = await start();
  expect([started.status, started.body]).toMatchObject([200, { id, status: 'running', previous_status: 'pending' }]);
  expect((await start()).body.previous_status).not.toBe('pending');

  const ended = await untilStatus(`/v2/backtesting/${id}/status`, 'completed');
  const { result, finished_at: finishedAt } = await unified(id);
  expect(ended).toMatchObject({
    id,
    completed_at: finishedAt,
    completedAt: finishedAt,
    k8s_job_name: null,
    job_name: null,
    results: { total_trades: result.trades, total_profit: result.profit_total_pct, win_rate: result.win_rate },
  });
  expect(ended).not.toHaveProperty('code');
  const { logs } = (await caller.send('GET', `/runtime/backtests/${id}/logs`)).body;
  const { items, nextCursor } = (await caller.send('GET', `/v2/backtesting/${id}/logs`)).body;
  expect([items.map((line: Record<string, string>) => `${line['timestamp']} ${line['message']}`), nextCursor]).toEqual([
    logs,
    null,
  ]);

  expect((await caller.send('DELETE', `/v2/backtesting/${id}`)).body).toEqual({ message: 'Backtest deleted' });
  const gone = await caller.send('GET', `/v2/backtesting/${id}`);
  expect([gone.status, gone.body]).toEqual([404, { error: 'not_found', message: expect.any(String) }]);
  expect((await unified(id)).error.code).toBe('backtest_not_found');
}, 180_000);

test('on /v1 it starts when it is created, and a start answers its state', async () => {
  const created = await caller.send('POST', '/v1/backtesting', body);
  expect([created.status, created.body.status]).toEqual([201, 'running']);
  const { id } = created.body;
  const started = await caller.send('PUT', `/v1/backtesting/${id}/status`, { action: 'start' });
  expect([started.status, started.body.previous_status]).toEqual([200, started.body.status]);
  await untilStatus(`/v1/backtesting/${id}`, 'completed');
  const plain = '/v1/backtesting?with_code=false&with_config=false&limit=1';
  const { items, nextCursor } = (await caller.send('GET', plain)).body;
  expect(items).toMatchObject([{ id, status: 'completed' }]);
  expect([items[0].code, items[0].config, nextCursor]).toEqual([undefined, undefined, null]);
}, 180_000);

test.each([
  ['a strategy that does not compile', { ...body, code: 'class' }, 400, 'invalid_code'],
  [
    'a window without data',
    { ...body, timerange: { start: '2009-01-01', end: '2009-02-01' } },
    400,
    'invalid_timerange',
  ],
  ['no window', { config, code }, 400, 'validation_failed'],
  ['an exchange that is planned', { ...body, config: { exchange: { name: 'aerodrome' } } }, 400, 'invalid_request'],
])('%s is refused as clients know it', async (_what, request, status, error) => {
  const answer = await caller.send('POST', '/v2/backtesting', request);
  expect([answer.status, answer.body]).toMatchObject([status, { error, message: expect.any(String) }]);
});
