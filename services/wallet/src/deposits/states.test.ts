import { expect, test } from '@jest/globals';
import { type DepositEvent, type DepositStatus, depositStatuses, nextDepositStatus } from './states.js';

test.each<[DepositStatus, DepositEvent, DepositStatus]>([
  ['observed', 'see', 'observed'],
  ['observed', 'finalise', 'confirmed'],
  ['observed', 'vanish', 'failed'],
  ['failed', 'see', 'observed'],
  ['failed', 'finalise', 'confirmed'],
  ['failed', 'vanish', 'failed'],
])('a deposit that is %s is, after %s, %s', (status, event, next) => {
  expect(nextDepositStatus(status, event)).toBe(next);
});

test('nothing changes a confirmed deposit, and only a final block confirms', () => {
  for (const event of ['see', 'finalise', 'vanish'] as const)
    expect(nextDepositStatus('confirmed', event)).toBe('confirmed');
  for (const status of depositStatuses.filter((each) => each !== 'confirmed'))
    for (const event of ['see', 'vanish'] as const) expect(nextDepositStatus(status, event)).not.toBe('confirmed');
});
