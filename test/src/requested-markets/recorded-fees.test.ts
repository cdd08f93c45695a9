import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { z } from 'zod';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { callTool } from './call-tool.js';

/** A recorded market with fees, backtested on nautilus: each fee is recomputed from the recorded prices. */

const RECORDED = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));
const RECORDINGS = join(RECORDED, 'polymarket');
const BASE = 'btc-daily-bands';
const MARKET = 'will-the-price-of-bitcoin-be-between-88000-90000-on-december-5';
/** The recordings hold no schedule: this is the venue's of November 2026 for such markets. */
const SCHEDULE = { rate: 0.07, exponent: 1 };
const SHARES = 250;
/** Bars between one order and the next. */
const APART = 90;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const WAIT_MS_MAX = 240_000;

/** Buys and sells in turns. */
const CODE = `
from decimal import Decimal

from nautilus_trader.config import StrategyConfig
from nautilus_trader.model.data import BarType
from nautilus_trader.model.enums import OrderSide
from nautilus_trader.model.identifiers import InstrumentId
from nautilus_trader.trading.strategy import Strategy


class TurnsConfig(StrategyConfig, frozen=True):
    instrument_ids: list[InstrumentId]
    bar_type: BarType
    trade_size: Decimal
    apart: int


class Turns(Strategy):
    def on_start(self):
        self.bars = 0
        self.subscribe_bars(self.config.bar_type)

    def on_bar(self, bar):
        self.bars += 1
        if self.bars % self.config.apart:
            return
        instrument = self.cache.instrument(bar.bar_type.instrument_id)
        side = OrderSide.BUY if self.bars // self.config.apart % 2 else OrderSide.SELL
        quantity = instrument.make_qty(self.config.trade_size)
        self.submit_order(self.order_factory.market(instrument.id, side, quantity))
`;

const tradeSchema = z.object({
  amount: z.number(),
  openRate: z.number(),
  closeRate: z.number(),
  feesAbs: z.number(),
  profitAbs: z.number(),
  openedAt: z.iso.datetime().transform((time) => Date.parse(time)),
  closedAt: z.iso.datetime().transform((time) => Date.parse(time)),
  exitReason: z.string(),
});

let directory: string;
let platform: Platform;
let caller: Caller;
/** The recorded price of each minute of the market's first outcome. */
let prices: ReadonlyMap<number, number>;

jest.setTimeout(WAIT_MS_MAX);

(existsSync(RECORDINGS) ? describe : describe.skip)('a recorded market with fees', () => {
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'recorded-fees-'));
    // A folder of recordings holds those of both venues.
    await symlink(join(RECORDED, 'hyperliquid'), join(directory, 'hyperliquid'));
    const { firstMs, ...recorded } = await prepare(join(directory, 'polymarket'));
    prices = recorded.prices;
    const days = Math.ceil((Date.now() - firstMs) / DAY_MS) + 1;
    platform = await Platform.start('it replays recordings with fees', {
      ...{
        SANDBOX_RECORDINGS_DIR: directory,
        POLYMARKET_HISTORY_DAYS: String(days),
        POLYMARKET_COLLECTED_MARKETS: '1',
      },
    });
    caller = await Caller.register(platform, 'recorded-fees@example.com');
  });

  afterAll(async () => {
    await platform[Symbol.asyncDispose]();
    await rm(directory, { recursive: true });
  });

  test('is collected on request, and its backtest pays the fees of its own schedule to the cent', async () => {
    const asked = await callTool(caller, 'context.market_requests.create', { venue: 'polymarket', market: MARKET });
    const [symbol] = asked.body.symbols;
    const path = `/runtime/backtests/dataset?venue=polymarket&market=${symbol}`;
    const ready = await until(
      'a release',
      () => caller.send('GET', path),
      ({ body }) => body.backtest_ready === true,
    );
    const { coverage_start: from, coverage_end: to } = ready.body.dataset.bars;
    const { body } = await caller.send('POST', '/runtime/backtests', {
      ...{ framework: 'nautilus', venue: 'polymarket', symbols: [symbol], code: CODE, range: { from, to } },
      config: {
        ...{ instrument_ids: [symbol], bar_type: `${symbol}-1-MINUTE-LAST-EXTERNAL` },
        ...{ trade_size: String(SHARES), apart: APART },
      },
    });
    const { status, result } = await caller.untilEnded(body.id, WAIT_MS_MAX);
    expect([status, result.data.tables[0].rows]).toEqual(['finished', prices.size]);
    const trades = await tradesOf(body.id);
    expect(trades.length).toBeGreaterThanOrEqual(7);
    for (const trade of trades) {
      const rates = [priceBefore(trade.openedAt), priceBefore(trade.closedAt)];
      expect([trade.openRate, trade.closeRate]).toEqual(rates);
      expect(trade.feesAbs).toBeCloseTo(sum(rates.map(feeOf)), 8);
      expect(trade.profitAbs).toBeCloseTo(SHARES * (trade.closeRate - trade.openRate) - trade.feesAbs, 8);
    }
    const fees = sum(trades.flatMap(({ openRate, closeRate }) => [feeOf(openRate), feeOf(closeRate)]));
    const gained = sum(trades.map(({ openRate, closeRate }) => SHARES * (closeRate - openRate)));
    expect(fees).toBeGreaterThan(10);
    expect(result.total_pnl.toFixed(2)).toBe((gained - fees).toFixed(2));
    expect(result.ending_balance.toFixed(2)).toBe((10_000 + gained - fees).toFixed(2));
  });
});

/** Copies the recordings into a folder, with the schedule beside each market; returns the first outcome's prices. */
async function prepare(folder: string): Promise<{ prices: ReadonlyMap<number, number>; firstMs: number }> {
  await mkdir(folder);
  const [markets, points] = ['markets', 'prices-1m'].map((name) => `${BASE}-${name}.parquet`) as [string, string];
  await copyFile(join(RECORDINGS, points), join(folder, points));
  const database = await DuckDBInstance.create();
  const connection = await database.connect();
  const fees = `${SCHEDULE.rate}::DOUBLE AS fee_rate, ${SCHEDULE.exponent}::DOUBLE AS fee_exponent`;
  const source = `'${join(RECORDINGS, markets)}'`;
  await connection.run(`COPY (SELECT *, ${fees} FROM ${source}) TO '${join(folder, markets)}' (FORMAT parquet)`);
  const read = await connection.runAndReadAll(
    `SELECT epoch_ms(timestamp)::DOUBLE AS time, price FROM '${join(RECORDINGS, points)}'
     WHERE token_id = (SELECT outcome_0_token_id FROM ${source} WHERE market_slug = '${MARKET}') ORDER BY 1`,
  );
  const rows = z.array(z.tuple([z.number(), z.number()])).parse(read.getRows());
  connection.closeSync();
  database.closeSync();
  return { prices: new Map(rows), firstMs: rows[0]?.[0] ?? Number.NaN };
}

/** Returns the price of the bar that closes at a time. */
function priceBefore(timeMs: number): number {
  return prices.get(timeMs - MINUTE_MS) ?? Number.NaN;
}

/** Returns the taker's fee of a fill, as the venue's documents write it: five decimals, the rest is cut. */
function feeOf(price: number): number {
  const exact = SHARES * SCHEDULE.rate * (price * (1 - price)) ** SCHEDULE.exponent;
  return Math.floor(exact * 1e5 + 1e-6) / 1e5;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

async function tradesOf(id: string): Promise<z.output<typeof tradeSchema>[]> {
  const nodes = 'nodes { amount openRate closeRate feesAbs profitAbs openedAt closedAt exitReason }';
  const asked = `query ($id: ID!) { backtest(id: $id) { trades(first: 100) { ${nodes} } } }`;
  const { body } = await caller.query(asked, { id });
  return z.array(tradeSchema).parse(body.data.backtest.trades.nodes);
}
