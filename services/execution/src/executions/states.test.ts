import { describe, expect, test } from '@jest/globals';
import { type ExecutionEvent, executionStates, executionTransitions, statusOf } from './states.js';

const events = [
  'signed',
  'released',
  'abandoned',
  'accepted',
  'accepted_unsettled',
  'settlement_read',
  'settlement_ended',
  'refused',
  'left_unknown',
  'unseen',
  'disproved',
  'given_up',
  'resumed',
] as const satisfies readonly ExecutionEvent[];

test('every state and event has its outcome, and no other', () => {
  const table = executionStates.flatMap((state) =>
    events.flatMap((event) => {
      if (!executionTransitions.allows(state, event)) return [];
      return [`${state} ${event} ${executionTransitions.of(state, event).to}`];
    }),
  );
  expect(table).toEqual([
    'claimed signed submitting',
    'claimed released released',
    'claimed abandoned failed',
    'submitting released released',
    'submitting accepted succeeded',
    'submitting accepted_unsettled settling',
    'submitting refused rejected',
    'submitting left_unknown reconciling',
    'submitting disproved failed',
    'reconciling accepted succeeded',
    'reconciling accepted_unsettled settling',
    'reconciling refused rejected',
    'reconciling unseen reconciling',
    'reconciling disproved failed',
    'reconciling given_up reconciliation_required',
    'settling settlement_read settling',
    'settling settlement_ended succeeded',
    'reconciliation_required accepted succeeded',
    'reconciliation_required refused rejected',
    'reconciliation_required disproved failed',
    'reconciliation_required resumed reconciling',
  ]);
});

test('what may have been sent never returns to where it could be sent', () => {
  const reached = executionTransitions.reachableFrom('submitting');
  expect(reached).not.toContain('claimed');
  expect(executionTransitions.reachableFrom('claimed')).toEqual(new Set([...executionStates, 'released']));
});

describe('effects', () => {
  test.each(executionStates)('of %s: an end is stamped, and only a known end', (state) => {
    for (const event of events) {
      if (!executionTransitions.allows(state, event)) continue;
      const transition = executionTransitions.of(state, event);
      const { to } = transition;
      const status = to === 'released' ? to : statusOf(to);
      const isKnownEnd = ['succeeded', 'rejected', 'failed'].includes(status) && status !== statusOf(state);
      expect(transition.effects.includes('stamp_finished')).toBe(isKnownEnd);
    }
  });
});
