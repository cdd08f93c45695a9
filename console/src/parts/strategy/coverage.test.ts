import { expect, test } from '@jest/globals';
import { aliasOf, commonHistory, coverageOf, type ReadyMarket, windowOf } from './coverage.js';

function market(from: string, to: string): ReadyMarket {
  return {
    ...{ id: 'm', symbol: 'BTC/USDC:USDC', name: 'BTC' },
    frameworkSymbols: { freqtrade: 'BTC/USDC:USDC', nautilus: 'BTC-PERP.HYPERLIQUID' },
    dataset: { id: 'd', tables: [{ name: 'candles_1h', from, to }] },
  };
}

test('a window is what all markets have, after days to start up with, half a year at most', () => {
  const long = market('2024-01-01T00:00:00.000Z', '2026-11-29T02:00:00.000Z');
  const short = market('2026-10-01T00:00:00.000Z', '2026-11-28T02:00:00.000Z');
  expect(windowOf([long])).toEqual({ from: '2026-06-02', to: '2026-11-29' });
  expect(windowOf([long, short])).toEqual({ from: '2026-10-09', to: '2026-11-28' });
  expect(commonHistory([long])).toEqual({ from: '2024-01-01', to: '2026-11-29' });
  expect(commonHistory([long, short])).toEqual({ from: '2026-10-01', to: '2026-11-28' });
});

test('there is no window without history, nor where histories do not meet', () => {
  expect(windowOf([])).toBeUndefined();
  expect(commonHistory([])).toBeUndefined();
  expect(windowOf([{ ...market('', ''), dataset: null }])).toBeUndefined();
  const old = market('2020-01-01T00:00:00.000Z', '2020-02-01T00:00:00.000Z');
  expect(windowOf([old, market('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z')])).toBeUndefined();
});

test('a market is named as its framework names it, with what is stored of it', () => {
  const found = market('2026-10-01T00:00:00.000Z', '2026-11-28T02:00:00.000Z');
  expect([aliasOf(found, 'freqtrade'), aliasOf(found, 'nautilus')]).toEqual(['BTC/USDC:USDC', 'BTC-PERP.HYPERLIQUID']);
  expect(coverageOf(found)).toBe('1h from 2026-10-01');
  expect(coverageOf({ ...found, dataset: null })).toBe('history on request');
});
