import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { WebSocket } from 'ws';
import { createFaults } from '../../simulation/index.js';
import { type RunningHyperliquid, startHyperliquid } from './server.js';

const NOW_MS = Date.UTC(2026, 10, 21, 9, 17, 59);
const HOUR_MS = 3_600_000;

const clock = new ManualClock(NOW_MS);
const faults = createFaults();
const logged: string[] = [];
let venue: RunningHyperliquid;
let stateDirectory: string;

beforeAll(async () => {
  const logger = createLogger({ process: 'test', level: 'info' }, { write: (line: string) => void logged.push(line) });
  stateDirectory = await mkdtemp(join(tmpdir(), 'sandbox-hyperliquid-'));
  venue = await startHyperliquid({
    host: '127.0.0.1',
    port: 0,
    seed: 1,
    recordingsDirectory: undefined,
    stateDirectory,
    faults,
    clock,
    logger,
  });
});

afterAll(async () => {
  await venue.close();
  await rm(stateDirectory, { recursive: true });
});

function post(body: string, contentType = 'application/json'): Promise<Response> {
  return fetch(`${venue.url}/info`, { method: 'POST', body, headers: { 'content-type': contentType } });
}

async function info<Answer>(request: object): Promise<Answer> {
  const response = await post(JSON.stringify(request));
  expect(response.status).toBe(200);
  return (await response.json()) as Answer;
}

describe('being a sandbox', () => {
  test('the page, every answer and the log say so', async () => {
    const page = await fetch(venue.url);
    expect(await page.text()).toContain('This is a sandbox, not Hyperliquid');
    const refused = await post('{"type":"nonsense"}');
    for (const { headers } of [page, refused]) expect(headers.get('x-sandbox')).toBe('simulated market data');
    expect(logged.join('')).toContain('simulated market data');
  });
});

describe('POST /info refuses as the venue does', () => {
  const unreadable = 'Failed to deserialize the JSON body into the target type';
  test.each([
    ['an unknown type', '{"type":"nonsense"}', 422, unreadable],
    ['a name that every object has', '{"type":"constructor"}', 422, unreadable],
    ['no type', '{}', 422, unreadable],
    [
      'an interval that does not exist',
      '{"type":"candleSnapshot","req":{"coin":"BTC","interval":"7m","startTime":0}}',
      422,
      unreadable,
    ],
    ['a negative time', '{"type":"fundingHistory","coin":"BTC","startTime":-1}', 422, unreadable],
    [
      'candles of an unknown coin',
      '{"type":"candleSnapshot","req":{"coin":"NOPE","interval":"1h","startTime":0}}',
      500,
      'null',
    ],
    ['funding of an unknown coin', '{"type":"fundingHistory","coin":"NOPE","startTime":0}', 500, 'null'],
    ['an unknown dex', '{"type":"meta","dex":"nope"}', 500, 'null'],
    ['what is not JSON', '{"type":', 400, 'Failed to parse the request body as JSON'],
  ])('%s', async (_what, body, status, text) => {
    const response = await post(body);
    expect([response.status, await response.text()]).toEqual([status, text]);
  });

  test('another content type', async () => {
    const response = await post('{"type":"meta"}', 'text/plain');
    expect([response.status, await response.text()]).toEqual([
      415,
      'Expected request with `Content-Type: application/json`',
    ]);
  });

  test('a book of an unknown coin is null', async () => {
    expect(await info({ type: 'l2Book', coin: 'NOPE' })).toBeNull();
  });
});

interface CandleRow {
  t: number;
  T: number;
  c: string;
}

describe('history', () => {
  test('only the latest 5,000 candles are served, up to the one in progress', async () => {
    const rows = await info<CandleRow[]>({
      type: 'candleSnapshot',
      req: { coin: 'ETH', interval: '1h', startTime: 0 },
    });
    expect(rows).toHaveLength(5_000);
    expect(rows.at(-1)).toMatchObject({ t: NOW_MS - (NOW_MS % HOUR_MS), T: NOW_MS - (NOW_MS % HOUR_MS) + HOUR_MS - 1 });
    const older = { coin: 'ETH', interval: '1h', startTime: 1, endTime: rows[0]!.t - 1 };
    expect(await info({ type: 'candleSnapshot', req: older })).toEqual([]);
  });

  test('a window holds the candles that contain its ends and those between', async () => {
    const startTime = NOW_MS - 3 * HOUR_MS;
    const rows = await info<CandleRow[]>({
      type: 'candleSnapshot',
      req: { coin: 'ETH', interval: '1h', startTime, endTime: startTime + HOUR_MS },
    });
    expect(rows.map((row) => row.t)).toEqual([
      startTime - (startTime % HOUR_MS),
      startTime - (startTime % HOUR_MS) + HOUR_MS,
    ]);
  });

  test('funding is paged by 500 from the start of the window and reaches two years back', async () => {
    const rows = await info<{ time: number }[]>({ type: 'fundingHistory', coin: 'BTC', startTime: 0 });
    expect(rows).toHaveLength(500);
    expect(rows[0]!.time - (NOW_MS - 730 * 24 * HOUR_MS)).toBeLessThan(HOUR_MS + 200);
    const next = await info<{ time: number }[]>({
      type: 'fundingHistory',
      coin: 'BTC',
      startTime: rows.at(-1)!.time + 1,
    });
    expect(next[0]!.time - rows.at(-1)!.time).toBeLessThan(HOUR_MS + 200);
  });
});

describe('the moment', () => {
  test('mid, book, best prices, mark and the candle in progress tell one story', async () => {
    const mids = await info<Record<string, string>>({ type: 'allMids' });
    const { levels } = await info<{ levels: { px: string; sz: string }[][] }>({ type: 'l2Book', coin: 'SOL' });
    const [bids = [], asks = []] = levels;
    expect((Number(bids[0]!.px) + Number(asks[0]!.px)) / 2).toBeCloseTo(Number(mids['SOL']), 9);
    const prices = [...bids.map((level) => -Number(level.px)), ...asks.map((level) => Number(level.px))];
    expect(bids.map((level) => Number(level.px))).toEqual(bids.map((level) => Number(level.px)).sort((a, b) => b - a));
    expect(asks.map((level) => Number(level.px))).toEqual(asks.map((level) => Number(level.px)).sort((a, b) => a - b));
    expect(new Set(prices).size).toBe(40);
    const candles = await info<CandleRow[]>({
      type: 'candleSnapshot',
      req: { coin: 'SOL', interval: '1m', startTime: NOW_MS },
    });
    const [meta, contexts] = await info<[{ universe: { name: string }[] }, { markPx: string }[]]>({
      type: 'metaAndAssetCtxs',
    });
    const mark = contexts[meta.universe.findIndex(({ name }) => name === 'SOL')]?.markPx;
    expect(mark).toBe(candles.at(-1)!.c);
    expect(Math.abs(Number(mark) - Number(mids['SOL']))).toBeLessThanOrEqual(0.0051);
  });

  test('recent trades are those of the seconds gone by, newest first', async () => {
    const trades = await info<{ time: number; tid: number; sz: string }[]>({ type: 'recentTrades', coin: 'BTC' });
    expect(trades).toHaveLength(10);
    expect(trades.map((trade) => trade.tid)).toEqual(trades.map((trade) => trade.tid).sort((a, b) => b - a));
    expect(trades.every((trade) => trade.time < NOW_MS && Number(trade.sz) > 0)).toBe(true);
  });
});

interface Message {
  channel: string;
  data: unknown;
}

/** Returns a client that stores its messages. */
async function connect(): Promise<{
  send(message: unknown): void;
  next(channel: string): Promise<unknown>;
  close(): void;
}> {
  const socket = new WebSocket(venue.wsUrl);
  const told: Message[] = [];
  let wake = () => {};
  socket.on('message', (data) => {
    told.push(JSON.parse(String(data)) as Message);
    wake();
  });
  await new Promise((resolve) => socket.once('open', resolve));
  return {
    send: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    next: async (channel) => {
      for (;;) {
        const index = told.findIndex((message) => message.channel === channel);
        if (index >= 0) return told.splice(index, 1)[0]?.data;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close: () => socket.close(),
  };
}

describe('the WebSocket', () => {
  test('confirms, sends at once, refuses doubles, and stops on request', async () => {
    const client = await connect();
    const subscription = { type: 'l2Book', coin: 'BTC' };
    client.send({ method: 'subscribe', subscription });
    const echo = { type: 'l2Book', coin: 'BTC', nSigFigs: null, mantissa: null };
    expect(await client.next('subscriptionResponse')).toEqual({ method: 'subscribe', subscription: echo });
    expect(await client.next('l2Book')).toMatchObject({ coin: 'BTC', time: NOW_MS });
    client.send({ method: 'subscribe', subscription });
    expect(await client.next('error')).toBe(`Already subscribed: ${JSON.stringify(echo)}`);
    client.send({ method: 'unsubscribe', subscription });
    expect(await client.next('subscriptionResponse')).toEqual({ method: 'unsubscribe', subscription: echo });
    client.send({ method: 'unsubscribe', subscription });
    expect(await client.next('error')).toBe(`Already unsubscribed: ${JSON.stringify(echo)}`);
    client.close();
  });

  test.each([
    ['not JSON', 'nonsense', 'Error parsing JSON into valid websocket request: nonsense'],
    [
      'an unknown channel',
      '{"method":"subscribe","subscription":{"type":"nope"}}',
      'Error parsing JSON into valid websocket request: {"method":"subscribe","subscription":{"type":"nope"}}',
    ],
    [
      'an unknown coin',
      '{"method":"subscribe","subscription":{"type":"trades","coin":"NOPE"}}',
      'Invalid subscription {"type":"trades","coin":"NOPE"}',
    ],
  ])('refuses %s in the venue’s words', async (_what, message, text) => {
    const client = await connect();
    client.send(message);
    expect(await client.next('error')).toBe(text);
    client.close();
  });

  test('answers a ping, and info requests with their number', async () => {
    const client = await connect();
    client.send({ method: 'ping' });
    expect(await client.next('pong')).toBeUndefined();
    client.send({ method: 'post', id: 7, request: { type: 'info', payload: { type: 'perpDexs' } } });
    expect(await client.next('post')).toMatchObject({
      id: 7,
      response: { type: 'info', payload: { type: 'perpDexs', data: [null, { name: 'xyz' }] } },
    });
    client.send({ method: 'post', id: 8, request: { type: 'info', payload: { type: 'nope' } } });
    expect(await client.next('post')).toMatchObject({ id: 8, response: { type: 'error' } });
    client.close();
  });

  test('a candle that ends is completed before the next one begins', async () => {
    const client = await connect();
    client.send({ method: 'subscribe', subscription: { type: 'candle', coin: 'BTC', interval: '1m' } });
    const minute = NOW_MS - (NOW_MS % 60_000);
    const partial = await client.next('candle');
    expect(partial).toMatchObject({ t: minute });
    clock.advance(3_000);
    const finished = await client.next('candle');
    expect(finished).toMatchObject({ t: minute, o: (partial as { o: string }).o });
    expect(await client.next('candle')).toMatchObject({ t: minute + 60_000, o: (finished as { c: string }).c });
    const [served] = await info<unknown[]>({
      type: 'candleSnapshot',
      req: { coin: 'BTC', interval: '1m', startTime: minute, endTime: minute },
    });
    expect(finished).toEqual(served);
    client.close();
  });

  test('while candles come late, one that has ended is told after its delay, and served over HTTP at once', async () => {
    const client = await connect();
    client.send({ method: 'subscribe', subscription: { type: 'candle', coin: 'BTC', interval: '1m' } });
    const { t: minute } = (await client.next('candle')) as { t: number };
    faults.inject({ venue: 'hyperliquid', kind: 'late_candles', when: 'before_accept', scope: 'changes', seconds: 10 });
    clock.advance(60_000);
    const late = (await client.next('candle')) as { t: number };
    const req = { coin: 'BTC', interval: '1m', startTime: minute, endTime: minute };
    const [served] = await info<unknown[]>({ type: 'candleSnapshot', req });
    expect(late.t).toBe(minute);
    expect(late).not.toEqual(served);
    clock.advance(10_000);
    expect(await client.next('candle')).toEqual(served);
    faults.clear();
    client.close();
  });

  test('sent trades add up to the candle', async () => {
    const client = await connect();
    client.send({ method: 'subscribe', subscription: { type: 'trades', coin: 'BTC' } });
    expect(await client.next('trades')).toHaveLength(10);
    const fromMs = clock.nowMs() - (clock.nowMs() % 1_000);
    clock.advance(5_000);
    const trades = (await client.next('trades')) as { px: string; sz: string; time: number }[];
    expect(trades.every((trade) => trade.time >= fromMs)).toBe(true);
    const rows = await info<CandleRow[]>({
      type: 'candleSnapshot',
      req: { coin: 'BTC', interval: '1m', startTime: fromMs },
    });
    expect(trades.at(-1)?.px).toBe(rows.at(-1)?.c);
    client.close();
  });
});
