import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { connectionLimits } from '@platform/edge/http';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import type { FastifyInstance } from 'fastify';
import { Gateway } from '../../gateway/gateway.js';
import { buildServer } from '../../http/server.js';
import { sendJson, startStubGateway } from '../../testing/stub-gateway.js';
import { listBacktestTrades } from './backtests-trades.js';

const HEADER =
  'symbol,side,opened_at,closed_at,duration_seconds,open_rate,close_rate,amount,stake_amount,leverage,fees_abs,' +
  'profit_abs,profit_ratio,entry_tag,exit_reason\r\n';

const trade = {
  symbol: 'BTC/USDC:USDC',
  side: 'short',
  openedAt: '2026-01-01T00:00:00.000Z',
  closedAt: '2026-01-01T01:30:00.000Z',
  durationSeconds: 5400,
  openRate: 100.5,
  closeRate: 101,
  amount: 1e-7,
  stakeAmount: 50,
  leverage: 2,
  feesAbs: 0.1,
  profitAbs: -1.25,
  profitRatio: -0.025,
  entryTag: 'dip',
  exitReason: 'stop_loss',
};
const ROW_START =
  'BTC/USDC:USDC,short,2026-01-01T00:00:00.000Z,2026-01-01T01:30:00.000Z,5400,100.5,101,1e-7,50,2,0.1,-1.25,-0.025';

const logged: string[] = [];
let stub: ReturnType<typeof startStubGateway>;
let gateway: Gateway;
let app: FastifyInstance;
let address: string;

beforeAll(async () => {
  stub = startStubGateway();
  gateway = new Gateway(stub.executor);
  app = buildServer({
    routes: [listBacktestTrades],
    localRoutes: [],
    gateway,
    trustedProxies: [],
    connectionLimits: connectionLimits(),
    publicUrl: () => 'https://api.example',
    clock: systemClock,
    logger: createLogger({ process: 'test', level: 'warn' }, { write: (line: string) => void logged.push(line) }),
  });
  address = `${await app.listen({ host: '127.0.0.1', port: 0 })}/runtime/backtests/bt_1/trades.csv`;
});

afterAll(async () => {
  await app.close();
});

beforeEach(() => {
  stub.questions.length = 0;
  logged.length = 0;
});

/** Pages as the graph gives them, the cursor of each its number; `undefined` answers as a service that is down. */
function answerWith(...pages: (readonly object[] | null | undefined)[]): void {
  stub.answerWith((response, { body }) => {
    const { after = '0' } = Object(body.variables);
    const number = Number(after);
    const page = pages[number];
    if (page === undefined) {
      const error = { message: 'gone', extensions: { code: 'service_unavailable' } };
      return sendJson(response, { errors: [error] });
    }
    const pageInfo = { hasNextPage: number + 1 < pages.length, endCursor: String(number + 1) };
    const trades = page && { edges: page.map((node) => ({ node })), pageInfo };
    const status = page === null ? 'running' : 'finished';
    sendJson(response, { data: { backtest: { id: 'bt_1', status, trades } } });
  });
}

function read(options: RequestInit = {}) {
  return fetch(address, { ...options, headers: { 'x-api-key': 'k' } });
}

/** The answer as soon as it has begun, none of its body read. */
function begin(): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'x-api-key': 'k' } }, resolve).on('error', reject);
  });
}

describe('the trades as CSV', () => {
  test('are a header and one row per trade, page after page, as a file', async () => {
    answerWith([trade, trade], [{ ...trade, entryTag: null }]);
    const response = await read();
    expect(await response.text()).toBe(
      `${HEADER}${ROW_START},dip,stop_loss\r\n${ROW_START},dip,stop_loss\r\n${ROW_START},,stop_loss\r\n`,
    );
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="bt_1-trades.csv"');
    expect(stub.questions.map(({ body }) => body.variables)).toEqual([
      { id: 'bt_1', first: 500 },
      { id: 'bt_1', first: 500, after: '1' },
    ]);
  });

  test('are a header alone where nothing was traded', async () => {
    answerWith([]);
    expect(await (await read()).text()).toBe(HEADER);
  });

  test('leave empty what an older run did not keep', async () => {
    answerWith([{ ...trade, stakeAmount: null, leverage: null, feesAbs: null, entryTag: null }]);
    expect(await (await read()).text()).toContain(',1e-7,,,,-1.25,-0.025,,stop_loss\r\n');
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    ['\r=1', `"'\r=1"`],
    ['\n=1', `"'\n=1"`],
    ['＝1', "'＝1"],
    ['=cmd|"/c calc",1', `"'=cmd|""/c calc"",1"`],
    ['a,b "c"\r\nd', '"a,b ""c""\r\nd"'],
    ['a=b', 'a=b'],
    ['Ünï 🚀', 'Ünï 🚀'],
  ])('write the tag %j as %j, which no spreadsheet runs', async (entryTag, cell) => {
    answerWith([{ ...trade, entryTag, exitReason: entryTag }]);
    expect(await (await read()).text()).toBe(`${HEADER}${ROW_START},${cell},${cell}\r\n`);
  });

  test('of a backtest that has not finished are refused, saying where it stands', async () => {
    answerWith(null);
    const response = await read();
    expect([response.status, await response.json()]).toMatchObject([
      409,
      { error: { code: 'invalid_state', details: { status: 'running', action: 'list_trades' } } },
    ]);
  });

  test('that can not be begun are an error in the envelope', async () => {
    answerWith(undefined);
    const response = await read();
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect([response.status, await response.json()]).toMatchObject([503, { error: { code: 'service_unavailable' } }]);
  });

  test('that break off are never taken for whole, and the log says why', async () => {
    answerWith([trade], undefined);
    const response = await read();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow('terminated');
    expect(logged.join()).toMatch(/service_unavailable.*an answer broke off/);
  });

  test('are asked for once where only the head is wanted', async () => {
    answerWith([trade], [trade], [trade]);
    const response = await read({ method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(stub.questions.length).toBeLessThanOrEqual(2);
  });

  test('are read no faster than the caller takes them', async () => {
    const page = Array.from({ length: 500 }, () => ({ ...trade, entryTag: 'x'.repeat(500) }));
    answerWith(...Array.from({ length: 100 }, () => page));
    const response = await begin();
    response.pause();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(stub.questions.length).toBeLessThan(60);
    expect((await text(response)).split('\r\n')).toHaveLength(50_002);
    expect(stub.questions).toHaveLength(100);
  });

  test('are read no further once the caller has left', async () => {
    const page = Array.from({ length: 500 }, () => ({ ...trade, entryTag: 'x'.repeat(500) }));
    answerWith(...Array.from({ length: 100 }, () => page));
    const response = await begin();
    response.destroy();
    // A busy machine tells of it later: nothing is asked for in the end.
    for (let asked = -1; asked !== stub.questions.length; await new Promise((resolve) => setTimeout(resolve, 300)))
      asked = stub.questions.length;
    expect(stub.questions.length).toBeLessThan(60);
  });
});
