import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll } from '@jest/globals';
import { createTestFramework, runOptions } from '../framework.fixture.js';
import type {
  BacktestJob,
  BacktestOutcome,
  BacktestTrade,
  CandleFile,
  Framework,
  InstrumentFacts,
  RunProgress,
} from '../framework.js';
import type { FrameworksOptions } from '../index.js';
import { nautilus } from './definition.js';

/** When every generated run begins. */
export const FROM_MS = Date.UTC(2026, 0, 5, 22);
export const HOUR_MS = 3_600_000;

export const BTC = 'BTC-PERP.HYPERLIQUID';
export const ETH = 'ETH-PERP.HYPERLIQUID';

/** Open, high, low and close. */
export type Prices = readonly [number, number, number, number];

/** A table of candles, one after the other from the run's beginning. */
export interface Table {
  readonly symbol: string;
  readonly timeframe: '1m' | '5m' | '1h';
  readonly candles: readonly Prices[];
}

/** What a run is told apart from the usual. */
export interface RunRequest {
  readonly code: string;
  readonly config: object;
  readonly tables: readonly Table[];
  readonly venue?: BacktestJob['venue'];
  readonly instruments?: readonly InstrumentFacts[];
  /** A rate for each hour from the run's beginning, by symbol. */
  readonly funding?: Readonly<Record<string, readonly number[]>>;
  readonly hours: number;
}

/** How a run ended, with its trades, its log, and how far it said to have come. */
export interface Run {
  readonly outcome: BacktestOutcome;
  readonly trades: readonly BacktestTrade[];
  readonly lines: readonly string[];
  readonly progress: readonly RunProgress[];
}

const STEP_MS = { '1m': 60_000, '5m': 300_000, '1h': HOUR_MS };

const FEE_RATE = 0.00055;

/** A nautilus and a folder of tables for the tests of one file. */
export class TestNautilus {
  readonly framework: Framework;
  readonly #directory: string;
  readonly #connection: DuckDBConnection;
  #files = 0;

  private constructor(directory: string, connection: DuckDBConnection, framework: Framework) {
    this.#directory = directory;
    this.#connection = connection;
    this.framework = framework;
  }

  static async open(changes?: Partial<FrameworksOptions>): Promise<TestNautilus> {
    const directory = await mkdtemp(join(tmpdir(), 'nautilus-'));
    const database = await DuckDBInstance.create();
    const framework = createTestFramework(nautilus, changes);
    const opened = new TestNautilus(directory, await database.connect(), framework);
    await opened.framework.ensureReady();
    return opened;
  }

  async close(): Promise<void> {
    await this.framework.close();
    this.#connection.closeSync();
    await rm(this.#directory, { recursive: true });
  }

  /** Runs a strategy that is known to be valid. */
  async run(request: RunRequest): Promise<Run> {
    const trades: BacktestTrade[] = [];
    const lines: string[] = [];
    const progress: RunProgress[] = [];
    const options = runOptions({
      onLog: (line) => lines.push(line.message),
      onProgress: (told) => progress.push(told),
      onTrades: async (some) => void trades.push(...some),
    });
    const outcome = await this.framework.run(await this.job(request), options);
    return { outcome, trades, lines, progress };
  }

  /** What the framework is asked to run. */
  async job(request: RunRequest): Promise<BacktestJob> {
    const symbols = [...new Set(request.tables.map(({ symbol }) => symbol))];
    const candles: CandleFile[] = [];
    for (const { symbol, timeframe, candles: prices } of request.tables) {
      const rows = prices.map((row, index) => [FROM_MS + index * STEP_MS[timeframe], ...row, 10]);
      const file = await this.#write(['t', 'open', 'high', 'low', 'close', 'volume'], rows);
      candles.push({ symbol, timeframe, ...file });
    }
    const funding = [];
    for (const [symbol, rates] of Object.entries(request.funding ?? {})) {
      const rows = rates.map((rate, hour) => [FROM_MS + hour * HOUR_MS, rate]);
      funding.push({ symbol, ...(await this.#write(['t', 'rate'], rows)) });
    }
    return {
      id: 'bt_test',
      source: { code: request.code, configJson: JSON.stringify(request.config), symbols },
      venue: request.venue ?? 'hyperliquid',
      fromMs: FROM_MS,
      toMs: FROM_MS + request.hours * HOUR_MS,
      candles,
      funding,
      instruments: request.instruments ?? symbols.map(perpetual),
      feeRate: FEE_RATE,
      seed: 1,
      checks: [],
    };
  }

  async #write(columns: readonly string[], rows: readonly (readonly number[])[]) {
    this.#files += 1;
    const path = join(this.#directory, `${this.#files}.parquet`);
    const typed = columns.map((name) => `${name}::${name === 't' ? 'BIGINT' : 'DOUBLE'} AS ${name}`).join(', ');
    const values = rows.map((row) => `(${row.join(', ')})`).join(', ');
    const query = `SELECT ${typed} FROM (VALUES ${values}) rows(${columns.join(', ')}) ORDER BY t`;
    await this.#connection.run(`COPY (${query}) TO '${path}' (FORMAT parquet)`);
    return {
      path,
      sha256: createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    };
  }
}

function perpetual(symbol: string): InstrumentFacts {
  return { symbol, kind: 'perpetual', sizeDecimals: 3, tickSize: '0.1', maxLeverage: 20, markPrice: '100' };
}

/** Opens one before the tests of the file that calls it, and closes it after. */
export function nautilusForTests(changes?: Partial<FrameworksOptions>): () => TestNautilus {
  let opened: TestNautilus | undefined;
  beforeAll(async () => {
    opened = await TestNautilus.open(changes);
  }, 10 * 60_000);
  afterAll(() => opened?.close());
  return () => {
    if (opened === undefined) throw new Error('no test has begun');
    return opened;
  };
}

/** The text of a bar type. */
export function barType(symbol: string, step = '1-HOUR'): string {
  return `${symbol}-${step}-LAST-EXTERNAL`;
}

/** A config that names the usual bars of its symbols. */
export function configOf(...barTypes: readonly string[]): object {
  return { bar_types: barTypes };
}

/** Candles that go from one price to the next in a straight line. */
export function path(...closes: readonly number[]): Prices[] {
  return closes.map((close, index) => {
    const open = closes[index - 1] ?? close;
    return [open, Math.max(open, close), Math.min(open, close), close];
  });
}

/** A strategy whose `on_bar` is the given code; `count` is the number of bars so far, `b` the bar, `size` ten of the market's smallest units. */
export function strategyWith(onBar: string, more = ''): string {
  return `
from decimal import Decimal
from nautilus_trader.config import StrategyConfig
from nautilus_trader.model.data import BarType
from nautilus_trader.model.enums import OrderSide, TrailingOffsetType
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.trading.strategy import Strategy

BUY, SELL = OrderSide.BUY, OrderSide.SELL

class ProbeConfig(StrategyConfig, frozen=True):
    instrument_ids: list[InstrumentId]
    bar_types: list[BarType]
    size: Decimal = Decimal("2")

class Probe(Strategy):
    def __init__(self, config: ProbeConfig):
        super().__init__(config)
        self.count = 0

    def on_start(self):
        for bar_type in self.config.bar_types:
            self.subscribe_bars(bar_type)

    def market(self, side, size=None, of=None, **options):
        self.send("market", side, size, of, **options)

    def send(self, kind, side, size=None, of=None, **options):
        instrument = self.cache.instrument(of or self.config.instrument_ids[0])
        quantity = instrument.make_qty(Decimal(size or self.config.size))
        for name in ("price", "trigger_price"):
            if name in options:
                options[name] = instrument.make_price(options[name])
        self.submit_order(getattr(self.order_factory, kind)(instrument.id, side, quantity, **options))

    def on_bar(self, b):
        self.count += 1
        ${onBar.trim().replaceAll('\n', '\n        ')}
${more}
`;
}

/** The result of a run that must have finished. */
export function finished({ outcome }: Omit<Run, 'progress'>) {
  if (outcome.kind !== 'finished') throw new Error(`the run failed: ${outcome.code}: ${outcome.message}`);
  return outcome.result;
}
