import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { type Draft, dropDraft, keepDraft, keptDraft } from './kept-draft.js';

const stored = new Map<string, string>();
const DRAFT: Draft = {
  id: 'dip',
  code: 'class A: pass',
  settings: {
    ...{ framework: 'freqtrade', venue: 'hyperliquid', symbols: ['BTC/USDC:USDC'], from: '2026-01-01', to: '' },
    ...{ name: 'mine', strategyClass: '', checks: ['lookahead'], config: { stake_amount: 50 } },
  },
};

beforeEach(() => {
  stored.clear();
  const value = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  };
  Object.defineProperty(globalThis, 'sessionStorage', { value, configurable: true });
});

afterEach(() => {
  Reflect.deleteProperty(globalThis, 'sessionStorage');
});

test('a draft comes back as it was left, unless it was run', () => {
  keepDraft(DRAFT);
  expect(keptDraft('dip')).toEqual(DRAFT);
  expect(keptDraft('empty')).toBeUndefined();
  dropDraft('dip');
  expect(keptDraft('dip')).toBeUndefined();
});

test('what is no draft is none', () => {
  for (const text of ['{', '3', '{"code":"a"}', '{"code":"a","settings":"{}"}', '{"code":1,"settings":"{}"}']) {
    stored.set('console-kept-backtest-dip', text);
    expect(keptDraft('dip')).toBeUndefined();
  }
});
