import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { signL1Action } from '@nktkas/hyperliquid/signing';
import { ManualClock, systemRandom } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { z } from 'zod';
import { type BotLimits, botLimitsSchema } from '../../live-bots/index.js';
import type { TradingAction } from '../codec/index.js';
import { BotJournal, OrderJournal } from './journal/index.js';
import { OrderGateway } from './order-gateway.js';
import { AgentPower } from './renewal/power.js';
import { agentSigner } from './signing.js';
import { VenueConnection } from './venue/index.js';

/** A venue whose every read lacks the last action, for as long as a test sets. */

const START_MS = 1_700_000_000_000;
const ACCOUNT = '0x1000000000000000000000000000000000000001';
const bot = privateKeyToAccount(generatePrivateKey());
const posted = z.looseObject({ type: z.string().optional() });
const asked: (string | undefined)[] = [];
const shown = { orders: [] as object[], positions: [] as object[], fills: [] as object[] };
const sent: unknown[] = [];
let answer: (oid: number) => unknown;
let server: Server;
let venue: VenueConnection;
let gateway: OrderGateway;
let folder: string;
let written: OrderJournal;
let clock: ManualClock;
let limits: BotLimits;
let venueUrl: string;
let lastNonce = START_MS;
const ASSETS = new Map([[1, 'ETH']]);

const placed = (oid: number) => ({
  status: 'ok',
  response: { type: 'order', data: { statuses: [{ resting: { oid } }] } },
});
const filled = (oid: number) => ({
  status: 'ok',
  response: { type: 'order', data: { statuses: [{ filled: { oid, totalSz: '0.03', avgPx: '2000' } }] } },
});

beforeEach(async () => {
  Object.assign(shown, { orders: [], positions: [], fills: [] });
  sent.length = 0;
  asked.length = 0;
  answer = placed;
  server = createServer(async (request, response) => {
    const body = posted.parse(await json(request));
    const reads: Readonly<Record<string, unknown>> = {
      clearinghouseState: { assetPositions: shown.positions },
      frontendOpenOrders: shown.orders,
      allMids: { ETH: '2000' },
      userFillsByTime: shown.fills,
      activeAssetData: { leverage: { type: 'cross', value: 20 } },
    };
    if (request.url === '/exchange') sent.push(body);
    else asked.push(body.type);
    response.end(JSON.stringify(request.url === '/exchange' ? answer(sent.length) : reads[body.type ?? '']));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  clock = new ManualClock(START_MS);
  venueUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  venue = new VenueConnection(venueUrl, 1_000_000, clock);
  limits = botLimitsSchema.parse({
    ...{
      deploymentId: 'dep_1',
      bot: bot.address,
      coins: ['ETH'],
      capitalMicroUsdc: '100000000',
      maximumLeverage: 1,
    },
  });
  const policy = { limits, assets: ASSETS };
  const agent = new AgentPower(agentSigner(generatePrivateKey(), clock));
  const logger = createLogger({ process: 'test', level: 'silent' });
  folder = await mkdtemp(join(tmpdir(), 'journal-'));
  written = await OrderJournal.open({ file: join(folder, 'journal'), clock, random: systemRandom, logger });
  const journal = new BotJournal(written, 'dep_1', policy.assets);
  gateway = new OrderGateway({ account: ACCOUNT, policy, venue, agent, agentIsNew: true, journal, clock, logger });
  clock.advance(3_000);
});

afterEach(async () => {
  await venue.close();
  await written.close();
  await rm(folder, { recursive: true });
  server.closeAllConnections();
  server.close();
});

const trade = (usd: number, b: boolean): Promise<string> => {
  const order = { a: 1, b, p: '2000', s: String(usd / 2_000), r: false, t: { limit: { tif: 'Gtc' } } } as const;
  return act({ type: 'order', orders: [order], grouping: 'na' });
};
/** Buys for so many dollars. */
const buy = (usd: number) => trade(usd, true);
const lever = (leverage: number, isCross = false) => act({ type: 'updateLeverage', asset: 1, isCross, leverage });

/** Sends an action; advances the clock until there is an answer. */
async function act(action: TradingAction): Promise<string> {
  lastNonce = Math.max(lastNonce + 1, clock.nowMs());
  const request = { action, nonce: lastNonce };
  const answering = gateway.answer({
    ...request,
    expiresAfter: undefined,
    signature: await signL1Action({ wallet: bot, ...request }),
  });
  const state = { isDone: false };
  const done = answering.finally(() => Object.assign(state, { isDone: true }));
  while (!state.isDone) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    clock.advance(50);
  }
  return (await done).body;
}

const listed = (oid: number, usd: number) => ({
  ...{ coin: 'ETH', side: 'B', limitPx: '2000', triggerPx: '0.0', sz: String(usd / 2_000), oid },
  ...{ cloid: null, reduceOnly: false },
});
const position = (usd: number) => ({
  position: {
    ...{ coin: 'ETH', szi: String(usd / 2_000), positionValue: String(Math.abs(usd)), unrealizedPnl: '0.0' },
    leverage: { type: 'cross', value: 20 },
  },
});

test.each([
  ['rests', placed],
  ['has filled', filled],
])('an order that %s and shows nowhere yet counts', async (_what, outcome) => {
  answer = outcome;
  expect(await buy(60)).toContain('"ok"');
  shown.positions = [];
  // It shows late, as a position, while the second one is judged.
  const second = buy(60);
  shown.positions = [position(60)];
  expect(await second).toContain('capital');
  expect(sent).toHaveLength(1);
});

test('an order that the capital covers beside it is not held up', async () => {
  await buy(60);
  const beforeMs = clock.nowMs();
  expect(await buy(40)).toContain('"ok"');
  expect(clock.nowMs() - beforeMs).toBeLessThan(3_000);
});

test('an order is held up until reads must show what was before it, and placed when that has gone', async () => {
  await buy(60);
  const beforeMs = clock.nowMs();
  expect(await buy(60)).toContain('"ok"');
  expect(clock.nowMs() - beforeMs).toBeGreaterThanOrEqual(2_000);
});

test('an order that is listed counts once', async () => {
  await buy(60);
  shown.orders = [listed(1, 60)];
  expect(await buy(40)).toContain('"ok"');
  shown.orders = [listed(1, 60), listed(2, 40)];
  expect(await buy(20)).toContain('capital');
});

test('an order whose answer is a time-out counts, and nothing waits for it', async () => {
  answer = () => ({ status: 'err', response: 'Request timed out.' });
  await buy(60);
  const beforeMs = clock.nowMs();
  expect(await buy(60)).toContain('capital');
  expect(clock.nowMs() - beforeMs).toBeLessThan(3_000);
  expect(sent).toHaveLength(1);
});

const fill = (tid: number, closedPnl: string, coin = 'ETH') => ({
  ...{ coin, tid, time: START_MS, closedPnl, fee: '1.0' },
});

test('what is read for one order serves those of the same second', async () => {
  await buy(10);
  await buy(10);
  expect(asked.filter((type) => type === 'frontendOpenOrders')).toHaveLength(1);
  clock.advance(1_000);
  await buy(10);
  expect(asked.filter((type) => type === 'frontendOpenOrders')).toHaveLength(2);
});

test('what waits for the allowance is read once for all that ask meanwhile, and is as new as its sending', async () => {
  const poor = new VenueConnection(venueUrl, 600, clock);
  const [first, second] = [1, 2].map(() => poor.recent({ type: 'frontendOpenOrders', user: ACCOUNT }, clock.nowMs()));
  for (let waited = 0; waited < 5_000; waited += 50) {
    clock.advance(50);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const sentAtMs = (await first)?.sentAtMs ?? 0;
  // 20 of weight at 7 a second.
  expect(sentAtMs - START_MS).toBeGreaterThanOrEqual(3_000 + 2_800);
  expect((await second)?.sentAtMs).toBe(sentAtMs);
  expect(asked).toEqual(['frontendOpenOrders']);
  await poor.close();
});

test('nothing is refused by what was read before', async () => {
  shown.positions = [position(95)];
  await buy(5);
  shown.positions = [];
  expect(await buy(5)).toContain('"ok"');
});

test('a leverage that is set already is no question to the venue', async () => {
  answer = () => ({ status: 'ok', response: { type: 'default' } });
  expect(await lever(1)).toContain('"ok"');
  asked.length = 0;
  expect(JSON.parse(await lever(1))).toEqual({ status: 'ok', response: { type: 'default' } });
  expect([sent.length, asked.length]).toEqual([1, 0]);
  await lever(1, true);
  expect(sent).toHaveLength(2);
  clock.advance(60_000);
  await lever(1, true);
  expect(sent).toHaveLength(3);
});

test('a leverage whose change may have failed is set again', async () => {
  answer = () => ({ status: 'err', response: 'Request timed out.' });
  await lever(1);
  await lever(1);
  expect(sent).toHaveLength(2);
});

test('after a day’s loss a bot opens nothing, and sells what it holds as an order that only reduces', async () => {
  shown.positions = [position(60)];
  shown.fills = [fill(1, '-60.0'), fill(2, '-38.0'), fill(3, '-500.0', 'BTC')];
  expect(await buy(10)).toContain('lost what it may lose');
  expect(await trade(60.01, false)).toContain('lost what it may lose');
  expect(await trade(60, false)).toContain('"ok"');
  expect(sent).toMatchObject([{ action: { orders: [{ r: true, s: '0.03' }] } }]);
});

test('a fill is counted as soon as its position shows', async () => {
  expect(await buy(10)).toContain('"ok"');
  shown.fills = [fill(1, '-100.0')];
  expect(await buy(10)).toContain('"ok"');
  shown.positions = [position(10)];
  clock.advance(1_000);
  expect(await buy(10)).toContain('lost what it may lose');
});

test('other limits apply from the next order on, and what is known of the bot’s orders is kept', async () => {
  await buy(60);
  gateway.limitTo({ limits: { ...limits, capitalMicroUsdc: 90_000_000n }, assets: ASSETS });
  shown.orders = [listed(1, 60)];
  expect(await buy(40)).toContain('capital');
  gateway.limitTo({ limits: { ...limits, opensUntilMs: clock.nowMs() }, assets: ASSETS });
  expect(await buy(10)).toContain('no further position');
});

const stop = () => {
  const t = { trigger: { isMarket: false, triggerPx: '1900', tpsl: 'sl' } } as const;
  return act({ type: 'order', orders: [{ a: 1, b: false, p: '1890', s: '0.03', r: true, t }], grouping: 'na' });
};

test('a stop whose position shows is sent at once', async () => {
  shown.positions = [position(60)];
  const beforeMs = clock.nowMs();
  expect(await stop()).toContain('"ok"');
  expect(clock.nowMs() - beforeMs).toBeLessThan(1_000);
});

test('a stop waits for its position as long as reads may lag', async () => {
  const beforeMs = clock.nowMs();
  const answering = stop();
  while (clock.nowMs() < beforeMs + 1_500) await new Promise((resolve) => setTimeout(resolve, 10));
  shown.positions = [position(60)];
  expect(await answering).toContain('"ok"');
});

test.each([
  ['nothing', 0],
  ['a position of the other side', -60],
])('a stop over %s is refused in the venue’s words, since the venue would take it', async (_what, usd) => {
  shown.positions = usd === 0 ? [] : [position(usd)];
  expect(await stop()).toContain('Reduce only order would increase position.');
  expect(sent).toEqual([]);
});

test('a stop is sent where positions can’t be read', async () => {
  shown.positions = [{ position: 'none' }];
  expect(await stop()).toContain('"ok"');
});
