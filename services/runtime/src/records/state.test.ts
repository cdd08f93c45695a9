import { describe, expect, test } from '@jest/globals';
import {
  type BacktestEvent,
  backtestStatuses,
  eventOfDeadWorker,
  eventOfError,
  backtestTransitions as transitions,
} from './state.js';

const events: BacktestEvent[] = [
  ...(['claimed', 'finished', 'failed', 'retried', 'interrupted', 'killed', 'stopped', 'cancelled'] as const),
];

describe('the states of a backtest', () => {
  test('move only as the interface says', () => {
    const moves = backtestStatuses.flatMap((status) =>
      events
        .filter((event) => transitions.allows(status, event))
        .map((event) => `${status} ${event} ${transitions.of(status, event).to}`),
    );
    expect(moves).toEqual([
      'queued claimed running',
      'queued failed error',
      'queued cancelled error',
      'running finished finished',
      'running failed error',
      'running retried queued',
      'running interrupted queued',
      'running killed queued',
      'running stopped queued',
      'running cancelled error',
    ]);
  });

  test('leaving running always frees the slot and forgets how far it came, and only a cancelled run is stopped', () => {
    for (const event of events.filter((name) => transitions.allows('running', name))) {
      const { effects } = transitions.of('running', event);
      expect(effects).toEqual(expect.arrayContaining(['free_slot', 'forget_progress']));
      expect(effects.includes('stop_run')).toBe(event === 'cancelled');
    }
  });

  test('an end is stamped and says why; a return to the queue forgets its start', () => {
    for (const status of backtestStatuses)
      for (const event of events) {
        if (!transitions.allows(status, event)) continue;
        const { to, effects } = transitions.of(status, event);
        expect(effects.includes('stamp_finished')).toBe(to === 'finished' || to === 'error');
        expect(effects.includes('record_error')).toBe(to === 'error');
        expect(effects.includes('record_result')).toBe(to === 'finished');
        expect(effects.includes('forget_started')).toBe(to === 'queued');
      }
  });
});

describe('what ends a run', () => {
  test.each([
    ['platform_failed', 0, 'retried'],
    ['platform_failed', 1, 'failed'],
    ['strategy_failed', 0, 'failed'],
    ['time_limit_exceeded', 0, 'failed'],
  ])('%s after %d failures of ours: %s', (code, failures, event) => {
    expect(eventOfError({ code, killed: false }, { failures, kills: 0 })).toBe(event);
  });

  test.each(['platform_failed', 'strategy_failed'])(
    '%s of a process that was killed is tried again three times, whatever failed before',
    (code) => {
      const events = [0, 1, 2, 3].map((kills) => eventOfError({ code, killed: true }, { failures: 1, kills }));
      expect(events).toEqual(['killed', 'killed', 'killed', 'failed']);
    },
  );

  test('a run that keeps killing its worker is given up', () => {
    expect([eventOfDeadWorker(0), eventOfDeadWorker(9), eventOfDeadWorker(10)]).toEqual([
      'interrupted',
      'interrupted',
      'failed',
    ]);
  });
});
