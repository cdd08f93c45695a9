import { describe, expect, test } from '@jest/globals';
import { setupFlow } from './records.js';
import { isOpen, type SetupEvent, setupStates, setupTransitions as transitions } from './states.js';

const events: SetupEvent[] = [
  'submitted',
  'moved',
  'not_moved',
  'credited',
  'registered',
  'overdue',
  'resumed',
  'written_off',
];

const start = 'processing/reserve';

describe('a venue setup', () => {
  test('goes from reserve to done, booking the money where it goes', () => {
    const effects: string[] = [];
    let state: (typeof setupStates)[number] = start;
    for (const event of ['submitted', 'moved', 'credited', 'registered'] as const) {
      const next = transitions.of(state, event);
      effects.push(...next.effects);
      state = next.to;
    }
    expect(state).toBe('completed/done');
    expect(effects).toEqual(['enqueue_transfer', 'book_transfer', 'book_credit', 'onboard_account']);
    expect(transitions.reachableFrom(start)).toEqual(new Set(setupStates));
  });

  test('frees the reservation only when the money has not moved, and then is over', () => {
    const failed = transitions.of('processing/transfer', 'not_moved');
    expect(failed).toEqual({ to: 'failed/transfer', effects: ['release_reservation'] });
    expect(isOpen('failed/transfer')).toBe(false);
    for (const state of setupStates.filter((other) => other !== 'processing/transfer'))
      expect(transitions.allows(state, 'not_moved')).toBe(false);
  });

  test('keeps what it holds when its deadline passes, until an operator resumes it', () => {
    for (const step of ['transfer', 'credit', 'register'] as const) {
      const waiting = `reconciliation_required/${step}` as const;
      expect(transitions.of(`processing/${step}`, 'overdue')).toEqual({ to: waiting, effects: [] });
      expect(isOpen(waiting)).toBe(true);
      expect(setupFlow.awaitingOperator).toContain(waiting);
      for (const event of events.filter((other) => !['resumed', 'written_off'].includes(other)))
        expect(transitions.allows(waiting, event)).toBe(false);
      expect(transitions.of(waiting, 'resumed').to).toBe(`processing/${step}`);
    }
  });

  test('is written off only by an operator, and only where nothing can prove the credit', () => {
    const lost = transitions.of('reconciliation_required/credit', 'written_off');
    expect(lost).toEqual({ to: 'failed/credit', effects: ['book_loss'] });
    for (const state of setupStates.filter((other) => other !== 'reconciliation_required/credit'))
      expect(transitions.allows(state, 'written_off')).toBe(false);
  });

  test('is worked on while it is processing, and once it has ended stays as it is', () => {
    const worked = setupStates.filter((state) => state.startsWith('processing/'));
    expect(Object.keys(setupFlow.lanes)).toEqual(worked);
    for (const state of ['completed/done', 'failed/reserve', 'failed/transfer', 'failed/credit'] as const)
      for (const event of events) expect(transitions.allows(state, event)).toBe(false);
  });
});
