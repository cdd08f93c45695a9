import { describe, expect, test } from '@jest/globals';
import { needsAuthorizationState, progressOf } from './progress.js';

const txHash = '0xab';

describe('a sponsored transfer', () => {
  test('has an outcome only when it is final', () => {
    expect(progressOf({ state: 'queued' })).toEqual({ kind: 'waiting' });
    expect(progressOf({ state: 'signed', txHash })).toEqual({ kind: 'on_its_way', txHash });
    expect(progressOf({ state: 'included', txHash })).toEqual({ kind: 'on_its_way', txHash });
  });

  test.each(['refused', 'reverted', 'displaced', 'expired'] as const)(
    'that was %s may be sent by others until it expires',
    (state) => {
      expect(needsAuthorizationState(state, false)).toBe(true);
      expect(progressOf({ state, txHash })).toEqual({ kind: 'waiting' });
      expect(progressOf({ state, txHash }, { isUsed: false, isExpired: false })).toEqual({ kind: 'waiting' });
      expect(progressOf({ state, txHash }, { isUsed: false, isExpired: true })).toEqual({ kind: 'not_moved' });
      expect(progressOf({ state, txHash }, { isUsed: true, isExpired: true })).toEqual({ kind: 'moved' });
    },
  );

  test.each(['queued', 'signed', 'included'] as const)('that still is %s when it is void has not moved', (state) => {
    expect([needsAuthorizationState(state, false), needsAuthorizationState(state, true)]).toEqual([false, true]);
    expect(progressOf({ state, txHash }, { isUsed: false, isExpired: true })).toEqual({ kind: 'not_moved' });
    expect(progressOf({ state }, { isUsed: true, isExpired: true })).toEqual({ kind: 'moved' });
  });

  test('that succeeded has moved when the chain says so, not when its row does', () => {
    const progress = (isUsed: boolean, isExpired: boolean) =>
      progressOf({ state: 'succeeded', txHash, isDone: true }, { isUsed, isExpired });
    expect([needsAuthorizationState('succeeded', false), needsAuthorizationState('succeeded', true)]).toEqual([
      true,
      true,
    ]);
    expect(progress(true, false)).toEqual({ kind: 'moved', txHash });
    expect(progress(false, false)).toEqual({ kind: 'on_its_way', txHash });
    expect(progress(false, true)).toEqual({ kind: 'not_moved' });
  });
});
