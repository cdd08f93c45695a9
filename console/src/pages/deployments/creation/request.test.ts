import { expect, test } from '@jest/globals';
import { type Entered, modesOf, requestOf } from './request.js';

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
