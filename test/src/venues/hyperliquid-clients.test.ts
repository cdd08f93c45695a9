import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ExchangeClient, HttpTransport, InfoClient, SubscriptionClient, WebSocketTransport } from '@nktkas/hyperliquid';
import type { AllDexsAssetCtxsEvent, AssetCtxsEvent } from '@nktkas/hyperliquid/api/subscription';
import { ManualClock, systemClock } from '@platform/kit/clock';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { createLogger } from '@platform/observability/logging';
import { provisionFreqtrade } from '@platform/runtime-service/freqtrade-environment';
import { type RunningHyperliquid, startHyperliquid } from '@platform/venues/hyperliquid/sandbox';
import { openTestVenue, TestUser } from '@platform/venues/hyperliquid/sandbox/testing';
import { provisionPython, runScript } from './python.js';

/** Clients that people use at the real venue, unchanged but for the address, at the sandbox venue. */

const WEIGHT_PER_MINUTE = 1_000_000;
const PAID_IN_USDC = 10_000;
const PROVISIONING_MS_MAX = 10 * 60_000;

const http = () => new HttpTransport({ apiUrl: venue.url });
let directory: string;
let venue: RunningHyperliquid;
let user: TestUser;
/** Users of the Python clients, with the same holdings as the user. */
let others: TestUser[];

beforeAll(async () => {
  const prepared = await openTestVenue(undefined, new ManualClock(systemClock.nowMs()));
  directory = prepared.directory;
  user = new TestUser(prepared, PAID_IN_USDC);
  others = [new TestUser(prepared, PAID_IN_USDC), new TestUser(prepared, PAID_IN_USDC)];
  prepared.journal.close();
  venue = await startHyperliquid({
    host: '127.0.0.1',
    port: 0,
    seed: 1,
    recordingsDirectory: undefined,
    stateDirectory: directory,
    weightPerMinute: WEIGHT_PER_MINUTE,
    clock: systemClock,
    logger: createLogger({ process: 'test', level: 'silent' }),
  });
});
afterAll(async () => {
  await venue.close();
  await rm(directory, { recursive: true });
});

describe('the TypeScript SDK', () => {
  let transport: WebSocketTransport;
  let subscriptions: SubscriptionClient;

  beforeAll(() => {
    transport = new WebSocketTransport({ url: venue.wsUrl });
    subscriptions = new SubscriptionClient({ transport });
  });
  afterAll(() => transport.close());

  /** The first message of a subscription, which the SDK awaits the venue's word for before. */
  async function first<Message>(
    subscribe: (listener: (message: Message) => void) => Promise<unknown>,
  ): Promise<Message> {
    const { promise, resolve } = Promise.withResolvers<Message>();
    await subscribe(resolve);
    return promise;
  }

  test('is told of fills, which it waited for ever for', async () => {
    const params = { user: user.account.address };
    const told = await first((listener) => subscriptions.userFills(params, listener));
    expect(told).toEqual({ user: user.address, isSnapshot: true, fills: [] });
    await expect(subscriptions.userFills({ ...params, aggregateByTime: true }, () => {})).resolves.toBeDefined();
  });

  test('is told what a user has', async () => {
    const params = { user: user.account.address };
    const state = await first((listener) => subscriptions.clearinghouseState(params, listener));
    expect(state).toMatchObject({ dex: '', clearinghouseState: { withdrawable: `${PAID_IN_USDC}.0` } });
    expect(await first((listener) => subscriptions.spotState(params, listener))).toEqual({
      user: user.address,
      spotState: { balances: [] },
    });
    expect(await first((listener) => subscriptions.openOrders(params, listener))).toMatchObject({ orders: [] });
    await subscriptions.notification(params, () => {});
    expect(await first((listener) => subscriptions.webData3(params, listener))).toMatchObject({
      userState: { user: user.address, cumLedger: `${PAID_IN_USDC}.0` },
      perpDexStates: [{ totalVaultEquity: '0.0' }],
    });
    const all = await first((listener) => subscriptions.allDexsClearinghouseState(params, listener));
    expect(all).toMatchObject({ clearinghouseStates: [['', { withdrawable: `${PAID_IN_USDC}.0` }]] });
    const orders = await first((listener) => subscriptions.userHistoricalOrders(params, listener));
    expect(orders).toEqual({ user: user.address, isSnapshot: true, orderHistory: [] });
  });

  test('is told what all markets are like', async () => {
    const ofDex = await first<AssetCtxsEvent>((listener) => subscriptions.assetCtxs(listener));
    expect([ofDex.dex, ofDex.ctxs[0]]).toMatchObject([
      '',
      { markPx: expect.any(String), oraclePx: expect.any(String) },
    ]);
    const ofAll = await first<AllDexsAssetCtxsEvent>((listener) => subscriptions.allDexsAssetCtxs(listener));
    expect(ofAll.ctxs.map(([dex, contexts]) => [dex, contexts.length])).toEqual([
      ['', ofDex.ctxs.length],
      ['xyz', 3],
    ]);
  });

  test('is refused a dex that does not exist', async () => {
    const other = { user: user.account.address, dex: 'other' };
    await expect(subscriptions.clearinghouseState(other, () => {})).rejects.toThrow(/^Invalid subscription/);
  });

  test('reads what the pages of the venue show', async () => {
    const info = new InfoClient({ transport: http() });
    const shown = await info.webData2({ user: user.account.address });
    expect(shown).toMatchObject({ user: user.address, cumLedger: `${PAID_IN_USDC}.0`, openOrders: [] });
    const marginTable = await info.marginTable({ id: shown.meta.universe[0]!.marginTableId });
    expect(marginTable).toMatchObject({ description: 'tiered 40x', marginTiers: [{ maxLeverage: 40 }, {}] });
    expect(await info.marginTable({ id: 3 })).toMatchObject({ marginTiers: [{ lowerBound: '0.0', maxLeverage: 3 }] });
    expect(await info.perpsAtOpenInterestCap()).toEqual([]);
    expect(await info.outcomeMeta()).toEqual({ outcomes: [], questions: [] });
    expect(await info.leadingVaults({ user: user.account.address })).toEqual([]);
    const [[span, day]] = await info.portfolio({ user: user.account.address });
    expect([span, day.accountValueHistory.at(-1)?.[1]]).toEqual(['day', `${PAID_IN_USDC}.0`]);
  });

  test('reserves requests, spends a nonce, and tops isolated margin up', async () => {
    const exchange = new ExchangeClient({ transport: http(), wallet: user.account });
    const done = { status: 'ok', response: { type: 'default' } };
    expect(await exchange.reserveRequestWeight({ weight: 10 })).toEqual(done);
    expect(await exchange.noop({ nonce: systemClock.nowMs() })).toEqual(done);
    await exchange.updateLeverage({ asset: 2, isCross: false, leverage: 10 });
    const { SOL } = await new InfoClient({ transport: http() }).allMids();
    const price = Number((Number(SOL) * 1.05).toPrecision(4));
    const order = { a: 2, b: true, p: price, s: 1, r: false, t: { limit: { tif: 'Ioc' } } } as const;
    await exchange.order({ orders: [order], grouping: 'na' });
    expect(await exchange.topUpIsolatedOnlyMargin({ asset: 2, leverage: '2.5' })).toEqual(done);
  });

  test('places a TWAP order, is told of it, and cancels it', async () => {
    const exchange = new ExchangeClient({ transport: http(), wallet: user.account });
    const params = { user: user.account.address };
    const fills: unknown[] = [];
    await subscriptions.userTwapSliceFills(params, ({ twapSliceFills }) => fills.push(...twapSliceFills));
    await subscriptions.userTwapHistory(params, () => {});
    await subscriptions.twapStates(params, () => {});
    const twap = { a: 0, b: true, s: '0.1', r: false, m: 5, t: false };
    const placed = await exchange.twapOrder({ twap });
    const { twapId } = placed.response.data.status.running;
    await expect(exchange.twapOrder({ twap: { ...twap, s: '0.0001' } })).rejects.toThrow(/TWAP order value too small/);
    expect(await exchange.twapCancel({ a: 0, t: twapId })).toMatchObject({ response: { data: { status: 'success' } } });
    const info = new InfoClient({ transport: http() });
    const [ended, started] = await info.twapHistory(params);
    expect([started, ended]).toMatchObject([
      { twapId, status: { status: 'activated' } },
      { twapId, status: { status: 'terminated' } },
    ]);
    expect(await info.userTwapSliceFills(params)).toEqual(fills);
    expect(fills).toHaveLength(1);
  });
});

describe('in Python', () => {
  test(
    'the official SDK is told the web data',
    async () => {
      const other = others[0]!;
      const python = await provisionPython('hyperliquid-sdk');
      const told = await runScript(python, 'hyperliquid_web_data.py', [venue.url, other.address]);
      expect(told).toMatchObject({
        user: other.address,
        serverTime: expect.any(Number),
        clearinghouseState: { withdrawable: `${PAID_IN_USDC}.0` },
        meta: { universe: expect.arrayContaining([expect.objectContaining({ name: 'BTC' })]) },
      });
    },
    PROVISIONING_MS_MAX,
  );

  test(
    'ccxt.pro watches the balance, positions, orders and own trades, and stops watching',
    async () => {
      const other = others[1]!;
      const environment = { cacheDirectory: defaultCacheDirectory(process.env), environment: process.env };
      const { python } = await provisionFreqtrade({ ...environment, report: () => {} });
      const told = await runScript(python, 'ccxt_pro.py', [venue.url, venue.wsUrl, other.address, other.key]);
      expect(told).toMatchObject({
        balance: { total: PAID_IN_USDC, free: PAID_IN_USDC },
        spot: {},
        orders: [{ symbol: 'ETH/USDC:USDC', status: 'open', amount: 0.05 }],
        canceled: [{ status: 'canceled' }],
        positions: [{ symbol: 'ETH/USDC:USDC', side: 'long', contracts: 0.05 }],
        trades: [{ symbol: 'ETH/USDC:USDC', side: 'buy', amount: 0.05 }],
        twap: { id: '2', info: { status: 'success' } },
        reserved: { status: 'ok' },
        unwatched: true,
      });
    },
    PROVISIONING_MS_MAX,
  );
});
