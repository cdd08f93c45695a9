import { describe, expect, test } from '@jest/globals';
import { withdrawalFlow } from './records.js';
import { statusOf, withdrawalTransitions as transitions, type WithdrawalEvent } from './states.js';

const events: WithdrawalEvent[] = ['submitted', 'broadcast', 'moved', 'not_moved', 'expired'];

describe('a withdrawal', () => {
  test('is queued once, and its end spends or frees the reservation', () => {
    expect(transitions.of('accepted', 'submitted')).toEqual({ to: 'submitted', effects: ['enqueue_transfer'] });
    for (const state of ['submitted', 'broadcast'] as const) {
      expect(transitions.allows(state, 'submitted')).toBe(false);
      expect(transitions.of(state, 'moved')).toEqual({ to: 'confirmed', effects: ['book_transfer'] });
      expect(transitions.of(state, 'not_moved')).toEqual({ to: 'failed', effects: ['release_reservation'] });
    }
  });

  test('that was not queued yet can not move; it fails when its time is over', () => {
    expect(transitions.of('accepted', 'expired')).toEqual({ to: 'failed', effects: ['release_reservation'] });
    for (const event of ['broadcast', 'moved', 'not_moved'] as const)
      expect(transitions.allows('accepted', event)).toBe(false);
  });

  test('that has ended stays as it is', () => {
    expect(Object.keys(withdrawalFlow.lanes)).toEqual(['accepted', 'submitted', 'broadcast']);
    expect(transitions.reachableFrom('accepted')).toEqual(new Set(transitions.states));
    for (const state of ['confirmed', 'failed'] as const)
      for (const event of events) expect(transitions.allows(state, event)).toBe(false);
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
