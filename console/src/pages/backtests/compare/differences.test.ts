import { expect, test } from '@jest/globals';
import { differencesOf, nameOf, type Run } from './differences.js';

function run(changes: Partial<Run>): Run {
  return {
    ...{ id: 'bt_0001', name: null, status: 'finished', venue: 'hyperliquid', symbols: ['BTC/USDC:USDC'] },
    framework: { id: 'f', name: 'freqtrade', imageDigest: 'sha256:1' },
    ...{ release: null, codeSha256: 'aa', configSha256: 'bb', seed: 1, createdAt: null, result: null },
    range: { from: '2026-01-01', to: '2026-02-01' },
    strategy: { code: 'class A', configJson: '{"max_open_trades":3}', strategyClass: null },
    ...changes,
  };
}

test('only what differs is shown, keys of the config by themselves', () => {
  const other = run({
    codeSha256: 'cc',
    strategy: { code: 'class B', configJson: '{"max_open_trades":5,"stake_amount":50}', strategyClass: null },
  });
  expect(differencesOf([run({}), other])).toEqual([
    { name: 'strategy, SHA-256', values: ['aa', 'cc'] },
    { name: 'config.max_open_trades', values: ['3', '5'] },
    { name: 'config.stake_amount', values: ['100 (the default)', '50'] },
  ]);
});

test('the same has no differences, and a config that is no JSON is no reason to fail', () => {
  expect(differencesOf([run({}), run({})])).toEqual([]);
  const broken = run({ strategy: { code: 'class A', configJson: 'none', strategyClass: null } });
  expect(differencesOf([run({}), broken])).toEqual([{ name: 'config.max_open_trades', values: ['3', '—'] }]);
});

test('a default of another framework is not known', () => {
  const nautilus = { id: 'n', name: 'nautilus', imageDigest: 'sha256:1' };
  const strategy = { code: 'class A', configJson: '{"max_open_trades":3,"stake_amount":50}', strategyClass: null };
  const found = differencesOf([run({ framework: nautilus }), run({ framework: nautilus, strategy })]);
  expect(found).toEqual([{ name: 'config.stake_amount', values: ['—', '50'] }]);
});

test('runs of one name are told apart by when they were requested', () => {
  const createdAt = '2026-11-29T07:12:33.000Z';
  expect(nameOf(run({ name: 'dip', createdAt }))).toBe('dip (11-29 07:12:33 UTC)');
  expect(nameOf(run({ createdAt }))).toBe('Backtest (11-29 07:12:33 UTC)');
  expect([nameOf(run({ name: 'dip' })), nameOf(run({}))]).toEqual(['dip (0001)', 'bt_0001']);
});
