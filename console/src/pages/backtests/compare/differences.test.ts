import { expect, test } from '@jest/globals';
import { differencesOf, nameOf, type Run } from './differences.js';

function run(changes: Partial<Run>): Run {
  return {
    ...{ id: 'bt_0001', name: null, status: 'finished', venue: 'hyperliquid', symbols: ['BTC/USDC:USDC'] },
    framework: { id: 'f', name: 'freqtrade', imageDigest: 'sha256:1' },
    ...{ release: null, codeSha256: 'aa', configSha256: 'bb', seed: 1, createdAt: null, result: null },
    range: { from: '2026-01-01', to: '2026-02-01' },
    strategy: { configJson: '{"max_open_trades":3}', strategyClass: null },
    ...changes,
  };
}

test('only what differs is shown, keys of the config by themselves', () => {
  const other = run({
    codeSha256: 'cc',
    strategy: { configJson: '{"max_open_trades":5,"stake_amount":50}', strategyClass: null },
  });
  expect(differencesOf([run({}), other])).toEqual([
    { name: 'strategy, SHA-256', values: ['aa', 'cc'] },
    { name: 'config.max_open_trades', values: ['3', '5'] },
    { name: 'config.stake_amount', values: ['—', '50'] },
  ]);
});

test('the same has no differences, and a config that is no JSON is no reason to fail', () => {
  expect(differencesOf([run({}), run({})])).toEqual([]);
  const broken = run({ strategy: { configJson: 'none', strategyClass: null } });
  expect(differencesOf([run({}), broken])).toEqual([{ name: 'config.max_open_trades', values: ['3', '—'] }]);
});

test('runs of one name are told apart', () => {
  expect([nameOf(run({ name: 'dip' })), nameOf(run({}))]).toEqual(['dip (0001)', 'bt_0001']);
});
