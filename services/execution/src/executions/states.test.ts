import { describe, expect, test } from '@jest/globals';
import { type ExecutionEvent, executionStates, transitionOf } from './states.js';

const events = [
  'signed',
  'released',
  'abandoned',
  'accepted',
  'refused',
  'left_unknown',
  'disproved',
  'undecided',
  'given_up',
] as const satisfies readonly ExecutionEvent[];

test('every state and event has its outcome, and no other', () => {
  const table = executionStates.flatMap((state) =>
    events.flatMap((event) => {
      const transition = transitionOf(state, event);
      return transition === undefined ? [] : [`${state} ${event} ${transition.to}`];
    }),
  );
  expect(table).toEqual([
    'claimed signed submitting',
    'claimed released released',
    'claimed abandoned failed',
    'claimed undecided claimed',
    'submitting released released',
    'submitting accepted succeeded',
    'submitting refused rejected',
    'submitting left_unknown reconciling',
    'submitting disproved failed',
    'reconciling accepted succeeded',
    'reconciling refused rejected',
    'reconciling disproved failed',
    'reconciling undecided reconciling',
    'reconciling given_up reconciliation_required',
  ]);
});

test('what may have been sent never returns to where it could be sent', () => {
  const reached = new Set<string>(['submitting']);
  for (const state of reached)
    for (const event of events) {
      const to = executionStates.find((name) => name === transitionOf(state as 'submitting', event)?.to);
      if (to !== undefined) reached.add(to);
    }
  expect(reached).not.toContain('claimed');
});

describe('effects', () => {
  test.each(executionStates)('of %s: an end is stamped, and only a known end', (state) => {
    for (const event of events) {
      const transition = transitionOf(state, event);
      if (transition === undefined) continue;
      const isKnownEnd = ['succeeded', 'rejected', 'failed'].includes(transition.to);
      expect(transition.effects.includes('stamp_finished')).toBe(isKnownEnd);
    }
  });
});
