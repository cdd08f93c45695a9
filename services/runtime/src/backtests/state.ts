import { defineTransitions } from '@platform/flows';

/** Where a backtest stands. */
export const backtestStatuses = ['queued', 'running', 'finished', 'error'] as const;
export type BacktestStatus = (typeof backtestStatuses)[number];

/**
 * What can happen to a backtest. `retried`: the platform failed and tries again. `interrupted`: its worker fell
 * silent. `stopped`: its worker was told to stop, or was restarted, and handed it back.
 */
export type BacktestEvent = 'claimed' | 'finished' | 'failed' | 'retried' | 'interrupted' | 'stopped' | 'cancelled';

/** What a transition does beside moving the status; the store turns each into a part of one update. */
export type BacktestEffect =
  | 'stamp_started'
  | 'forget_started'
  | 'stamp_finished'
  | 'take_slot'
  | 'free_slot'
  | 'forget_progress'
  | 'record_result'
  | 'record_error'
  | 'count_failure'
  | 'count_interruption'
  | 'stop_run';

/** What can happen to a backtest. */
export const backtestTransitions = defineTransitions<BacktestStatus, BacktestEvent, BacktestEffect>(
  'a backtest',
  backtestStatuses,
  {
    queued: {
      claimed: { to: 'running', effects: ['take_slot', 'stamp_started'] },
      cancelled: { to: 'error', effects: ['record_error', 'stamp_finished'] },
    },
    running: {
      finished: { to: 'finished', effects: ['free_slot', 'forget_progress', 'record_result', 'stamp_finished'] },
      failed: { to: 'error', effects: ['free_slot', 'forget_progress', 'record_error', 'stamp_finished'] },
      retried: { to: 'queued', effects: ['free_slot', 'forget_progress', 'forget_started', 'count_failure'] },
      interrupted: { to: 'queued', effects: ['free_slot', 'forget_progress', 'forget_started', 'count_interruption'] },
      stopped: { to: 'queued', effects: ['free_slot', 'forget_progress', 'forget_started'] },
      cancelled: {
        to: 'error',
        effects: ['free_slot', 'forget_progress', 'record_error', 'stamp_finished', 'stop_run'],
      },
    },
    finished: {},
    error: {},
  },
);

const PLATFORM_FAILURES_MAX = 1;
const INTERRUPTIONS_MAX = 10;

/** What an error that ended a run means: a failure of ours is tried again once, one of the strategy never. */
export function eventOfError(code: string, earlierFailures: number): 'failed' | 'retried' {
  return code === 'platform_failed' && earlierFailures < PLATFORM_FAILURES_MAX ? 'retried' : 'failed';
}

/** What the death of a worker means: the run starts anew, unless it has taken too many workers with it. */
export function eventOfDeadWorker(earlierInterruptions: number): 'failed' | 'interrupted' {
  return earlierInterruptions < INTERRUPTIONS_MAX ? 'interrupted' : 'failed';
}
