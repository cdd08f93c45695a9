import { expect, test } from '@jest/globals';
import { decimalsOf, readoutOf } from './readout.js';
import type { Series } from './series.js';

const AT_MS = Date.UTC(2026, 10, 29, 8);
const CANDLES = {
  ...({ kind: 'candles', name: 'Price', marks: [], pane: 0 } as const),
  points: [{ atMs: AT_MS, open: 3_612.42, high: 3_620, low: 3_600.1, close: 3_615.5 }],
};
const FUNDING: Series = {
  ...{ kind: 'line', name: 'Funding', tone: 'warn', pane: 2, unit: 'percent' },
  points: [{ atMs: AT_MS, value: 10.951 }],
};

test('an instant has the four prices of its candle and the values of the others', () => {
  expect(readoutOf([{ ...CANDLES, priceStep: '0.1' }, FUNDING], AT_MS)).toEqual({
    at: '2026-11-29 08:00 UTC',
    values: ['open 3,612.4, high 3,620.0, low 3,600.1, close 3,615.5', '10.95 %'],
  });
});

test('where a series has nothing, nothing is said of it', () => {
  expect(readoutOf([CANDLES, FUNDING], AT_MS + 3_600_000).values).toEqual([undefined, undefined]);
});

test('a value within the second that a chart counts is that of the second', () => {
  const within: Series = { ...FUNDING, points: [{ atMs: AT_MS + 500, value: 1 }] };
  expect(readoutOf([within], AT_MS).values).toEqual(['1.00 %']);
});

test('prices have the decimals of their step, else five digits that mean something', () => {
  const of = (close: number, priceStep?: string) =>
    decimalsOf({
      ...CANDLES,
      points: CANDLES.points.map((point) => ({ ...point, close })),
      ...(priceStep === undefined ? {} : { priceStep }),
    });
  expect([of(3_612, '0.1'), of(95_000, '1'), of(95_000), of(150), of(0.000_012), of(0)]).toEqual([1, 0, 0, 2, 8, 4]);
});
