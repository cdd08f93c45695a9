import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { createLogger } from '@platform/observability/logging';
import { provisionFreqtrade } from '@platform/runtime-service/freqtrade-environment';
import { type RunningHyperliquid, startHyperliquid } from '@platform/venues/hyperliquid/sandbox';
import { lighterSettings, openLighter } from '@platform/venues/lighter/context';
import { type RunningLighter, startLighter } from '@platform/venues/lighter/sandbox';
import { creditOffline, fillOffline } from '@platform/venues/lighter/sandbox/testing';
import { Omissions, tableKinds } from '@platform/venues/market-data';
import { z } from 'zod';
import { provisionPython, runScript } from './python.js';

/** What clients that people use at the real venues, unchanged but for the address, read of markets at the sandbox venues. */

const PROVISIONING_MS_MAX = 10 * 60_000;
const XYZ = ['XYZ-GOLD/USDC:USDC', 'XYZ-NVDA/USDC:USDC', 'XYZ-TSLA/USDC:USDC'];
const OWNER = `0x${'c'.repeat(40)}`;
const ETH = '0';
const BTC = '1';
const logger = createLogger({ process: 'test', level: 'silent' });
let directory: string;
let account: number;
let hyperliquid: RunningHyperliquid;
let lighter: RunningLighter;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'market-data-clients-'));
  const shared = { host: '127.0.0.1', port: 0, seed: 1, clock: systemClock };
  account = creditOffline(directory, OWNER, 1_000, systemClock.nowMs());
  // Two lots of 0.1 ETH at 2,000.00, of which one was sold at 2,100.00.
  const fill = { marketId: Number(ETH), size: 2_000n, price: 200_000n };
  fillOffline(directory, account, fill, systemClock.nowMs());
  fillOffline(directory, account, { ...fill, size: -1_000n, price: 210_000n }, systemClock.nowMs());
  const accounts = { stateDirectory: directory };
  lighter = await startLighter({ ...shared, accounts, allowances: new Map([['127.0.0.1', 10_000_000]]), logger });
  const stateDirectory = directory;
  hyperliquid = await startHyperliquid({ ...shared, logger, recordingsDirectory: undefined, stateDirectory });
});
afterAll(async () => {
  await lighter.close();
  await hyperliquid.close();
  await rm(directory, { recursive: true });
});

test(
  'Lighter’s official SDK reads markets, candles, funding, trades and the book, and follows it',
  async () => {
    const told = await runScript(await provisionPython('lighter-sdk'), 'lighter_sdk.py', [lighter.url, lighter.wsUrl]);
    expect(told).toEqual({
      markets: expect.arrayContaining([
        ['BTC', 'perp', 'active'],
        ['MKR', 'perp', 'inactive'],
        ['ETH/USDC', 'spot', 'active'],
      ]),
      leverages: [50, 50, 25, 10, 5, 10],
      minutes: 500,
      hours: expect.any(Array),
      fundings: expect.arrayContaining([[expect.any(Number), expect.stringMatching(/^0\.\d{4}$/), expect.any(String)]]),
      rates: ['ETH', 'BTC', 'SOL', '1000PEPE', 'POPCAT'],
      trades: expect.arrayContaining([expect.stringMatching(/^\d+\.\d{2}$/)]),
      spread: [expect.any(String), expect.any(String)],
      stats: 7,
      announcements: [],
      status: 200,
      contract: expect.stringMatching(/^0x/),
      followed: [20, 20],
    });
    expect(told).toHaveProperty('hours.length', 24);
  },
  PROVISIONING_MS_MAX,
);

test(
  'Hyperliquid’s official SDK reads a builder-deployed dex',
  async () => {
    const python = await provisionPython('hyperliquid-sdk');
    expect(await runScript(python, 'hyperliquid_dexes.py', [hyperliquid.url])).toEqual({
      dexes: [null, 'xyz'],
      assets: { 'xyz:GOLD': 110_000, 'xyz:NVDA': 110_001, 'xyz:TSLA': 110_002 },
      mids: ['xyz:GOLD', 'xyz:NVDA', 'xyz:TSLA'],
      candles: 6,
      fundings: 5,
    });
  },
  PROVISIONING_MS_MAX,
);

describe('ccxt', () => {
  // biome-ignore lint/suspicious/noExplicitAny: the tests read what they expect, and fail where it is not there.
  let told: any;

  beforeAll(async () => {
    const environment = { cacheDirectory: defaultCacheDirectory(process.env), environment: process.env };
    const { python } = await provisionFreqtrade({ ...environment, report: () => {} });
    told = await runScript(python, 'ccxt_markets.py', [...[lighter.url, String(account), OWNER, hyperliquid.url]]);
  }, PROVISIONING_MS_MAX);

  test('reads Lighter’s markets, funding, prices and its book', () => {
    const { candles: _candles, account: _account, ...read } = told.lighter;
    expect(read).toEqual({
      markets: expect.arrayContaining(['1000PEPE/USDC:USDC', 'BTC/USDC:USDC', 'ETH/USDC', 'MKR/USDC:USDC']),
      closed: ['MKR/USDC:USDC'],
      rates: expect.arrayContaining(['BTC/USDC:USDC']),
      currencies: ['ETH', 'USDC'],
      book: [5, 5, true],
      ticker: true,
      status: 'ok',
    });
  });

  test('reads of Lighter’s candles what the platform reads', async () => {
    const settings = { LIGHTER_API_URL: lighter.url, LIGHTER_REQUESTS_PER_MINUTE: '1000000' };
    const environment = z.object(lighterSettings).parse(settings);
    const venue = openLighter(environment, { clock: systemClock }, new Omissions(logger));
    const [fromMs] = told.lighter.candles[0];
    const window = { fromMs, toMs: fromMs + 24 * 3_600_000 };
    const [ours] = await venue.rows(BTC, tableKinds.candles_1h, window, 'interactive');
    await venue.close();
    expect(told.lighter.candles).toHaveLength(24);
    expect(ours?.rows).toEqual(told.lighter.candles);
  });

  test('reads what a Lighter account has, by its number and by its owner', () => {
    expect(told.lighter.account).toEqual({
      accounts: [[String(account), 'main']],
      perpetual: { USDC: 1_010 },
      spot: ['USDC'],
      byOwner: { USDC: 1_010 },
      positions: [['ETH/USDC:USDC', 'long', 0.1, 2_000, 25, 'cross']],
    });
  });

  test('lists the markets of a builder-deployed dex by the symbols that the platform gives them', () => {
    expect(told.hyperliquid).toEqual({
      builders: XYZ,
      gold: { id: '110000', baseName: 'xyz:GOLD', leverage: 20 },
      candles: expect.any(Array),
    });
    expect(told.hyperliquid.candles).toHaveLength(5);
  });
});
