import { expect, test } from '@jest/globals';
import { type Entered, lackOf, liveObstacle, modesOf, requestOf } from './request.js';

const ENTERED: Entered = {
  name: ' one ',
  framework: 'freqtrade',
  venue: 'hyperliquid',
  mode: 'paper',
  code: 'x = 1',
  config: '{}',
  aliveUntil: '',
  onExpiry: 'stop',
};

test('a form is a request: without an end it never ends', () => {
  expect(requestOf(ENTERED, 'key')).toEqual({
    ...{ name: 'one', framework: 'freqtrade', venue: 'hyperliquid', mode: 'paper', code: 'x = 1', configJson: '{}' },
    ...{ idempotencyKey: 'key', aliveUntil: null, onExpiry: 'stop' },
  });
  expect(requestOf({ ...ENTERED, aliveUntil: '2026-05-01T10:00' }, 'key').aliveUntil).toBe('2026-05-01T10:00:00.000Z');
});

test('only freqtrade is ever live, and only where its venue takes it', () => {
  const both = { capabilities: { paper: true, live: true } };
  expect(modesOf(both, 'freqtrade')).toEqual(['paper', 'live']);
  expect(modesOf(both, 'nautilus')).toEqual(['paper']);
  expect(modesOf({ capabilities: { paper: true, live: false } }, 'freqtrade')).toEqual(['paper']);
});

test('why nothing can be live is said once its venue is read', () => {
  expect(liveObstacle(undefined, 'nautilus')).toBe(undefined);
  expect(liveObstacle({ capabilities: { paper: true, live: true } }, 'nautilus')).toMatch(/nautilus/);
  expect(liveObstacle({ capabilities: { paper: true, live: false } }, 'freqtrade')).toMatch(/no live deployments/);
});

test.each<[string, Partial<Entered>, RegExp]>([
  ['code', { code: ' ' }, /strategy is empty/],
  ['a config', { config: '{' }, /no JSON object/],
  ['a market', {}, /No market/],
  [
    'a stake',
    { config: '{"exchange":{"pair_whitelist":["BTC/USDC:USDC"]},"stake_amount":-5}' },
    /stake must be above zero/,
  ],
])('a form without %s says so', (_name, part, expected) => {
  expect(lackOf({ ...ENTERED, ...part }, true)).toMatch(expected);
});

test('a live one waits until its owner is sure', () => {
  const whole: Entered = { ...ENTERED, mode: 'live', config: '{"exchange":{"pair_whitelist":["BTC/USDC:USDC"]}}' };
  expect([lackOf(whole, false), lackOf(whole, true)]).toEqual([expect.stringMatching(/real money/), undefined]);
});
