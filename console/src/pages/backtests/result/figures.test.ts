import { expect, test } from '@jest/globals';
import { bestOf, FIGURES, type Figured } from './figures.js';

const RESULT: Figured = {
  ...{ profitTotalPct: 12.5, marketChangePct: -4, maxDrawdownPct: 3, trades: 50, winRate: 0.6, profitFactor: 1.5 },
  ...{ sharpe: 0.9, startingBalance: 1_000, endingBalance: 1_125 },
};

const figure = (id: string) => {
  const found = FIGURES.find((each) => each.id === id);
  if (found === undefined) throw new Error(id);
  return found;
};

test('each figure says how it is computed', () => {
  expect(FIGURES.filter(({ formula }) => formula === '')).toEqual([]);
  expect(figure('edge').text(RESULT)).toBe('+16.50 %');
  expect(figure('expectancy').text(RESULT)).toBe('+0.25 %');
  expect(figure('expectancy').text({ ...RESULT, trades: 0 })).toBe('—');
  expect(figure('balance').text(RESULT)).toBe('1,125.00');
  expect(figure('balance').note?.(RESULT)).toBe('USDC; 1,000.00 at the start');
  expect(figure('drawdown').text(RESULT)).toBe('-3.00 %');
  expect(figure('edge').note?.({ ...RESULT, profitTotalPct: -30 })).toBe('below it');
});

test('without trades there is nothing to compute ratios from', () => {
  const none = { ...RESULT, trades: 0, winRate: 0, profitFactor: 0, sharpe: 0 };
  for (const id of ['win-rate', 'profit-factor', 'sharpe', 'expectancy']) expect(figure(id).text(none)).toBe('—');
  expect(bestOf(figure('win-rate'), [none, RESULT, RESULT])).toEqual(new Set());
});

test('the least loss is not called the best', () => {
  const [less, more] = [-0.53, -2].map((profitTotalPct) => ({ ...RESULT, profitTotalPct }));
  expect(bestOf(figure('profit'), [less ?? null, more ?? null])).toEqual(new Set());
});

test('the best is the least where less is better, and nobody is best alone or among equals', () => {
  const other = { ...RESULT, maxDrawdownPct: 1, profitTotalPct: 12.5 };
  expect([...bestOf(figure('drawdown'), [RESULT, null, other])]).toEqual([2]);
  expect([...bestOf(figure('profit'), [RESULT, other])]).toEqual([]);
  expect([...bestOf(figure('drawdown'), [RESULT])]).toEqual([]);
  expect([...bestOf(figure('trades'), [RESULT, { ...RESULT, trades: 1 }])]).toEqual([]);
});
