import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { createLogger } from '@platform/observability/logging';
import { provisionFreqtrade } from '@platform/runtime-service/freqtrade-environment';
import { type RunningHyperliquid, startHyperliquid } from '@platform/venues/hyperliquid/sandbox';
import { type RunningLighter, startLighter } from '@platform/venues/lighter/sandbox';
import { provisionPython, runScript } from './python.js';

/** What clients that people use at the real venues, unchanged but for the address, read of markets at the sandbox venues. */

const PROVISIONING_MS_MAX = 10 * 60_000;
const XYZ = ['XYZ-GOLD/USDC:USDC', 'XYZ-NVDA/USDC:USDC', 'XYZ-TSLA/USDC:USDC'];
let directory: string;
let hyperliquid: RunningHyperliquid;
let lighter: RunningLighter;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'market-data-clients-'));
  const shared = { host: '127.0.0.1', port: 0, seed: 1, clock: systemClock };
  const logger = createLogger({ process: 'test', level: 'silent' });
  lighter = await startLighter({ ...shared, logger });
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
    told = await runScript(python, 'ccxt_markets.py', [lighter.url, hyperliquid.url]);
  }, PROVISIONING_MS_MAX);

  test('reads Lighter’s markets, candles and funding', () => {
    expect(told.lighter).toEqual({
      markets: expect.arrayContaining(['1000PEPE/USDC:USDC', 'BTC/USDC:USDC', 'ETH/USDC', 'MKR/USDC:USDC']),
      candles: expect.arrayContaining([expect.arrayContaining([expect.any(Number)])]),
      rates: expect.arrayContaining(['BTC/USDC:USDC']),
      status: 'ok',
    });
    expect(told.lighter.candles).toHaveLength(5);
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
