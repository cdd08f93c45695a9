import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll } from '@jest/globals';
import { systemRandom } from '@platform/kit/clock';
import { createTestFramework } from '../framework.fixture.js';
import type { BacktestJob, CandleFile, Framework, FundingFile, InstrumentFacts, StrategySource } from '../framework.js';
import { defaultBacktestLimits } from '../index.js';
import type { BacktestLimits } from '../python/framework.js';
import { freqtrade } from './definition.js';

/** The usual window of a generated backtest: ten days of hourly candles. */
export const TO_MS = Date.UTC(2026, 0, 16);
export const FROM_MS = TO_MS - 10 * 86_400_000;

export const SYMBOLS = ['BTC/USDC:USDC', 'ETH/USDC:USDC'] as const;

const INSTRUMENTS: readonly InstrumentFacts[] = [
  { symbol: SYMBOLS[0], kind: 'perpetual', sizeDecimals: 5, tickSize: '1', maxLeverage: 40, markPrice: '100000' },
  { symbol: SYMBOLS[1], kind: 'perpetual', sizeDecimals: 4, tickSize: '0.1', maxLeverage: 25, markPrice: '3000.5' },
];

/** A freqtrade as the service makes it, in the machine's own cache, with the given limits made smaller. */
export function createTestFreqtrade(
  limits: BacktestLimits = defaultBacktestLimits,
  idleTimeoutMs = 60_000,
  maximumWorkers = 2,
  image = freqtrade.images[0],
): Framework {
  return createTestFramework(freqtrade, { limits, idleTimeoutMs, maximumWorkers }, image);
}

const PROVISIONING_MS = 10 * 60_000;

/** A freqtrade and candles for the tests of one file. */
export interface TestFreqtrade {
  readonly framework: Framework;
  readonly market: TestMarket;
}

/** Makes both ready before the tests of the file that calls it, and removes them after; until then neither may be asked for. */
export function freqtradeForTests(...limits: Parameters<typeof createTestFreqtrade>): TestFreqtrade {
  let opened: TestFreqtrade | undefined;
  const ready = () => {
    if (opened === undefined) throw new Error('no test has begun');
    return opened;
  };
  beforeAll(async () => {
    opened = { market: await generateMarket(), framework: createTestFreqtrade(...limits) };
    await opened.framework.ensureReady();
  }, PROVISIONING_MS);
  afterAll(async () => {
    await opened?.framework.close();
    await opened?.market.remove();
  });
  return {
    get framework() {
      return ready().framework;
    },
    get market() {
      return ready().market;
    },
  };
}

/** Candles on disk, hourly and four-hourly, and jobs over them. */
export interface TestMarket {
  job(code: string, overrides?: Partial<StrategySource>): BacktestJob;
  /** A file's rows split again: one file per condition in SQL on `t`, in their order. */
  divide(file: CandleFile, conditions: readonly string[]): Promise<CandleFile[]>;
  /** Candles of a minute for the hours of a table: prices that move between those of the hours, up and down. */
  minutes(file: CandleFile): Promise<CandleFile>;
  /** Rates of a thousandth at every candle of a table. */
  funding(path: string): Promise<Pick<CandleFile, 'path' | 'sha256'>>;
  remove(): Promise<void>;
}

/** Prices that wander the same way every time, a different way for each symbol; from fifteen days before the window. */
export function generateMarket(fromMs = FROM_MS): Promise<TestMarket> {
  const firstMs = fromMs - 15 * 86_400_000;
  const candles = (TO_MS - firstMs) / 3_600_000 + 1;
  return writeMarket(fromMs, TO_MS, (_symbol, index) => {
    const step = `sin(i * i * 0.37 + ${index}) * 0.012`;
    return `SELECT (${firstMs} + i * 3600000)::BIGINT AS t, lag(close, 1, close) OVER (ORDER BY i) AS open,
        greatest(close, lag(close, 1, close) OVER (ORDER BY i)) * 1.002 AS high,
        least(close, lag(close, 1, close) OVER (ORDER BY i)) * 0.998 AS low, close, 10.0::DOUBLE AS volume
      FROM (SELECT i, 1000.0 * exp(sum(${step}) OVER (ORDER BY i)) AS close FROM range(0, ${candles}) r(i))`;
  });
}

async function writeMarket(
  fromMs: number,
  toMs: number,
  hourly: (symbol: string, index: number) => string,
): Promise<TestMarket> {
  const directory = await mkdtemp(join(tmpdir(), 'freqtrade-'));
  const database = await DuckDBInstance.create();
  const connection = await database.connect();
  const candles: CandleFile[] = [];
  const funding: FundingFile[] = [];
  const write = async (name: string, query: string): Promise<Pick<CandleFile, 'path' | 'sha256'>> => {
    const path = join(directory, `${name}.parquet`);
    await connection.run(`COPY (${query}) TO '${path}' (FORMAT parquet)`);
    return { path, sha256: digestOf(await readFile(path)) };
  };
  for (const [index, symbol] of SYMBOLS.entries()) {
    const hours = hourly(symbol, index);
    const fours = `SELECT t - t % 14400000 AS t, arg_min(open, h.t) AS open, max(high) AS high, min(low) AS low,
        arg_max(close, h.t) AS close, sum(volume) AS volume FROM (${hours}) h GROUP BY 1`;
    for (const [timeframe, query] of Object.entries({ '1h': hours, '4h': fours })) {
      const file = await write(`${index}-${timeframe}`, `SELECT * FROM (${query}) ORDER BY t`);
      candles.push({ symbol, timeframe, ...file });
    }
  }
  for (const [index, symbol] of SYMBOLS.entries()) {
    // Rates of nothing, which come to nothing.
    const rates = `SELECT t, 0.0::DOUBLE AS rate FROM (${hourly(symbol, index)}) h ORDER BY t`;
    funding.push({ symbol, ...(await write(`${index}-funding`, rates)) });
  }
  return {
    divide: ({ symbol, timeframe, path }, conditions) =>
      Promise.all(
        conditions.map(async (condition) => {
          const query = `SELECT * FROM read_parquet('${path}') WHERE ${condition} ORDER BY t`;
          return { symbol, timeframe, ...(await write(systemRandom.bytes(8).toString('hex'), query)) };
        }),
      ),
    minutes: async ({ symbol, path }) => {
      const price = (minute: string) => `open + (close - open) * (${minute}) / 60 + open * 0.002 * sin(${minute})`;
      const query = `SELECT t, p AS open, greatest(p, q) * 1.0001 AS high, least(p, q) * 0.9999 AS low, q AS close, volume
        FROM (SELECT t + m * 60000 AS t, ${price('m')} AS p, ${price('m + 1')} AS q, volume
          FROM read_parquet('${path}') h, range(0, 60) r(m)) ORDER BY t`;
      return { symbol, timeframe: '1m', ...(await write(systemRandom.bytes(8).toString('hex'), query)) };
    },
    funding: (path) =>
      write(
        systemRandom.bytes(8).toString('hex'),
        `SELECT t, 0.001::DOUBLE AS rate FROM read_parquet('${path}') ORDER BY t`,
      ),
    job: (code, overrides = {}) => ({
      id: 'bt_test',
      source: { code, configJson: '{}', symbols: SYMBOLS, ...overrides },
      venue: 'hyperliquid',
      fromMs,
      toMs,
      candles,
      funding,
      instruments: INSTRUMENTS,
      feeRate: 0.00055,
      seed: 1,
    }),
    remove: async () => {
      connection.closeSync();
      database.closeSync();
      await rm(directory, { recursive: true });
    },
  };
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A strategy that buys on every rise and sells on every fall, with room for code of a test's own. */
export function strategyWith(parts: { imports?: string; indicators?: string; body?: string }): string {
  return `
import os
from freqtrade.strategy import IStrategy
${parts.imports ?? ''}

class Probe(IStrategy):
    timeframe = "1h"
    minimal_roi = {"0": 0.03}
    stoploss = -0.03

    def populate_indicators(self, dataframe, metadata):
        ${(parts.indicators ?? 'pass').replaceAll('\n', '\n        ')}
        return dataframe

    def populate_entry_trend(self, dataframe, metadata):
        dataframe.loc[dataframe["close"] > dataframe["open"], "enter_long"] = 1
        return dataframe

    def populate_exit_trend(self, dataframe, metadata):
        dataframe.loc[dataframe["close"] < dataframe["open"], "exit_long"] = 1
        return dataframe
${parts.body ?? ''}
`;
}

/** A strategy of the examples folder. */
export function example(name: string): Promise<string> {
  return readFile(new URL(`../../../../../frameworks/freqtrade/examples/${name}.py`, import.meta.url), 'utf8');
}

/** How many worker processes this test process has running. */
export async function workerProcesses(program = '_harness.worker'): Promise<number> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const read = (id: string, file: string) => readFile(`/proc/${id}/${file}`, 'utf8').catch(() => '');
  const own = await Promise.all(
    ids.map(async (id) => {
      const parent = (await read(id, 'stat')).split(') ')[1]?.split(' ')[1];
      return parent === String(process.pid) && (await read(id, 'cmdline')).includes(program);
    }),
  );
  return own.filter(Boolean).length;
}
