import { describe, expect, test } from '@jest/globals';
import { isOpen, nextSetupState, type SetupEvent, type SetupState, setupStatuses, setupSteps } from './states.js';

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
const start: SetupState = { status: 'processing', step: 'reserve' };

describe('a venue setup', () => {
  test('goes from reserve to done, booking the money where it goes', () => {
    const effects: string[] = [];
    let state = start;
    for (const event of ['submitted', 'moved', 'credited', 'registered'] as const) {
      const next = nextSetupState(state, event);
      if (next === undefined) throw new Error(`${event} can not happen`);
      effects.push(next.effect);
      state = next.state;
    }
    expect(state).toEqual({ status: 'completed', step: 'done' });
    expect(effects).toEqual(['enqueue_transfer', 'book_transfer', 'book_credit', 'onboard_account']);
  });

  test('frees the reservation only when the money has not moved, and then is over', () => {
    const failed = nextSetupState({ status: 'processing', step: 'transfer' }, 'not_moved');
    expect(failed).toEqual({ state: { status: 'failed', step: 'transfer' }, effect: 'release_reservation' });
    expect(isOpen('failed')).toBe(false);
    for (const step of setupSteps.filter((other) => other !== 'transfer'))
      expect(nextSetupState({ status: 'processing', step }, 'not_moved')).toBeUndefined();
  });

  test('keeps what it holds when its deadline passes, until an operator resumes it', () => {
    for (const step of ['transfer', 'credit', 'register'] as const) {
      const overdue = nextSetupState({ status: 'processing', step }, 'overdue');
      expect(overdue).toEqual({ state: { status: 'reconciliation_required', step }, effect: 'none' });
      for (const event of events.filter((other) => !['resumed', 'written_off'].includes(other)))
        expect(nextSetupState({ status: 'reconciliation_required', step }, event)).toBeUndefined();
      const resumed = nextSetupState({ status: 'reconciliation_required', step }, 'resumed');
      expect(resumed?.state).toEqual({ status: 'processing', step });
    }
    expect(isOpen('reconciliation_required')).toBe(true);
  });

  test('is written off only by an operator, and only where nothing can prove the credit', () => {
    const lost = nextSetupState({ status: 'reconciliation_required', step: 'credit' }, 'written_off');
    expect(lost).toEqual({ state: { status: 'failed', step: 'credit' }, effect: 'book_loss' });
    for (const step of setupSteps) {
      expect(nextSetupState({ status: 'processing', step }, 'written_off')).toBeUndefined();
      if (step === 'credit') continue;
      expect(nextSetupState({ status: 'reconciliation_required', step }, 'written_off')).toBeUndefined();
    }
  });

  test('that has ended stays as it is', () => {
    for (const status of setupStatuses.filter((other) => !isOpen(other)))
      for (const step of setupSteps)
        for (const event of events) expect(nextSetupState({ status, step }, event)).toBeUndefined();
  });
});
