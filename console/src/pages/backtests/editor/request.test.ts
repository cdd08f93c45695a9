import { expect, test } from '@jest/globals';
import { inputOf, parseSettings, type Settings, settingsJson, withConfig, withSymbols } from './request.js';

const SETTINGS: Settings = {
  ...{ framework: 'freqtrade', venue: 'hyperliquid', symbols: ['BTC/USDC:USDC'], from: '2026-01-01', to: '2026-02-01' },
  ...{ name: 'first', strategyClass: '', checks: ['lookahead'], config: { max_open_trades: 5 } },
};

test('the form and the JSON say the same', () => {
  expect(parseSettings(settingsJson(SETTINGS))).toEqual({ settings: SETTINGS });
});

test.each([
  ['{', /JSON/],
  ['[]', /object/],
  ['{"framework": 1}', /framework and venue/],
  ['{"framework": "f", "venue": "v", "symbols": [1]}', /symbols/],
  ['{"framework": "f", "venue": "v", "symbols": []}', /range/],
  ['{"framework": "f", "venue": "v", "symbols": [], "range": {"from": "a", "to": "b"}, "checks": ["x"]}', /checks/],
  ['{"framework": "f", "venue": "v", "symbols": [], "range": {"from": "a", "to": "b"}, "config": []}', /config/],
])('%s is refused where it is typed', (text, wrong) => {
  expect(parseSettings(text)).toEqual({ wrong: expect.stringMatching(wrong) });
});

test('what is empty is not asked for', () => {
  expect(inputOf({ ...SETTINGS, name: '', checks: [] }, 'code', 'key')).toEqual({
    ...{
      framework: 'freqtrade',
      venue: 'hyperliquid',
      symbols: ['BTC/USDC:USDC'],
      code: 'code',
      idempotencyKey: 'key',
    },
    ...{ configJson: '{"max_open_trades":5}', range: { from: '2026-01-01', to: '2026-02-01' } },
  });
});

test('nautilus has its markets in its config too, freqtrade not', () => {
  expect(withSymbols({ ...SETTINGS, framework: 'nautilus' }, ['A', 'B']).config).toEqual({
    max_open_trades: 5,
    instrument_ids: ['A', 'B'],
  });
  expect(withSymbols(SETTINGS, ['A'])).toEqual({ ...SETTINGS, symbols: ['A'] });
});

test('an emptied field leaves the config', () => {
  expect(withConfig(SETTINGS, 'max_open_trades', undefined).config).toEqual({});
  expect(withConfig(SETTINGS, 'stake_amount', 50).config).toEqual({ max_open_trades: 5, stake_amount: 50 });
});
