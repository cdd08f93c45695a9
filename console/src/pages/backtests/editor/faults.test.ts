import { expect, test } from '@jest/globals';
import { faultsOf } from './faults.js';
import type { Settings } from './request.js';

const settings = (changes: Partial<Settings> = {}): Settings => ({
  ...{ framework: 'freqtrade', venue: 'hyperliquid', symbols: ['BTC/USDC:USDC'], from: '2026-01-01', to: '2026-02-01' },
  ...{ name: '', strategyClass: '', checks: [], config: {} },
  ...changes,
});
const ofConfig = (config: Settings['config'], framework = 'freqtrade') =>
  Object.keys(faultsOf(settings({ config, framework }), 'code'));

test('a form that can be sent has no faults', () => {
  expect(faultsOf(settings(), 'class A: pass')).toEqual({});
});

test('what is missing is said', () => {
  const empty = settings({ symbols: [], from: '', to: '' });
  expect(Object.keys(faultsOf(empty, ' \n'))).toEqual(['code', 'markets', 'from', 'to']);
});

test('an end that is not after the start is said in these words', () => {
  const end = 'The end must be after the start.';
  expect(faultsOf(settings({ to: '2025-12-31' }), 'code')).toEqual({ to: end });
  expect(faultsOf(settings({ to: '2026-01-01' }), 'code')).toEqual({ to: end });
});

test('numbers are checked that the platform would refuse, and what it takes is taken', () => {
  expect(ofConfig({ stake_amount: -5, dry_run_wallet: 0, max_open_trades: 1.5 })).toEqual([
    'dry_run_wallet',
    'stake_amount',
    'max_open_trades',
  ]);
  expect(ofConfig({ stake_amount: 'lots', max_open_trades: 'many' })).toEqual(['stake_amount', 'max_open_trades']);
  expect(ofConfig({ stake_amount: 'unlimited', dry_run_wallet: { USDC: 5 }, max_open_trades: -1 })).toEqual([]);
  expect(ofConfig({ stake_amount: -5 }, 'nautilus')).toEqual([]);
});
