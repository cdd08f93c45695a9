import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { systemClock } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { connectMongo } from '@platform/store/mongo';
import { type Row, type TableName, tableKinds } from '@platform/venues/market-data';
import { Histories } from '../intelligence/histories.js';
import { SCAN_RESULTS_MAX } from '../intelligence/ranking.js';
import { openStores, type Stores } from '../stores.js';
import { Analyst } from '../workers/analyst.js';

const DATABASE = 'bench_context_scan';
const OWNER = 'bench';
const VENUE = { id: 'hyperliquid', hasVolume: true, tables: [tableKinds.candles_1h, tableKinds.funding_1h] };
const HOUR_MS = 3_600_000;
/** As many as the venue serves. */
const HOURS = 5_000;

/** Markets with generated hourly history in stores of their own, judged like those of a running service. */
export class JudgedMarkets implements AsyncDisposable {
  private constructor(
    private readonly stores: Stores,
    private readonly directory: string,
    private readonly newAnalyst: () => Analyst,
  ) {}

  /** Opens empty stores. */
  static async open(mongodbUri: Secret): Promise<JudgedMarkets> {
    const connection = await connectMongo(mongodbUri, DATABASE);
    await connection.dropDatabase();
    await connection.close();
    const directory = await mkdtemp(join(tmpdir(), 'judged-markets-'));
    const objectStore = { OBJECT_STORE_URL: pathToFileURL(directory).href };
    const options = { mongodbUri, database: DATABASE, objectStore, datasetEnvironment: 'bench', clock: systemClock };
    const stores = await openStores(options);
    const histories = new Histories(stores.instruments, stores.catalogue, stores.tables);
    const logger = createLogger({ process: 'bench', level: 'warn' });
    const parts = { histories, venues: [VENUE], intervalMs: 0, clock: systemClock, logger, owner: OWNER };
    return new JudgedMarkets(stores, directory, () => new Analyst({ ...parts, snapshots: stores.snapshots }));
  }

  /** Stores one more market: a walk of prices, and funding rates. */
  async add(number: number): Promise<void> {
    const symbol = `BENCH${number}/USDC:USDC`;
    const { instruments, catalogue } = this.stores;
    const names = { coin: symbol, name: symbol, frameworkSymbols: { freqtrade: symbol } };
    const prices = { markPrice: '1', tickSize: '0.01', minOrderUsd: '10', sizeDecimals: 2, maxLeverage: 1 };
    const none = { builderDex: undefined, prediction: undefined };
    const market = { venue: VENUE.id, symbol, kind: 'perpetual', status: 'active' } as const;
    await instruments.keep([{ ...market, ...names, ...prices, ...none }]);
    await catalogue.register(VENUE.id, [symbol], [tableKinds.candles_1h, tableKinds.funding_1h]);
    await this.#store(symbol, 'candles_1h', candlesOf(number));
    await this.#store(
      symbol,
      'funding_1h',
      timesOf(tableKinds.funding_1h.intervalMs).map((timeMs): Row => [timeMs, 1e-5]),
    );
  }

  async #store(symbol: string, table: TableName, rows: readonly Row[]): Promise<void> {
    const { catalogue, tables } = this.stores;
    const record = await catalogue.take({ venue: VENUE.id, symbol, table }, OWNER);
    if (record === undefined) throw new Error(`${symbol} has no ${table}`);
    const lease = { owner: OWNER, epoch: record.lease?.epoch ?? 0 };
    await tables.extend({ record, lease }, rows, 'simulated');
    await catalogue.complete(record._id, lease, systemClock.now());
  }

  /** Judges all markets for the first time; returns the number of results that a scan then shows. */
  async judge(): Promise<number> {
    await this.newAnalyst().round();
    const scan = await this.stores.snapshots.scan();
    return Math.min(scan?.results.length ?? 0, SCAN_RESULTS_MAX);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stores.close();
    await rm(this.directory, { recursive: true, force: true });
  }
}

/** Returns the newest hours that have ended. */
function timesOf(intervalMs: number): number[] {
  const endMs = systemClock.nowMs() - (systemClock.nowMs() % HOUR_MS);
  return Array.from({ length: HOURS }, (_, index) => endMs - (HOURS - index) * intervalMs);
}

/** Returns a walk of prices; each number has its own, always the same. */
function candlesOf(number: number): Row[] {
  let state = number;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  let price = 1_000 + number * 37;
  return timesOf(tableKinds.candles_1h.intervalMs).map((timeMs): Row => {
    const open = price;
    price *= 1 + (random() - 0.5) / 50;
    return [timeMs, open, Math.max(open, price) + random(), Math.min(open, price) - random(), price, random() * 1_000];
  });
}
