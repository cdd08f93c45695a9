import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sampled } from '@platform/kit/sampling';
import { z } from 'zod';
import { NautilusBothWays } from './nautilus/both-ways.js';
import { HELD_SIZE, heldCase, type NautilusCase, nautilusCases } from './nautilus/cases.js';

/** Sums of the same numbers in another order differ by less than this share. */
const TOLERANCE = 2e-9;

let both: NautilusBothWays;

beforeAll(async () => {
  both = await NautilusBothWays.open();
}, 10 * 60_000);

afterAll(() => both[Symbol.asyncDispose]());

/** A number that Jest compares as equal to every number within the tolerance. */
class Near {
  readonly $$typeof = Symbol.for('jest.asymmetricMatcher');

  constructor(private readonly value: number) {}

  asymmetricMatch(other: unknown): boolean {
    const { value } = this;
    if (typeof other !== 'number') return false;
    return Math.abs(other - value) <= TOLERANCE * Math.max(Math.abs(other), Math.abs(value));
  }

  toAsymmetricMatcher(): string {
    return `about ${this.value}`;
  }
}

/** Returns a table whose numbers are compared within the tolerance, so that the whole table is compared, and shown, at once. */
function near(value: unknown): unknown {
  if (typeof value === 'number') return new Near(value);
  if (Array.isArray(value)) return value.map(near);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, near(item)]));
}

/** Returns the rows of a table by their subject. */
function summaries(rows: readonly Record<string, unknown>[], key: 'symbol' | 'reason'): object {
  return Object.fromEntries(
    rows.map(({ profit_abs, trades, wins, ...row }) => [String(row[key]), { profit_abs, trades, wins }]),
  );
}

/** Runs it in both ways at once and compares every figure, every trade and every point of the curve. */
async function compare(parityCase: NautilusCase): Promise<void> {
  const [api, bare] = await Promise.all([both.runThroughApi(parityCase), both.runBare(parityCase)]);
  expect(api.backtest).toMatchObject({ status: 'finished' });
  const { result } = api.backtest;
  expect(bare.trades.length).toBeGreaterThanOrEqual(parityCase.tradesMin);
  expect(api.trades).toEqual(near(bare.trades));
  expect(result.recomputed).toEqual([]);
  const { funding_pnl = 0, trade_pnl_model, ...figures } = result;
  expect(trade_pnl_model).toBe(parityCase.venue === 'hyperliquid' ? 'price_and_fees' : undefined);
  expect({ ...figures, funding_pnl }).toMatchObject(Object(near(bare.figures)));
  expect(summaries(result.per_pair, 'symbol')).toEqual(near(bare.per_pair));
  expect(summaries(result.per_exit_reason, 'reason')).toEqual(near(bare.per_exit_reason));
  const curve = result.equity_curve.map((point: { t: string; equity: number }) => [Date.parse(point.t), point.equity]);
  expect(curve).toEqual(near(bare.equity_curve));
  expect([Date.parse(result.data.from), Date.parse(result.data.to)]).toEqual(bare.data);
}

describe('a nautilus backtest through the API and in the bare engine, each with the data by its own way, are equal:', () => {
  test.each(
    sampled({ name: 'nautilus parity', cases: nautilusCases, nameOf: ({ name }) => name, count: 2 }).map(
      (parityCase) => [parityCase.name, parityCase] as const,
    ),
  )('%s', (_name, parityCase) => compare(parityCase), 5 * 60_000);
});

test('a constant position pays the funding of each hour for what it is worth then, to the cent', async () => {
  const { backtest, trades } = await both.runThroughApi(heldCase);
  const { funding, closes } = await both.heldBy(heldCase);
  // It is bought as the first candle closes; funding at that instant applies to no holder.
  const payments = funding.slice(2).map(({ t, rate }) => -HELD_SIZE * (closes.get(t) ?? Number.NaN) * rate);
  const sum = payments.reduce((total, payment) => total + payment, 0);
  expect(Math.abs(sum)).toBeGreaterThan(0.05);
  expect(backtest.result.funding_pnl).toBeCloseTo(sum, 5);
  const [trade] = z
    .array(z.object({ profit_abs: z.number() }))
    .length(1)
    .parse(trades);
  expect(backtest.result.total_pnl).toBeCloseTo(sum + (trade?.profit_abs ?? Number.NaN), 5);
  expect(backtest.result.ending_balance).toBeCloseTo(10_000 + backtest.result.total_pnl, 5);
});
