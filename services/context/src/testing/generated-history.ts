import { systemClock } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import type { Instrument } from '@platform/venues/market-data';
import { type Row, tableKinds } from '@platform/venues/market-data';
import { openStores, type Stores } from '../stores.js';
import { ParquetFiles } from '../tables/parquet.js';

/** 2024-10-01; 15 months of minutes follow. */
export const GENERATED_FROM_MS = Date.UTC(2024, 9, 1);
const GENERATED_TO_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
/** Rows per market. */
export const GENERATED_ROWS = (GENERATED_TO_MS - GENERATED_FROM_MS) / MINUTE_MS;
const VENUE = 'hyperliquid';
const TABLE = 'candles_1m';
/** Rows per write to the store. */
const BATCH_ROWS = 100_000;
const OWNER = 'generator';
const RETRY_MS = 500;

/** The object that contains a row. */
export interface PlacedFile {
  readonly path: string;
  readonly sha256: string;
  readonly fromMs: number;
  /** Last row's time. */
  readonly toMs: number;
}

/** Markets with fifteen months of generated minutes in the stores of a running platform, stored like collected rows. */
export class GeneratedHistory implements AsyncDisposable {
  readonly #files = new Map<string, readonly PlacedFile[]>();
  readonly #readers = { remembering: new ParquetFiles(), forgetful: new ParquetFiles(1) };

  private constructor(private readonly stores: Stores) {}

  /** Opens the stores beside the service. */
  static async open(mongodbUri: Secret, objectStoreUrl: string): Promise<GeneratedHistory> {
    const objectStore = { OBJECT_STORE_URL: objectStoreUrl };
    return new GeneratedHistory(
      await openStores({ mongodbUri, objectStore, datasetEnvironment: 'bench', clock: systemClock }),
    );
  }

  /** Returns the markets by symbol. */
  get symbols(): string[] {
    return [...this.#files.keys()];
  }

  /** Adds a market that no longer trades, so its only rows are the stored ones. */
  async add(): Promise<void> {
    const { catalogue, instruments, tables } = this.stores;
    const number = this.#files.size;
    const reference = { venue: VENUE, symbol: `BENCH${number}/USDC:USDC`, table: TABLE } as const;
    await instruments.keep([instrumentOf(reference.symbol)]);
    await catalogue.register(VENUE, [reference.symbol], [tableKinds[TABLE]]);
    await catalogue.retire(VENUE, [reference.symbol]);
    let record = await catalogue.take(reference, OWNER);
    while (record === undefined) {
      // The collector was faster.
      await systemClock.sleep(RETRY_MS);
      record = await catalogue.take(reference, OWNER);
    }
    const lease = { owner: OWNER, epoch: record.lease?.epoch ?? 0 };
    for (const rows of batches(number))
      record = { ...record, ...(await tables.extend({ record, lease }, rows, 'simulated')) };
    await catalogue.abandon(record._id, lease);
    const paths = await tables.materialize(record.segments);
    const files = record.segments.map(({ sha256, fromMs, toMs }, index) => {
      return { path: paths[index] ?? '', sha256, fromMs, toMs };
    });
    this.#files.set(reference.symbol, files);
  }

  /** Returns the objects of a market as files of this machine, ascending. */
  filesOf(symbol: string): readonly PlacedFile[] {
    const found = this.#files.get(symbol);
    if (found === undefined) throw new Error(`no market ${symbol}`);
    return found;
  }

  /** Reads a page by the reader alone: from its files, without checking digests. Returns the number of its rows. */
  async read(
    reader: 'remembering' | 'forgetful',
    files: readonly PlacedFile[],
    window: { fromMs: number; toMs: number },
  ): Promise<number> {
    const range = { ...window, limit: Number.POSITIVE_INFINITY };
    return (await this.#readers[reader].read(files, tableKinds[TABLE].columns, range)).length;
  }

  /** Reads a market's record from the catalogue: all of it, or the part that reading its rows needs. */
  async find(symbol: string, part: 'all' | 'rows'): Promise<void> {
    const reference = { venue: VENUE, symbol, table: TABLE } as const;
    await (part === 'all' ? this.stores.catalogue.find(reference) : this.stores.catalogue.rowsOf([reference]));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stores.close();
  }
}

function instrumentOf(symbol: string): Instrument {
  const names = { coin: symbol, name: symbol, frameworkSymbols: {} };
  const prices = { markPrice: '1', tickSize: '0.01', minOrderUsd: '10', sizeDecimals: 2, maxLeverage: 1 };
  const none = { builderDex: undefined, prediction: undefined };
  return { venue: VENUE, symbol, kind: 'perpetual', status: 'closed', ...names, ...prices, ...none };
}

/** Yields a walk of prices in cents; each number has its own, always the same. */
function* batches(number: number): Generator<Row[]> {
  const random = linear(number);
  let price = 1_000 + number * 37;
  for (let start = 0; start < GENERATED_ROWS; start += BATCH_ROWS) {
    const count = Math.min(BATCH_ROWS, GENERATED_ROWS - start);
    yield Array.from({ length: count }, (_, index): Row => {
      const open = price;
      price = cents(price * (1 + (random() - 0.5) / 500));
      const high = cents(Math.max(open, price) + random());
      const low = cents(Math.min(open, price) - random());
      return [GENERATED_FROM_MS + (start + index) * MINUTE_MS, open, high, low, price, cents(random() * 1_000)];
    });
  }
}

function cents(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Returns a generator of numbers from 0 to 1 that follow from the seed (Numerical Recipes' generator). */
function linear(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
