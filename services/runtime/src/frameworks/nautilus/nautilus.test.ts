import { describe, expect, test } from '@jest/globals';
import {
  BTC,
  barType,
  configOf,
  ETH,
  FROM_MS,
  finished,
  HOUR_MS,
  nautilusForTests,
  path,
  strategyWith,
  TestNautilus,
} from './nautilus.fixture.js';

const FEE_RATE = 0.00055;

const nautilus = nautilusForTests();

describe('a nautilus backtest', () => {
  test('goes long and short at candle prices, with fees, figures and an equity curve that agree', async () => {
    const code = strategyWith(`
if self.count == 1: self.market(BUY, tags=["dip"])
if self.count == 3: self.market(SELL, "5")
if self.count == 4: self.close_all_positions(self.config.instrument_ids[0])
if self.count == 5: self.market(BUY)
`);
    const run = await nautilus().run({
      code,
      config: configOf(barType(BTC)),
      tables: [{ symbol: BTC, timeframe: '1h', candles: path(100, 110, 120, 90, 80, 85) }],
      hours: 6,
    });
    const result = finished(run);
    const [long, short, open] = run.trades;
    expect(long).toMatchObject({ side: 'long', openRate: 100, closeRate: 120, amount: 2, entryTag: 'dip' });
    expect(short).toMatchObject({ side: 'short', openRate: 120, closeRate: 90, amount: 3, exitReason: 'market' });
    expect(open).toMatchObject({ openRate: 80, closeRate: 85, amount: 2, exitReason: 'open_at_end', entryTag: null });
    expect(long?.profitAbs).toBeCloseTo(40 - 440 * FEE_RATE, 8);
    expect(short?.profitAbs).toBeCloseTo(90 - 630 * FEE_RATE, 8);
    expect(open?.profitAbs).toBeCloseTo(10 - 160 * FEE_RATE, 8);
    for (const trade of run.trades) {
      const gained = trade.amount * (trade.closeRate - trade.openRate) * (trade.side === 'long' ? 1 : -1);
      expect(trade.profitAbs).toBeCloseTo(gained - trade.feesAbs, 8);
    }
    expect(result).toMatchObject({ startingBalance: 10_000, recomputed: [], trades: 3, winRate: 1, profitFactor: 0 });
    expect(result.equityTMs).toEqual([FROM_MS, FROM_MS + 2 * HOUR_MS, FROM_MS + 6 * HOUR_MS]);
    // The candle that closes at midnight is of the day before.
    expect(result.equity[1]).toBeCloseTo(10_000 + 20 - 200 * FEE_RATE, 8);
    expect(result.equity.at(-1)).toBeCloseTo(result.endingBalance, 8);
    expect(result.marketChangePct).toBeCloseTo(-15, 8);
    expect(result.data).toMatchObject({ fromMs: FROM_MS, toMs: FROM_MS + 5 * HOUR_MS, startupCandles: 0 });
    expect(run.lines.some((line) => line.includes('<--[EVT] OrderFilled'))).toBe(true);
  });

  test('fills stops, limits and trailing stops at prices that the candles came to', async () => {
    const code = strategyWith(`
if self.count == 1:
    self.market(BUY, "1")
    self.send("stop_market", SELL, "1", trigger_price=95, reduce_only=True, tags=["stop"])
if self.count == 3:
    self.send("limit", BUY, "1", price=80)
if self.count == 4:
    self.send("trailing_stop_market", SELL, "1", trailing_offset=Decimal(5), trailing_offset_type=TrailingOffsetType.PRICE, reduce_only=True)
if self.count == 6:
    bracket = self.order_factory.bracket(b.bar_type.instrument_id, SELL, self.cache.instrument(b.bar_type.instrument_id).make_qty(1), sl_trigger_price=self.cache.instrument(b.bar_type.instrument_id).make_price(120), tp_price=self.cache.instrument(b.bar_type.instrument_id).make_price(90))
    self.submit_order_list(bracket)
`);
    const run = await nautilus().run({
      code,
      config: configOf(barType(BTC)),
      tables: [
        {
          symbol: BTC,
          timeframe: '1h',
          candles: [
            [100, 100, 100, 100],
            // Opens below the stop: filled at the open.
            [90, 92, 85, 88],
            [88, 89, 88, 88],
            // Comes to 75: the limit is filled at its own price.
            [88, 88, 75, 85],
            // The stop trails the high of 110 to 105, far above the open, and is met there on the way down.
            [85, 110, 95, 96],
            [96, 100, 96, 100],
            [100, 104, 84, 85],
          ],
        },
      ],
      hours: 7,
    });
    finished(run);
    expect(
      run.trades.map(({ side, openRate, closeRate, exitReason }) => [side, openRate, closeRate, exitReason]),
    ).toEqual([
      ['long', 100, 90, 'stop'],
      ['long', 80, 105, 'trailing_stop_market'],
      ['short', 100, 90, 'TAKE_PROFIT'],
    ]);
  });

  test('trades two markets on bars of two lengths, each in its turn', async () => {
    const code = strategyWith(`
if self.count == 1: self.subscribe_bars(BarType.from_str("${barType(ETH, '1-DAY')}"))
self.log.info(f"{b.bar_type} {b.ts_init // 1_000_000}")
if self.count == 6: self.market(BUY, of=self.config.instrument_ids[1])
`);
    const minutes = path(...Array.from({ length: 12 }, (_, index) => 50 + index));
    const run = await nautilus().run({
      code,
      config: {
        bar_types: [barType(BTC, '5-MINUTE'), barType(BTC), barType(ETH, '5-MINUTE')],
        instrument_ids: [BTC, ETH],
      },
      tables: [
        { symbol: BTC, timeframe: '5m', candles: minutes },
        { symbol: BTC, timeframe: '1h', candles: path(50) },
        { symbol: ETH, timeframe: '5m', candles: minutes },
      ],
      hours: 1,
    });
    const seen = run.lines.flatMap((line) => /Probe: (\S+)-LAST-EXTERNAL (\d+)/.exec(line)?.slice(1, 3) ?? []);
    const end = String(FROM_MS + HOUR_MS);
    expect(seen.slice(-6)).toEqual([`${BTC}-5-MINUTE`, end, `${BTC}-1-HOUR`, end, `${ETH}-5-MINUTE`, end]);
    const result = finished(run);
    expect(result.perPair.map(({ symbol, trades }) => [symbol, trades])).toEqual([
      [BTC, 0],
      [ETH, 1],
    ]);
    expect(result.data.tables.map(({ symbol, timeframe, rows }) => [symbol, timeframe, rows])).toEqual([
      [BTC, '5m', 12],
      [BTC, '1h', 1],
      [ETH, '5m', 12],
    ]);
    expect(run.trades).toHaveLength(1);
    expect(result.warnings).toEqual([
      {
        text: `UserWarning: no bars of ${barType(ETH, '1-DAY')} came: only those that the config names are fed`,
        count: 1,
        line: null,
      },
    ]);
  });

  test('pays funding for what is held, to the cent, beside the trades', async () => {
    const code = strategyWith(
      `
if self.count == 1:
    self.market(BUY, "2")
    self.subscribe_funding_rates(self.config.instrument_ids[0])
`,
      `
    def on_funding_rate(self, update):
        self.log.info(f"rate {update.rate}")
`,
    );
    const rates = [0.5, 0.0001, 0.0002, -0.0003, 0.0004];
    const run = await nautilus().run({
      code,
      config: configOf(barType(BTC)),
      tables: [{ symbol: BTC, timeframe: '1h', candles: path(100, 110, 120, 130, 140) }],
      funding: { [BTC]: rates },
      hours: 5,
    });
    const result = finished(run);
    // Bought at the end of the first hour; longs pay at the price that is known when an hour begins.
    const paid = 2 * (110 * 0.0002 + 120 * -0.0003 + 130 * 0.0004);
    expect(result.fundingPnl).toBeCloseTo(-paid, 8);
    expect(run.trades[0]?.profitAbs).toBeCloseTo(80 - 200 * FEE_RATE, 8);
    expect(result.totalPnl).toBeCloseTo(80 - 200 * FEE_RATE - paid, 8);
    expect(result.equity.at(-1)).toBeCloseTo(result.endingBalance, 8);
    expect(result.data.funding).toEqual([
      expect.objectContaining({ symbol: BTC, fromMs: FROM_MS, toMs: FROM_MS + 4 * HOUR_MS, rows: 5 }),
    ]);
    expect(run.lines.filter((line) => line.includes('rate -0.0003'))).toHaveLength(1);
  });
});

describe('funding that is due as the range ends', () => {
  const held = (rates: readonly number[], onBar = 'if self.count == 1: self.market(BUY, "2")') =>
    nautilus().run({
      code: strategyWith(onBar),
      config: configOf(barType(BTC)),
      tables: [{ symbol: BTC, timeframe: '1h', candles: path(100, 110, 120) }],
      funding: { [BTC]: rates },
      hours: 3,
    });

  test('is paid for what was held until then, at the price that the candle before closed at', async () => {
    const run = await held([0.5, 0.5, 0.0001, 0.0002]);
    const result = finished(run);
    // Bought as the first hour ends. The second ends at 110; the third, and with it the range, at 120.
    const paid = 2 * (110 * 0.0001 + 120 * 0.0002);
    expect(result.fundingPnl).toBeCloseTo(-paid, 9);
    expect(result.totalPnl).toBeCloseTo(40 - 200 * FEE_RATE - paid, 9);
    expect(result.endingBalance).toBeCloseTo(10_000 + result.totalPnl, 9);
    expect(result.equity.at(-1)).toBeCloseTo(result.endingBalance, 9);
    expect(result.data.funding).toMatchObject([{ fromMs: FROM_MS, toMs: FROM_MS + 3 * HOUR_MS, rows: 4 }]);
    expect(result.warnings).toEqual([]);
  });

  test('is rounded to the eighth decimal of a USDC, each payment by itself', async () => {
    const result = finished(await held([0.5, 0.5, 0.0000123456789, -0.0000098765432]));
    // 2 · 110 · 0.0000123456789 is 0.002716049358, and 2 · 120 · 0.0000098765432 is 0.002370370368.
    expect(result.fundingPnl).toBeCloseTo(-0.00271605 + 0.00237037, 9);
    expect(result.totalPnl).toBeCloseTo(40 - 200 * FEE_RATE - 0.00271605 + 0.00237037, 9);
  });

  test('is warned of where its rate is not stored yet and something was held', async () => {
    const text = `UserWarning: ${BTC}: the funding due at 2026-01-06T01:00Z, as the range ends, is not stored yet and not applied`;
    expect(finished(await held([0.5, 0.5, 0.0001])).warnings).toEqual([{ text, count: 1, line: null }]);
    const sold = 'if self.count < 3: self.market(BUY if self.count == 1 else SELL, "2")';
    expect(finished(await held([0.5, 0.5, 0.0001], sold)).warnings).toEqual([]);
  });
});

test('counts what is open at midnight, as the range ends, to the day that ended', async () => {
  const run = await nautilus().run({
    code: strategyWith('if self.count == 1: self.market(BUY)'),
    config: configOf(barType(BTC)),
    tables: [{ symbol: BTC, timeframe: '1h', candles: path(100, 110) }],
    hours: 2,
  });
  expect(run.trades).toEqual([
    expect.objectContaining({ closedAtMs: Date.UTC(2026, 0, 6), exitReason: 'open_at_end' }),
  ]);
  expect(finished(run).days).toMatchObject({ startMs: [Date.UTC(2026, 0, 5)], trades: [1] });
});

test('gives the same result from a waiting worker as from a cold one', async () => {
  const cold = await TestNautilus.open();
  try {
    const code = strategyWith('self.market(BUY if self.count % 2 else SELL)');
    const tables = [{ symbol: BTC, timeframe: '1h' as const, candles: path(100, 110, 120, 90, 80, 85) }];
    const request = { code, config: configOf(barType(BTC)), tables, hours: 6 };
    const first = await cold.run(request);
    const second = await cold.run(request);
    expect(finished(first).trades).toBe(3);
    expect([second.outcome, second.trades]).toEqual([first.outcome, first.trades]);
  } finally {
    await cold.close();
  }
});

test('a run over a day and more without candles is warned of it, where a venue has none while nothing is traded', async () => {
  const lighter = 'BTC-PERP.LIGHTER';
  const run = await nautilus().run({
    code: strategyWith('if self.count == 1: self.market(BUY)'),
    config: configOf(barType(lighter)),
    venue: 'lighter',
    tables: [{ symbol: lighter, timeframe: '1h', candles: path(100, 110) }],
    hours: 27,
  });
  expect(finished(run).warnings).toEqual([
    {
      ...{ count: 1, line: null },
      text: `UserWarning: ${lighter} 1h: no candles for 25 hours from 2026-01-06T00:00Z on; the run held its positions over them`,
    },
  ]);
});

describe('what a strategy waits for or orders without result', () => {
  const hours = 4;
  const tables = [{ symbol: BTC, timeframe: '1h' as const, candles: path(100, 90, 80, 70) }];
  const run = (code: string) => nautilus().run({ code, config: configOf(barType(BTC)), tables, hours });
  const warned = async (code: string) =>
    finished(await run(code)).warnings.map(({ text, count, line }) => [text.replace('UserWarning: ', ''), count, line]);

  test('is warned of once each, also where the strategy has warnings switched off', async () => {
    const code = strategyWith(`
if self.count == 1:
    import warnings
    warnings.filterwarnings("ignore")
    of = self.config.instrument_ids[0]
    self.subscribe_quote_ticks(of)
    self.subscribe_trade_ticks(of)
    self.subscribe_order_book_deltas(of)
    self.subscribe_funding_rates(of)
    self.subscribe_bars(BarType.from_str("${BTC}-5-MINUTE-LAST-INTERNAL"))
    self.subscribe_bars(BarType.from_str("${BTC}-2-HOUR-LAST-INTERNAL@1-HOUR-EXTERNAL"))
    self.subscribe_bars(BarType.from_str("SOLUSDT.BINANCE-1-HOUR-LAST-EXTERNAL"))
`);
    const others = ['order books', 'funding rates', 'quotes', 'trades'].map(
      (what) => `no ${what} of ${BTC} came: only bars are fed, and funding rates where the run has any`,
    );
    const instead = `name ${BTC}-5-MINUTE-LAST-INTERNAL@1-MINUTE-EXTERNAL in the config, made of bars`;
    expect(await warned(code)).toEqual(
      [
        `no bars of ${BTC}-5-MINUTE-LAST-INTERNAL came: no trades or quotes are fed; ${instead}`,
        'no bars of SOLUSDT.BINANCE-1-HOUR-LAST-EXTERNAL came: only those that the config names are fed',
        ...others,
      ].map((text) => [text, 1, null]),
    );
  });

  test('is an order that is refused: its reason stands among the warnings, once however often it came', async () => {
    const code = strategyWith(`
from nautilus_trader.model.objects import Price, Quantity
of = self.config.instrument_ids[0]
self.submit_order(self.order_factory.market(of, BUY, Quantity.from_str(f"1.0000{self.count}")))
self.submit_order(self.order_factory.stop_market(of, SELL, Quantity.from_str("1.000"), trigger_price=Price.from_str(f"20{self.count}.0")))
self.submit_order(self.order_factory.limit(of, BUY, Quantity.from_str("1.000"), Price.from_str("200.0"), post_only=True))
`);
    expect(await warned(code)).toEqual([
      ['order denied: quantity 1.00001 invalid (precision 5 > 3)', hours, 40],
      ['order rejected: STOP_MARKET SELL order stop px of 201.0 was in the market: bid=100.0, ask=100.0', hours, null],
    ]);
  });

  test('is none of a grid of hundreds of orders at one instant', async () => {
    const code = strategyWith(`
if self.count == 1:
    for step in range(300): self.send("limit", BUY, "0.001", price=60 - step / 10)
if self.count == 4: self.log.info(f"{self.cache.orders_total_count() - self.cache.orders_closed_count()} open")
`);
    const ran = await run(code);
    expect(finished(ran).warnings).toEqual([]);
    expect(ran.lines.some((line) => line.includes('300 open'))).toBe(true);
  });

  test.each([
    ['stop_market", SELL, "1", trigger_price=95, emulation_trigger=TriggerType.LAST_PRICE', 'an emulated order waits'],
    ['market", BUY, "1", exec_algorithm_id=ExecAlgorithmId("MINE")', 'an order names the execution algorithm MINE'],
  ])('is an order that would wait for ever, which ends the run at its line (%s)', async (order, text) => {
    const code = strategyWith(`
from nautilus_trader.model.enums import TriggerType
from nautilus_trader.model.identifiers import ExecAlgorithmId
try: self.send("${order})
except Exception: pass
`);
    expect((await run(code)).outcome).toMatchObject({
      code: 'strategy_failed',
      // Where it is submitted: in `send`.
      findings: [{ line: 34, text: expect.stringContaining(text) }],
    });
  });
});

describe('a nautilus backtest that fails', () => {
  const failing = (code: string, config: object = configOf(barType(BTC))) =>
    nautilus().run({
      code,
      config,
      tables: [{ symbol: BTC, timeframe: '1h', candles: path(100, 50, 20) }],
      hours: 3,
    });

  test('of its own exception says where and why, with what it logged before', async () => {
    const { outcome, lines } = await failing(strategyWith('if self.count == 2: raise KeyError("no such thing")'));
    expect(outcome).toMatchObject({
      code: 'strategy_failed',
      findings: [{ line: 38, text: `KeyError: 'no such thing'` }],
    });
    expect(lines.some((line) => line.includes('Probe: RUNNING'))).toBe(true);
    expect(lines.at(-1)).toContain("KeyError: 'no such thing'");
  });

  test('as its account is worth nothing any more says so', async () => {
    const { outcome } = await failing(strategyWith('if self.count == 1: self.market(BUY, "300")'));
    expect(outcome).toMatchObject({
      code: 'strategy_failed',
      message: expect.stringMatching(
        /^the account's equity fell to -\d+\.\d\d USDC at 2026-01-06T00:00Z: the venue would have liquidated it/,
      ),
    });
  });

  test.each([
    [{ size: [1] }, 'config.size: '],
    [{ fast: 3 }, 'config.fast is not declared by ProbeConfig, which has bar_types, instrument_ids, size'],
  ])('of its config names the key (%j)', async (more, text) => {
    const { outcome } = await failing(strategyWith('pass'), { ...configOf(barType(BTC)), ...more });
    expect(outcome).toMatchObject({ code: 'config_invalid', message: expect.stringContaining(text) });
  });
});
