import { numbersOf, readColumns, timesOf } from '../../../simulation/index.js';
import type { Interval } from '../interval.js';
import type { Candle, FundingRate } from '../market.js';
import { premiumOf } from '../model/fundings.js';
import { findRecordings } from './files.js';

/** The recordings of one coin. */
export interface RecordedTables {
  readonly candles: ReadonlyMap<Interval, readonly Candle[]>;
  readonly fundingRates: readonly FundingRate[];
}

/** Reads a folder of recordings (docs/recordings.md), by coin. Throws `ConfigurationError` for the first invalid one. */
export async function readRecordings(directory: string): Promise<Map<string, RecordedTables>> {
  const files = await findRecordings(directory);
  const candles = new Map<string, Map<Interval, readonly Candle[]>>();
  for (const { path, coin, interval } of files.candles) {
    const ofCoin = candles.get(coin) ?? new Map<Interval, readonly Candle[]>();
    candles.set(coin, ofCoin.set(interval, await readCandles(path)));
  }
  const fundingRates = new Map<string, readonly FundingRate[]>();
  for (const { path, coin } of files.funding) fundingRates.set(coin, await readFundingRates(path));
  const tables = [...candles].map(([coin, ofCoin]): [string, RecordedTables] => [
    coin,
    { candles: ofCoin, fundingRates: fundingRates.get(coin) ?? [] },
  ]);
  return new Map(tables);
}

/** Reads a whole folder of recordings without keeping it: throws what `readRecordings` would. */
export async function checkRecordings(directory: string): Promise<void> {
  const { candles, funding } = await findRecordings(directory);
  for (const { path } of candles) await readCandles(path);
  for (const { path } of funding) await readFundingRates(path);
}

const PRICES = ['open', 'high', 'low', 'close'] as const;

async function readCandles(path: string): Promise<Candle[]> {
  const columns = await readColumns(path, ['timestamp', ...PRICES, 'volume']);
  const times = timesOf(path, columns, 'timestamp');
  const [open, high, low, close] = PRICES.map((name) => numbersOf(path, columns, name, (price) => price > 0));
  const volume = numbersOf(path, columns, 'volume', (amount) => amount >= 0);
  return times.map((openTimeMs, row) => ({
    openTimeMs,
    open: open?.[row] ?? 0,
    high: high?.[row] ?? 0,
    low: low?.[row] ?? 0,
    close: close?.[row] ?? 0,
    volume: volume[row] ?? 0,
    trades: 0,
  }));
}

async function readFundingRates(path: string): Promise<FundingRate[]> {
  const columns = await readColumns(path, ['timestamp', 'funding_rate']);
  const rates = numbersOf(path, columns, 'funding_rate', () => true);
  return timesOf(path, columns, 'timestamp').map((timeMs, row) => {
    const rate = rates[row] ?? 0;
    return { timeMs, rate, premium: premiumOf(rate) };
  });
}
