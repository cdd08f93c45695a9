import { describe, expect, test } from '@jest/globals';
import {
  BTC,
  barType,
  configOf,
  finished,
  nautilusForTests,
  type Prices,
  path,
  strategyWith,
} from './nautilus.fixture.js';

// The market's largest leverage is 20.
const FEE_RATE = 0.00055;

const nautilus = nautilusForTests();

const run = (code: string, candles: readonly Prices[]) =>
  nautilus().run({
    code: strategyWith(code),
    config: configOf(barType(BTC)),
    tables: [{ symbol: BTC, timeframe: '1h', candles }],
    hours: candles.length,
  });

/** Falls to 50 and comes back within its second candle. */
const WICK: readonly Prices[] = [
  [100, 100, 100, 100],
  [100, 101, 50, 101],
  [101, 101, 101, 101],
];

test('a position locks what it is worth by the largest leverage, and an order that rests what it would be worth', async () => {
  const { lines, outcome } = await run(
    `
if self.count == 1:
    self.market(BUY, "10")
    self.send("limit", BUY, "10", price=50)
account = self.portfolio.account(b.bar_type.instrument_id.venue)
self.log.info(f"locked {account.balance_locked()} leverage {account.leverage(b.bar_type.instrument_id)}")
`,
    path(100, 100),
  );
  expect(outcome.kind).toBe('finished');
  expect(lines.filter((line) => line.includes('Probe: locked'))[1]).toContain('locked 75.00000000 USDC leverage 20');
});

describe('the largest leverage', () => {
  test('can be used whole, its fee apart, by several orders and for a turn', async () => {
    const ran = await run(
      `
if self.count == 1:
    self.market(BUY, "1000")
    self.market(BUY, "1000")
if self.count == 2: self.market(SELL, "3900")
`,
      path(100, 100, 100),
    );
    expect(finished(ran).totalPnl).toBeCloseTo(-590_000 * FEE_RATE, 8);
  });

  test.each([
    [
      'when an order is filled',
      'if self.count == 1: self.market(BUY, "2005")',
      '23:00',
      '200500.00 USDC of BTC',
      '9889.72',
    ],
    [
      'as a position is added to, at the price of that moment',
      `
if self.count == 1:
    self.market(BUY, "1000")
    self.send("limit", BUY, "900", price=96)`,
      '2026-01-06T00:00Z',
      '182400.00 USDC of BTC',
      '5897.48',
    ],
    ['for a short too', 'if self.count == 1: self.market(SELL, "2005")', '23:00', '200500.00 USDC of BTC', '9889.72'],
  ])('can not be exceeded %s', async (_when, code, at, held, equity) => {
    const { outcome } = await run(code, path(100, 95, 95));
    expect(outcome).toMatchObject({ kind: 'error', code: 'strategy_failed' });
    expect(outcome).toMatchObject({
      message: expect.stringMatching(new RegExp(`^at \\S*${at}\\S* the strategy held`)),
    });
    for (const text of [`held ${held}`, '(at most 20x)', `its equity was ${equity} USDC`, 'order less']) {
      expect(outcome).toMatchObject({ message: expect.stringContaining(text) });
    }
  });
});

describe('an account that a candle takes everything from before it comes back', () => {
  test.each([
    ['and is held on', 'if self.count == 1: self.market(BUY, "1000")'],
    [
      'and is sold as the candle closes',
      `
if self.count == 1: self.market(BUY, "1000")
if self.count == 2: self.market(SELL, "1000")`,
    ],
  ])('would have been liquidated: the run fails (%s)', async (_what, code) => {
    const { outcome } = await run(code, WICK);
    expect(outcome).toMatchObject({
      code: 'strategy_failed',
      message: expect.stringMatching(
        /^the account's equity fell to -40055\.00 USDC within the candle of BTC-PERP\.HYPERLIQUID that closed at 2026-01-06T00:00Z: /,
      ),
    });
  });

  test('is not worth nothing where a stop came first', async () => {
    const stopped = await run(
      `
if self.count == 1:
    self.market(BUY, "1000")
    self.send("stop_market", SELL, "1000", trigger_price=95, reduce_only=True)
`,
      WICK,
    );
    expect(finished(stopped).totalPnl).toBeCloseTo(-5_000 - 195_000 * FEE_RATE, 6);
  });

  test('is not worth nothing where a stop came first and the position is bought again at once', async () => {
    const again = await run(
      `
if self.count == 1:
    self.market(BUY, "1000")
    self.send("stop_market", SELL, "1000", trigger_price=95, reduce_only=True)
if self.count == 2: self.market(BUY, "900")
`,
      WICK,
    );
    expect(finished(again).trades).toBe(2);
  });
});
