import { describe, expect, test } from '@jest/globals';
import { withdrawalFlow } from './records.js';
import { departing, statusOf, withdrawalTransitions as transitions, type WithdrawalEvent } from './states.js';

const events: WithdrawalEvent[] = [
  ...(['sending', 'answered', 'left', 'not_left', 'arrived'] as const),
  ...(['submitted', 'broadcast', 'moved', 'not_moved', 'expired'] as const),
  ...(['overdue', 'paid_late', 'resumed', 'payout_accepted', 'written_off'] as const),
];

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
    expect(Object.keys(withdrawalFlow.lanes)).toEqual([...departing, 'accepted', 'submitted', 'broadcast']);
    expect(transitions.reachableFrom('requested')).toEqual(new Set(transitions.states));
    for (const state of ['confirmed', 'failed'] as const)
      for (const event of events) expect(transitions.allows(state, event)).toBe(false);
  });

  test('from a venue is sent once the store says so, and reserved once its payout is there', () => {
    expect(transitions.of('requested', 'sending')).toEqual({ to: 'sent', effects: [] });
    expect(transitions.of('requested', 'expired')).toEqual({ to: 'failed', effects: [] });
    expect(transitions.of('sent', 'left')).toEqual({ to: 'left', effects: ['book_departure'] });
    expect(transitions.of('sent', 'not_left')).toEqual({ to: 'failed', effects: ['free_payout'] });
    expect(transitions.of('left', 'arrived')).toEqual({ to: 'accepted', effects: ['book_payout'] });
    // Its time may pass while nobody knows whether the venue has it.
    for (const state of ['sent', 'left'] as const) expect(transitions.allows(state, 'expired')).toBe(false);
  });

  test('that has not arrived in time waits for an operator, and is paid at any time', () => {
    expect(withdrawalFlow.awaitingOperator).toEqual(['unpaid']);
    expect(transitions.of('left', 'overdue')).toEqual({ to: 'unpaid', effects: ['require_no_payout'] });
    expect(transitions.of('unpaid', 'paid_late')).toEqual({ to: 'left', effects: [] });
    expect(transitions.of('unpaid', 'resumed')).toEqual({ to: 'left', effects: [] });
    expect(transitions.of('unpaid', 'payout_accepted')).toEqual({ to: 'left', effects: ['take_deposit'] });
    expect(transitions.of('unpaid', 'written_off')).toEqual({ to: 'failed', effects: ['book_loss'] });
    for (const event of ['resumed', 'payout_accepted', 'written_off'] as const)
      expect(transitions.states.filter((state) => transitions.allows(state, event))).toEqual(['unpaid']);
  });

  test('is processing until it is broadcast', () => {
    expect((['unpaid', 'accepted', 'submitted', 'broadcast', 'confirmed', 'failed'] as const).map(statusOf)).toEqual([
      'processing',
      'processing',
      'processing',
      'broadcast',
      'confirmed',
      'failed',
    ]);
  });
});
