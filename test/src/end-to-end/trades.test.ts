import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Caller, send } from '../platform/caller.js';
import { operate, runCommand } from '../platform/operator.js';
import { Platform } from '../platform/platform.js';
import { backtestRequest, busyStrategy, daysAgo } from './strategies.js';

const PAGE = `query ($id: ID!, $first: Int!, $after: String) {
  backtest(id: $id) {
    status
    result { trades perExitReason { reason trades wins profitAbs } perPair { trades wins profitAbs } }
    trades(first: $first, after: $after) {
      edges {
        cursor
        node {
          symbol side openedAt closedAt durationSeconds openRate closeRate amount stakeAmount leverage feesAbs profitAbs
          profitRatio entryTag exitReason
        }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
}`;

let platform: Platform;
let owner: Caller;
let backtestId: string;

beforeAll(async () => {
  platform = await Platform.shared();
  owner = await Caller.register(platform, 'trades-owner@example.com');
  const request = backtestRequest({ code: busyStrategy, strategy_class: 'Busy' });
  backtestId = (await owner.send('POST', '/runtime/backtests', request)).body.id;
  expect(await owner.untilEnded(backtestId)).toMatchObject({ status: 'finished' });
}, 240_000);

afterAll(() => platform[Symbol.asyncDispose]());

// biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail where it is not there.
async function pages(first: number): Promise<any[]> {
  const found = [];
  for (let after: string | null = null, more = true; more; ) {
    const { body } = await owner.query(PAGE, { id: backtestId, first, after });
    expect(body.errors).toBeUndefined();
    const { trades } = body.data.backtest;
    expect(trades.pageInfo.hasPreviousPage).toBe(after !== null);
    found.push(body.data.backtest);
    more = trades.pageInfo.hasNextPage;
    after = trades.pageInfo.endCursor;
  }
  return found;
}

/** Returns a cell as RFC 4180 and OWASP define it. */
function cellOf(value: unknown): string {
  const text = String(value ?? '');
  const safe = typeof value === 'string' && /^[=+@-]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

test('every trade of a long run is the same by pages of the graph as in the CSV', async () => {
  const found = await pages(450);
  const nodes = found.flatMap(({ trades }) => trades.edges.map(({ node }: { node: object }) => node));
  const [{ result }] = found;
  // More than one page of either.
  expect(nodes.length).toBeGreaterThan(1_000);
  expect(result.trades).toBe(nodes.length);

  const csv = await owner.send('GET', `/runtime/backtests/${backtestId}/trades.csv`);
  expect([csv.status, csv.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="${backtestId}-trades.csv"`);
  expect(csv.headers.get('x-request-id')).toEqual(expect.any(String));
  const [header, ...rows] = csv.body.split('\r\n');
  expect(rows.pop()).toBe('');
  const columns = Object.keys(nodes[0]).map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
  expect(header).toBe(columns.join(','));
  expect(rows).toEqual(nodes.map((node) => Object.values(node).map(cellOf).join(',')));
});

test('the trades say what their strategy did, and come to what the result says', async () => {
  const found = await pages(500);
  const { result } = found[0];
  const nodes = found.flatMap(({ trades }) => trades.edges.map(({ node }: { node: object }) => node));
  expect(new Set(nodes.map(({ side }) => side))).toEqual(new Set(['long', 'short']));
  expect(new Set(nodes.map(({ entryTag }) => entryTag))).toEqual(new Set(['=HYPERLINK("http://x","1, 2")', null]));
  for (const { side, amount, openRate, closeRate, feesAbs, leverage, stakeAmount, ...trade } of nodes) {
    const gross = amount * (side === 'long' ? closeRate - openRate : openRate - closeRate);
    expect(trade.profitAbs).toBeCloseTo(gross - feesAbs, 5);
    expect([leverage, (amount * openRate) / stakeAmount]).toEqual([3, expect.closeTo(3, 5)]);
    expect(trade.durationSeconds).toBe((Date.parse(trade.closedAt) - Date.parse(trade.openedAt)) / 1_000);
  }
  const wins = nodes.filter(({ profitAbs }) => profitAbs > 0).length;
  const profitAbs = nodes.reduce((sum, node) => sum + node.profitAbs, 0);
  for (const summaries of [result.perExitReason, result.perPair]) {
    const total = (field: string) =>
      summaries.reduce((sum: number, summary: Record<string, number>) => sum + (summary[field] ?? 0), 0);
    expect([total('trades'), total('wins')]).toEqual([nodes.length, wins]);
    expect(total('profitAbs')).toBeCloseTo(profitAbs, 5);
  }
});

describe('npm run backtest', () => {
  const strategy = join(tmpdir(), `busy-${process.pid}.py`);
  const backtest = (...args: string[]) => {
    const { baseUrl, apiKey } = owner;
    const range = ['--from', daysAgo(31), '--to', daysAgo(1)];
    const command = [strategy, '--pairs', 'BTC/USDC:USDC', ...range, '--url', baseUrl, ...args];
    return runCommand('sandbox/dist/backtest/main.js', command, { PLATFORM_API_KEY: apiKey });
  };

  afterAll(() => rm(strategy, { force: true }));

  test('submits a file, says how it goes and shows what came of it', async () => {
    await writeFile(strategy, busyStrategy);
    const { code, output } = await backtest('--name', 'Busy again');
    expect([code, output]).toEqual([0, expect.stringMatching(/is finished\n\nBacktest bt_\w+: busy-\d+\.py, /)]);
    expect(output).toMatch(/^BTC\/USDC:USDC +\d+ +\d+ +-?[\d.]+ %$/m);
    const { backtests } = (await owner.send('GET', '/runtime/backtests?limit=1')).body;
    expect(backtests[0]).toMatchObject({ name: 'Busy again', code_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test('tells a refusal by its code and line', async () => {
    await writeFile(strategy, 'class Busy(');
    const { code, output } = await backtest();
    // Where it takes long, it first prints how long.
    expect([code, output]).toEqual([1, expect.stringMatching(/^strategy_invalid: .*\n {2}line 1: /m)]);
  });
});

describe('what nobody may have', () => {
  test("another account's trades are not found, by graph, by CSV and by a cursor", async () => {
    const stranger = await Caller.register(platform, 'trades-stranger@example.com');
    const path = `/runtime/backtests/${backtestId}/trades.csv`;
    const foreign = await stranger.send('GET', path);
    expect([foreign.status, foreign.body.error.code]).toEqual([404, 'backtest_not_found']);
    const { body } = await stranger.query(PAGE, { id: backtestId, first: 1 });
    expect(body.errors[0].extensions.code).toBe('backtest_not_found');
    expect((await send(owner.baseUrl, 'GET', path)).status).toBe(401);
    const { endCursor: after } = (await owner.query(PAGE, { id: backtestId, first: 1 })).body.data.backtest.trades
      .pageInfo;
    const { id } = (await owner.send('POST', '/runtime/backtests', backtestRequest())).body;
    await owner.untilEnded(id);
    expect((await owner.query(PAGE, { id, first: 1, after })).body.errors[0].extensions.code).toBe('invalid_cursor');
  }, 180_000);

  test('a run that failed has no trades, in words', async () => {
    const code = busyStrategy.replace('rising =', 'rising = 1 / 0 *');
    const { id } = (await owner.send('POST', '/runtime/backtests', backtestRequest({ code, strategy_class: 'Busy' })))
      .body;
    const { status } = await owner.untilEnded(id);
    const answer = await owner.send('GET', `/runtime/backtests/${id}/trades.csv`);
    expect([answer.status, answer.body.error]).toMatchObject([
      409,
      { code: 'invalid_state', details: { status, action: 'list_trades' } },
    ]);
    expect((await owner.query(PAGE, { id, first: 1 })).body.data.backtest.trades).toBeNull();
  }, 180_000);

  test('a class by no name that Python has is refused, and so is half of a character, however it is spelt', async () => {
    const refusalOf = async (overrides: object) => {
      const { status, body } = await owner.send('POST', '/runtime/backtests', backtestRequest({ ...overrides }));
      return [status, body.error.code, body.error.details[0].path];
    };
    expect(await refusalOf({ strategy_class: 'No Name' })).toEqual([400, 'invalid_request', 'strategy_class']);
    // The whole body is not text, so no field is named.
    expect(await refusalOf({ code: 'x = "\ud83d"' })).toEqual([400, 'invalid_request', '']);
    expect(await refusalOf({ config: { a: '\ude00' } })).toEqual([400, 'invalid_request', '']);
    const { config: _config, ...request } = backtestRequest();
    const input = { ...request, configJson: '{"a": "\\ude00"}' };
    const create = 'mutation ($input: CreateBacktestInput!) { createBacktest(input: $input) { replayed } }';
    expect((await owner.query(create, { input })).body.errors).toMatchObject([
      { extensions: { code: 'invalid_request', details: [{ path: 'input.configJson' }] } },
    ]);
  });
});

test('a record of the older platform is read and deleted by its id once it was imported, and has no trades', async () => {
  const finished = {
    id: 'legacy-finished',
    account_id: owner.accountId,
    framework: 'freqtrade',
    venue: 'hyperliquid',
    status: 'completed',
    timerange: { start: '2025-01-01', end: '2025-02-01' },
    results: { total_trades: 12, win_rate: 0.25 },
    completed_at: '2025-02-02T10:05:00Z',
    // Raw in JSON, and no end of a line.
    k8s_job_name: 'one\u2028job',
  };
  const { results: _results, completed_at: _end, ...open } = finished;
  const running = { ...open, id: 'legacy-running', status: 'running' };
  const file = join(tmpdir(), `legacy-${owner.accountId}.jsonl`);
  await writeFile(file, [finished, running, { ...finished, id: 1 }].map((line) => JSON.stringify(line)).join('\n'));
  const { code, output } = await operate(platform, 'backtests', 'import', file);
  await rm(file);
  expect([code, output]).toEqual([1, expect.stringContaining('2 imported: 1 ended, 1 active, 0 ambiguous')]);
  expect(output).toContain('line 3 is refused: id: ');

  const path = '/runtime/backtests/legacy-finished';
  const { body } = await owner.send('GET', path);
  expect(body).toEqual({
    id: 'legacy-finished',
    status: 'finished',
    framework: { id: 'freqtrade' },
    venue: 'hyperliquid',
    symbols: [],
    release: null,
    range: { from: '2025-01-01', to: '2025-02-01' },
    started_at: null,
    finished_at: '2025-02-02T10:05:00.000Z',
    legacy_result: { trades: 12, win_rate: 0.25 },
  });
  const query = `{ backtest(id: "legacy-finished") {
    createdAt result { trades } legacyResult { trades winRate sharpe } framework { name imageDigest } } }`;
  expect((await owner.query(query)).body.data.backtest).toEqual({
    createdAt: null,
    result: null,
    legacyResult: { trades: 12, winRate: 0.25, sharpe: null },
    framework: { name: 'freqtrade', imageDigest: null },
  });
  const codeOf = async (method: string, of: string) => {
    const { status, body: refused } = await owner.send(method, of);
    return [status, refused.error.code];
  };
  const unsupported = [409, 'unsupported_runtime_record'];
  expect(await codeOf('GET', `${path}/trades.csv`)).toEqual(unsupported);
  expect(await codeOf('GET', `${path}/logs`)).toEqual(unsupported);
  expect(await codeOf('GET', '/runtime/backtests/legacy-running')).toEqual([404, 'backtest_not_found']);
  expect(await codeOf('DELETE', '/runtime/backtests/legacy-running')).toEqual(unsupported);
  const deleted = await owner.send('DELETE', path);
  expect([deleted.status, deleted.body]).toEqual([200, { ...body, deleted_at: expect.any(String) }]);
  expect((await owner.send('DELETE', path)).body).toEqual(deleted.body);
  expect(await codeOf('GET', path)).toEqual([404, 'backtest_not_found']);
});
