import { expect, test } from '@jest/globals';
import { WaitedTooLongError, WorkFailedError } from './errors.js';
import { pages } from './pages.js';
import { TradingPlatform } from './platform.js';

/** A platform whose reads answer one body after the other, the last one again and again; time passes only in its sleeps. */
function scripted(...bodies: readonly (object | 'down')[]) {
  let nowMs = 0;
  const urls: string[] = [];
  const platform = new TradingPlatform({
    baseUrl: 'https://api.example',
    apiKey: 'secret',
    triesMax: 1,
    surroundings: {
      fetch: async (url) => {
        urls.push(url);
        const body = bodies[Math.min(urls.length, bodies.length) - 1];
        const status = body === 'down' ? 503 : 200;
        return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
      },
      nowMs: () => nowMs,
      sleep: async (ms) => {
        nowMs += ms;
      },
    },
  });
  return { platform, urls, nowMs: () => nowMs };
}

const rejection = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error);

test('waits for a backtest, less and less often, through a platform that restarts', async () => {
  const running = { id: 'bt_1', status: 'running' };
  const { platform, urls, nowMs } = scripted(running, 'down', running, { id: 'bt_1', status: 'finished' });
  expect(await platform.wait.backtest('bt_1')).toEqual({ id: 'bt_1', status: 'finished' });
  expect(urls).toEqual(Array.from({ length: 4 }, () => 'https://api.example/runtime/backtests/bt_1'));
  expect(nowMs()).toBe(500 + 750 + 1_125);
});

test('a backtest that ends as error is thrown with its record', async () => {
  const ended = { id: 'bt_1', status: 'error', error: { code: 'strategy_failed' } };
  const error = await rejection(scripted(ended).platform.wait.backtest('bt_1'));
  expect(error).toBeInstanceOf(WorkFailedError);
  expect(error).toMatchObject({ work: ended });
});

test('a wait ends when its time is over, with the record as it was', async () => {
  const { platform, nowMs } = scripted({ id: 'wd_1', status: 'broadcast' });
  const error = await rejection(platform.wait.withdrawal('wd_1', { timeoutMs: 10_000 }));
  expect(error).toBeInstanceOf(WaitedTooLongError);
  expect(error).toMatchObject({ work: { status: 'broadcast' } });
  expect(nowMs()).toBeLessThanOrEqual(10_000);
});

const wallet = (id: string, status: string) => ({ venues: { hyperliquid: { operation: { id, status } } } });

test.each([
  [[{ venues: { hyperliquid: {} } }, wallet('op_1', 'processing'), wallet('op_1', 'completed')], 'completed'],
  [[wallet('op_1', 'reconciliation_required')], WorkFailedError],
  [[wallet('op_2', 'processing')], WorkFailedError],
])('a setup is looked for in the wallet: %j', async (bodies, expected) => {
  const waited = scripted(...bodies).platform.wait.venueSetup('hyperliquid', 'op_1');
  if (typeof expected === 'string') expect(await waited).toMatchObject({ status: expected });
  else expect(await rejection(waited)).toBeInstanceOf(expected);
});

test.each([
  ['running', 'starting', 'running', 'running'],
  ['running', 'starting', 'stopped', WorkFailedError],
  ['stopped', 'stopping', 'stopped', 'stopped'],
  ['stopped', 'running', 'error', WorkFailedError],
] as const)('a deployment that should be %s, is %s and then %s', async (wanted, first, then, expected) => {
  const waited = scripted({ status: first }, { status: then }).platform.wait.deployment('dpl_1', wanted);
  if (typeof expected === 'string') expect(await waited).toMatchObject({ status: expected });
  else expect(await rejection(waited)).toBeInstanceOf(expected);
});

test.each(['rejected', 'failed', 'reconciliation_required'])('an execution that is %s is thrown', async (status) => {
  const { platform } = scripted({ status: 'submitting' }, { status: 'reconciling' }, { status });
  expect(await rejection(platform.wait.execution('exe_1'))).toBeInstanceOf(WorkFailedError);
});

test('a list is read page by page, each with the cursor of the one before', async () => {
  const { platform, urls } = scripted(
    { deposits: [{ id: 'a' }, { id: 'b' }], next_cursor: 'c+1' },
    { deposits: [{ id: 'c' }], next_cursor: null },
  );
  const seen: string[] = [];
  const deposits = pages(
    (next) => platform.listDeposits({ query: { limit: 2, ...next } }),
    (page) => page.deposits,
  );
  for await (const { id } of deposits) seen.push(id);
  expect(seen).toEqual(['a', 'b', 'c']);
  expect(urls.map((url) => new URL(url).search)).toEqual(['?limit=2', '?limit=2&cursor=c%2B1']);
});
