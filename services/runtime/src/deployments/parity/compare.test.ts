import { describe, expect, test } from '@jest/globals';
import { compareTrades, explainedPct } from './compare.js';
import type { ParityInput } from './input.js';
import type { ParityTrade } from './trade.js';

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 0, 1);
const at = (minute: number, seconds = 0) => START_MS + minute * MINUTE_MS + seconds * 1_000;

/** A long trade over some minutes, of one unit from 100 to 110, at a fee of 0.05 % per side. */
function trade(fromMinute: number, toMinute: number, changes: Partial<ParityTrade> = {}): ParityTrade {
  const [openRate, closeRate, amount] = [100, 110, changes.amount ?? 1];
  const feesUsd = changes.feesUsd ?? 0.0005 * amount * (openRate + closeRate);
  return {
    ...{ symbol: 'BTC', side: 'long', openedAtMs: at(fromMinute), closedAtMs: at(toMinute) },
    ...{ openRate, closeRate, amount, feesUsd, profitUsd: amount * (closeRate - openRate) - feesUsd },
    ...{ exitReason: 'roi', isPartlyFilled: false },
    ...changes,
  };
}

/** What is compared, over an hour of candles of a minute. */
function input(changes: Partial<ParityInput>): ParityInput {
  return {
    ...{ deployed: [], replayed: [], incidents: [], held: [], blockedFromMs: undefined, orderMinUsd: undefined },
    period: { fromMs: START_MS, toMs: at(60) },
    ...{ isLive: false, candleMs: MINUTE_MS },
    ...changes,
  };
}

/** The causes of each row. */
const causesOf = (changes: Partial<ParityInput>) => compareTrades(input(changes)).map(({ causes }) => causes);

describe('a trade of both', () => {
  test('that is the same has nothing to be explained', () => {
    const deployed = [trade(5, 9, { openedAtMs: at(5, 3), closedAtMs: at(9, 4) })];
    const rows = compareTrades(input({ deployed, replayed: [trade(5, 9)] }));
    expect(rows).toMatchObject([{ causes: [] }]);
    expect(explainedPct(rows)).toBe(100);
  });

  test('that was filled at another price names the price, with what it came to', () => {
    const replayed = [trade(5, 9)];
    const deployed = [trade(5, 9, { openRate: 101, feesUsd: 0.1055, profitUsd: 9 - 0.1055 })];
    const [row] = compareTrades(input({ deployed, replayed }));
    expect(row?.causes).toEqual(['price']);
    expect(row?.effects?.priceUsd).toBeCloseTo(-1, 9);
    expect(row?.effects?.fundingUsd).toBeCloseTo(0, 9);
  });

  test('at another fee names the fee', () => {
    const deployed = [trade(5, 9, { feesUsd: 0.21, profitUsd: 9.79 })];
    expect(causesOf({ deployed, replayed: [trade(5, 9)] })).toEqual([['fee']]);
  });

  test('of another amount names the size', () => {
    expect(causesOf({ deployed: [trade(5, 9, { amount: 2 })], replayed: [trade(5, 9)] })).toEqual([['size']]);
  });

  test('with funding in one alone names it', () => {
    const deployed = [trade(5, 9, { profitUsd: 9.5 })];
    expect(causesOf({ deployed, replayed: [trade(5, 9)] })).toEqual([['funding']]);
  });

  test('that ended at a price within a candle in one alone names the exit', () => {
    expect(causesOf({ deployed: [trade(5, 12)], replayed: [trade(5, 9)] })).toEqual([['exit']]);
  });

  test('that began late names the candle that came late', () => {
    const incidents = [{ kind: 'late_candle', symbol: 'BTC', fromMs: at(5), toMs: at(7, 30) }] as const;
    const deployed = [trade(5, 9, { openedAtMs: at(7, 32) })];
    expect(causesOf({ deployed, replayed: [trade(5, 9)], incidents })).toEqual([['late_candle']]);
  });

  test('that began a little late, within the same candle, names it too, but for some seconds', () => {
    const incidents = [{ kind: 'late_candle', symbol: 'BTC', fromMs: at(5), toMs: at(5, 14) }] as const;
    const opened = (seconds: number) => [trade(5, 9, { openedAtMs: at(5, seconds) })];
    expect(causesOf({ deployed: opened(15), replayed: [trade(5, 9)], incidents })).toEqual([['late_candle']]);
    expect(causesOf({ deployed: opened(9), replayed: [trade(5, 9)], incidents })).toEqual([[]]);
    expect(causesOf({ deployed: opened(15), replayed: [trade(5, 9)] })).toEqual([[]]);
  });

  test('that ended late, within the same candle, names it too, but for some seconds', () => {
    const incidents = [{ kind: 'late_candle', symbol: 'BTC', fromMs: at(9), toMs: at(9, 40) }] as const;
    const closed = (seconds: number) => [trade(5, 9, { closedAtMs: at(9, seconds) })];
    expect(causesOf({ deployed: closed(42), replayed: [trade(5, 9)], incidents })).toEqual([['late_candle']]);
    expect(causesOf({ deployed: closed(9), replayed: [trade(5, 9)], incidents })).toEqual([[]]);
    expect(causesOf({ deployed: closed(42), replayed: [trade(5, 9)] })).toEqual([[]]);
  });
});

describe('a trade of both with real money', () => {
  const isLive = true;
  const filledAt = (openRate: number, closeRate: number, changes: Partial<ParityTrade> = {}) => {
    const [amount, feesUsd] = [1, 0.0005 * (openRate + closeRate)];
    return trade(5, 9, {
      openRate,
      closeRate,
      feesUsd,
      profitUsd: amount * (closeRate - openRate) - feesUsd,
      ...changes,
    });
  };

  test.each([
    ['whose entry', 100.5, 110],
    ['whose exit', 100, 109.5],
    ['whose entry and exit each', 100.004, 109.996],
  ])('%s was in time, and filled at another price, names slippage, which is a price on paper', (_what, open, close) => {
    const both = { deployed: [filledAt(open, close)], replayed: [trade(5, 9)] };
    expect(causesOf({ ...both, isLive })).toEqual([['slippage']]);
    expect(causesOf(both)).toEqual([['price']]);
  });

  test('that slipped as far in its entry as in its exit came to the same', () => {
    expect(
      causesOf({
        deployed: [filledAt(101, 111, { feesUsd: 0.105, profitUsd: 9.895 })],
        replayed: [trade(5, 9)],
        isLive,
      }),
    ).toEqual([[]]);
  });

  test('whose exit was late has another price there, and may have slipped in its entry', () => {
    const incidents = [{ kind: 'feed_silent', symbol: null, fromMs: at(9), toMs: at(11) }] as const;
    const late = { closedAtMs: at(11, 5) };
    const causes = (open: number, close: number) =>
      causesOf({ deployed: [filledAt(open, close, late)], replayed: [trade(5, 9)], incidents, isLive });
    expect(causes(100, 105)).toEqual([['feed_silent', 'price']]);
    expect(causes(100.5, 110)).toEqual([['feed_silent', 'slippage']]);
    expect(causes(100.5, 105)).toEqual([['feed_silent', 'slippage', 'price']]);
  });

  test('of a short slips the other way, with the same effect', () => {
    const short = { side: 'short', openRate: 110, closeRate: 100, profitUsd: 9.895 } as const;
    const deployed = [trade(5, 9, { ...short, closeRate: 101, profitUsd: 8.895 })];
    const [row] = compareTrades(input({ deployed, replayed: [trade(5, 9, short)], isLive }));
    expect(row?.causes).toEqual(['slippage']);
    expect(row?.effects?.priceUsd).toBeCloseTo(-1, 9);
  });

  test('of which an order was filled in part names that, and otherwise the size', () => {
    const amount = 0.6;
    const causes = (isPartlyFilled: boolean) =>
      causesOf({ deployed: [trade(5, 9, { amount, isPartlyFilled })], replayed: [trade(5, 9)], isLive });
    expect(causes(true)).toEqual([['partial_fill']]);
    expect(causes(false)).toEqual([['size']]);
  });

  test('of more than the other, though an order of it was filled in part, names the size', () => {
    const deployed = [trade(5, 9, { amount: 2, isPartlyFilled: true })];
    expect(causesOf({ deployed, replayed: [trade(5, 9)], isLive })).toEqual([['size']]);
  });

  test('whose exit was filled in part, so that its rest was sold at another price, names both', () => {
    const deployed = [trade(5, 9, { isPartlyFilled: true, profitUsd: 9.5 })];
    expect(causesOf({ deployed, replayed: [trade(5, 9)], isLive })).toEqual([['funding', 'partial_fill']]);
  });

  test('that was filled in part leaves another balance: what follows may differ', () => {
    const deployed = [trade(5, 9, { amount: 0.6, isPartlyFilled: true })];
    expect(causesOf({ deployed, replayed: [trade(5, 9), trade(9, 12)], isLive })).toEqual([
      ['partial_fill'],
      ['earlier_difference'],
    ]);
  });
});

describe('a trade of the backtest alone', () => {
  test.each([
    ['feed_silent', null],
    ['not_running', null],
    ['late_candle', 'BTC'],
  ] as const)('is explained by %s', (kind, symbol) => {
    const incidents = [{ kind, symbol, fromMs: at(4), toMs: at(6) }];
    expect(causesOf({ replayed: [trade(5, 6)], incidents })).toEqual([[kind]]);
  });

  test('is not explained by what happened to another market, or at another time', () => {
    const incidents = [
      { kind: 'late_candle', symbol: 'ETH', fromMs: at(4), toMs: at(6) },
      { kind: 'feed_silent', symbol: null, fromMs: at(20), toMs: at(22) },
    ] as const;
    const rows = compareTrades(input({ replayed: [trade(5, 6)], incidents }));
    expect(rows).toMatchObject([{ causes: ['unexplained'] }]);
    expect(explainedPct(rows)).toBe(0);
  });

  test('follows an earlier difference where that trade was still open', () => {
    const incidents = [{ kind: 'feed_silent', symbol: null, fromMs: at(4), toMs: at(6) }] as const;
    const deployed = [trade(8, 30, { symbol: 'ETH' })];
    expect(causesOf({ deployed, replayed: [trade(5, 12), trade(20, 25)], incidents })).toEqual([
      ['feed_silent'],
      ['earlier_difference'],
      ['earlier_difference'],
    ]);
  });

  test('after entries were blocked is explained by that', () => {
    expect(causesOf({ replayed: [trade(5, 6)], blockedFromMs: at(5) })).toEqual([['entries_blocked']]);
  });

  test('is still open where the deployment holds it as the period ends', () => {
    const held = [{ symbol: 'BTC', side: 'long' }] as const;
    expect(causesOf({ replayed: [trade(50, 60)], held })).toEqual([['open_at_end']]);
    expect(causesOf({ replayed: [trade(50, 60)] })).toEqual([['unexplained']]);
    expect(causesOf({ replayed: [trade(50, 60, { side: 'short' })], held })).toEqual([['unexplained']]);
  });

  test('was closed by the backtest alone: what it opens next follows from that', () => {
    const held = [{ symbol: 'BTC', side: 'long' }] as const;
    const replayed = [trade(10, 15), trade(20, 25), trade(30, 35)];
    expect(causesOf({ deployed: [trade(10, 15)], replayed, held })).toEqual([
      [],
      ['open_at_end'],
      ['earlier_difference'],
    ]);
  });

  test('in the last candle is one that the deployment may open a moment later', () => {
    expect(causesOf({ replayed: [trade(59, 60)] })).toEqual([['open_at_end']]);
  });

  test('that is about as small as an order may be is explained by that', () => {
    const small = trade(5, 9, { amount: 0.14 });
    expect(causesOf({ replayed: [small], orderMinUsd: 10 })).toEqual([['minimum_size']]);
    expect(causesOf({ replayed: [small] })).toEqual([['unexplained']]);
    expect(causesOf({ replayed: [trade(5, 9)], orderMinUsd: 10 })).toEqual([['unexplained']]);
  });
});

describe('trades are the same one', () => {
  const times = (rows: ReturnType<typeof compareTrades>) =>
    rows.map(({ deployed, replayed }) =>
      [deployed, replayed].map((each) => each && (each.openedAtMs - START_MS) / MINUTE_MS),
    );

  test('where they are nearest, however many there are', () => {
    const minutes = [5, 6, 7, 8, 9];
    const replayed = minutes.map((minute) => trade(minute, minute + 1));
    const deployed = minutes.slice(1).map((minute) => trade(minute, minute + 1, { openedAtMs: at(minute, 15) }));
    expect(times(compareTrades(input({ deployed, replayed })))).toEqual([
      [undefined, 5],
      [6.25, 6],
      [7.25, 7],
      [8.25, 8],
      [9.25, 9],
    ]);
  });

  test('only of one market and one side', () => {
    const deployed = [trade(5, 9, { side: 'short' }), trade(5, 9, { symbol: 'ETH' })];
    expect(times(compareTrades(input({ deployed, replayed: [trade(5, 9)] })))).toEqual([
      [5, undefined],
      [5, undefined],
      [undefined, 5],
    ]);
  });

  test('where the deployment opened its own late, but before the other was over', () => {
    const incidents = [{ kind: 'not_running', symbol: null, fromMs: at(2), toMs: at(20) }] as const;
    const deployed = [trade(20, 30)];
    expect(times(compareTrades(input({ deployed, replayed: [trade(5, 30)], incidents })))).toEqual([[20, 5]]);
    expect(times(compareTrades(input({ deployed, replayed: [trade(5, 9)], incidents })))).toEqual([
      [undefined, 5],
      [20, undefined],
    ]);
  });

  test('and thousands of them are compared at once', () => {
    const replayed = Array.from({ length: 5_000 }, (_, index) => trade(index, index + 1));
    const deployed = replayed.map((each) => ({ ...each, openedAtMs: each.openedAtMs + 3_000 }));
    const incidents = Array.from({ length: 1_000 }, (_, index) => {
      const fromMs = at(5 * index, 50);
      return { kind: 'feed_silent', symbol: null, fromMs, toMs: fromMs + 20_000 } as const;
    });
    const rows = compareTrades(input({ deployed, replayed, incidents, period: { fromMs: START_MS, toMs: at(6_000) } }));
    expect(rows).toHaveLength(5_000);
    expect(rows.filter(({ causes }) => causes.length > 0)).toEqual([]);
  });
});
