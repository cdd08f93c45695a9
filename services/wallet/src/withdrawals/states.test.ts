import { describe, expect, test } from '@jest/globals';
import { nextWithdrawalState, openWithdrawalStates, statusOf, type WithdrawalEvent } from './states.js';

const events: WithdrawalEvent[] = ['submitted', 'broadcast', 'moved', 'not_moved'];

describe('a withdrawal', () => {
  test('is queued once, and its end spends or frees the reservation', () => {
    expect(nextWithdrawalState('accepted', 'submitted')).toEqual({ state: 'submitted', effect: 'enqueue_transfer' });
    for (const state of ['submitted', 'broadcast'] as const) {
      expect(nextWithdrawalState(state, 'submitted')).toBeUndefined();
      expect(nextWithdrawalState(state, 'moved')).toEqual({ state: 'confirmed', effect: 'book_transfer' });
      expect(nextWithdrawalState(state, 'not_moved')).toEqual({ state: 'failed', effect: 'release_reservation' });
    }
  });

  test('that was not queued yet can neither move nor fail', () => {
    for (const event of ['broadcast', 'moved', 'not_moved'] as const)
      expect(nextWithdrawalState('accepted', event)).toBeUndefined();
  });

  test('that has ended stays as it is', () => {
    expect(openWithdrawalStates).toEqual(['accepted', 'submitted', 'broadcast']);
    for (const state of ['confirmed', 'failed'] as const)
      for (const event of events) expect(nextWithdrawalState(state, event)).toBeUndefined();
  });

  test('is processing until it is broadcast', () => {
    expect((['accepted', 'submitted', 'broadcast', 'confirmed', 'failed'] as const).map(statusOf)).toEqual([
      'processing',
      'processing',
      'broadcast',
      'confirmed',
      'failed',
    ]);
  });
});
