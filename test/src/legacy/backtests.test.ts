import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { holdRequest } from '../end-to-end/nautilus-strategies.js';
import { backtestRequest } from '../end-to-end/strategies.js';
import { type Answer, Caller, send } from '../platform/caller.js';
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

/** The file needs no key; its address needs its signature, and opens no other backtest. */
async function requireResultFile(address: string, trades: number): Promise<void> {
  const file = await send(caller.baseUrl, 'GET', address);
  const [strategy] = Object.values<{ total_trades: number; trades: object[] }>(file.body.strategy);
  expect([file.status, strategy?.total_trades, strategy?.trades.length]).toEqual([200, trades, trades]);
  for (const wrong of [address.slice(0, -2), address.replace(/bt_\w+/, 'bt_other')]) {
    const answer = await send(caller.baseUrl, 'GET', wrong);
    expect([answer.status, answer.body.error]).toEqual([403, 'result_link_invalid']);
  }
}

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
  await requireResultFile(ended.result_url, result.trades);
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

test.each(['cancel', 'stop'])('%s ends one that has not ended, and its record stays', async (action) => {
  const { id } = (await caller.send('POST', '/v2/backtesting', body)).body;
  const cancelled = await caller.send('PUT', `/v2/backtesting/${id}/status`, { action });
  expect([cancelled.status, cancelled.body]).toMatchObject([200, { status: 'failed', previous_status: 'pending' }]);
  expect((await caller.send('GET', `/v2/backtesting/${id}`)).body).toMatchObject({
    status: 'failed',
    error: { code: 'cancelled' },
  });
  expect(await unified(id)).toMatchObject({ status: 'error', error: { code: 'cancelled' } });
});

test('on /v1 it starts when it is created, and a start answers its state', async () => {
  const created = await caller.send('POST', '/v1/backtesting', body);
  expect([created.status, created.body.status]).toEqual([201, 'running']);
  const { id } = created.body;
  const started = await caller.send('PUT', `/v1/backtesting/${id}/status`, { action: 'start' });
  expect([started.status, started.body.previous_status]).toEqual([200, started.body.status]);
  await untilStatus(`/v1/backtesting/${id}`, 'completed');
  const plain = '/v1/backtesting?status=completed&with_code=false&with_config=false&limit=1';
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

describe('on /v3', () => {
  const HOUR_MS = 3_600_000;
  const shifted = (instant: string, byMs: number) => new Date(Date.parse(instant) + byMs).toISOString();

  /** The market of an outcome whose release is published, and the days that it covers. */
  async function publishedMarket() {
    const datasets = async () => (await caller.send('GET', '/context/datasets?venue=polymarket')).body.datasets;
    const [first] = await until('a release', datasets, (found) => found.length > 0, { timeoutMs: 240_000 });
    const asked = `{ market(venue: "polymarket", symbol: "${first.symbol}") { prediction { slug } } }`;
    const { slug } = (await caller.query(asked)).body.data.market.prediction;
    const path = `/runtime/backtests/dataset?venue=polymarket&market=${first.symbol}`;
    const isReady = ({ body: shown }: Answer) => shown.backtest_ready === true;
    const found = await until('a dataset', () => caller.send('GET', path), isReady, { timeoutMs: 240_000 });
    const { coverage_start: start, coverage_end: end } = found.body.dataset.bars;
    // The release of the market's other outcome may begin and end some minutes apart.
    const timerange = { start: shifted(start, HOUR_MS), end: shifted(end, -HOUR_MS) };
    return { slug, alias: String(first.symbol), timerange };
  }

  test('it has the id of its caller, starts when it is created, and answers its result', async () => {
    const { slug, alias, timerange } = await publishedMarket();
    const { code: strategySource, config: strategyConfig } = holdRequest(
      alias,
      { from: '', to: '' },
      '1-MINUTE',
      '100',
    );
    const { instrument_ids: _ids, ...rest } = strategyConfig;
    const wanted = {
      ...{ tenantId: 't1', backtestId: 'backtest-0001', strategyId: 's1', marketSlugs: [slug], timerange },
      ...{ venueProfile: 'default', strategySource, strategyConfig: rest },
    };
    const created = await caller.send('POST', '/v3/backtest', wanted);
    expect([created.status, created.body]).toMatchObject([201, { backtestId: 'backtest-0001', result_uri: null }]);
    const again = await caller.send('POST', '/v3/backtest', wanted);
    expect([again.status, (await caller.send('GET', '/v3/backtest/backtest-0001/status')).body.id]).toEqual([
      201,
      'backtest-0001',
    ]);
    const result = () => caller.send('GET', '/v3/backtest/backtest-0001/result');
    const over = await until('a result', result, ({ status }) => status === 200, { timeoutMs: 240_000 });
    const [unifiedRecord] = (await caller.send('GET', '/runtime/backtests?venue=polymarket')).body.backtests;
    expect(over.body).toMatchObject({
      backtest_id: 'backtest-0001',
      status: 'completed',
      result: { total_trades: unifiedRecord.result.trades, total_pnl: unifiedRecord.result.total_pnl },
    });
    const logs = (await caller.send('GET', '/v3/backtest/backtest-0001/logs')).body;
    expect(logs.items.length).toBeGreaterThan(0);
    await requireResultFile(over.body.result_uri, unifiedRecord.result.trades);
  }, 480_000);

  test.each([
    ['an id of nobody', 'GET', '/v3/backtest/backtest-none', undefined, 404, 'not_found'],
    ['a body without a strategy', 'POST', '/v3/backtest', { backtestId: 'b' }, 400, 'validation_failed'],
  ])('%s is refused', async (_what, method, path, request, status, error) => {
    const answer = await caller.send(method, path, request);
    expect([answer.status, answer.body.error]).toEqual([status, error]);
  });
});
