import { defineTransitions } from '@platform/flows';

/** The state of a backtest. */
export const backtestStatuses = ['queued', 'running', 'finished', 'error'] as const;
export type BacktestStatus = (typeof backtestStatuses)[number];

/**
 * The events of a backtest. `retried`: the platform failed and tries again. `interrupted`: its worker fell
 * silent. `killed`: the process of the strategy was killed. `stopped`: its worker was told to stop, or was restarted, and handed it back.
 */
export type BacktestEvent =
  | 'claimed'
  | 'finished'
  | 'failed'
  | 'retried'
  | 'interrupted'
  | 'killed'
  | 'stopped'
  | 'cancelled';

/** What a transition does besides moving the status; the store turns each into a part of one update. */
export type BacktestEffect =
  | 'stamp_started'
  | 'forget_started'
  | 'stamp_finished'
  | 'take_slot'
  | 'free_slot'
  | 'forget_progress'
  | 'reserve_storage'
  | 'measure_storage'
  | 'record_result'
  | 'record_error'
  | 'count_failure'
  | 'count_interruption'
  | 'count_kill'
  | 'stop_run'
  | 'end_hold';

/** An event of a backtest. */
export const backtestTransitions = defineTransitions<BacktestStatus, BacktestEvent, BacktestEffect>(
  'a backtest',
  backtestStatuses,
  {
    queued: {
      claimed: { to: 'running', effects: ['take_slot', 'stamp_started', 'reserve_storage'] },
      failed: { to: 'error', effects: ['record_error', 'stamp_finished', 'measure_storage', 'end_hold'] },
      cancelled: { to: 'error', effects: ['record_error', 'stamp_finished', 'measure_storage', 'end_hold'] },
    },
    running: {
      finished: {
        to: 'finished',
        effects: ['free_slot', 'forget_progress', 'record_result', 'stamp_finished', 'measure_storage'],
      },
      failed: {
        to: 'error',
        effects: ['free_slot', 'forget_progress', 'record_error', 'stamp_finished', 'measure_storage'],
      },
      retried: { to: 'queued', effects: ['free_slot', 'forget_progress', 'forget_started', 'count_failure'] },
      interrupted: { to: 'queued', effects: ['free_slot', 'forget_progress', 'forget_started', 'count_interruption'] },
      killed: { to: 'queued', effects: ['free_slot', 'forget_progress', 'forget_started', 'count_kill'] },
      stopped: { to: 'queued', effects: ['free_slot', 'forget_progress', 'forget_started'] },
      cancelled: {
        to: 'error',
        effects: ['free_slot', 'forget_progress', 'record_error', 'stamp_finished', 'measure_storage', 'stop_run'],
      },
    },
    finished: {},
    error: {},
  },
);

const PLATFORM_FAILURES_MAX = 1;
const INTERRUPTIONS_MAX = 10;
const KILLS_MAX = 3;

/**
 * What an error that ended a run means: a failure of ours is tried again once, one of the strategy never. One whose process was
 * killed is tried again some times, by whichever cause: nobody outside can tell that a strategy did it itself.
 */
export function eventOfError(
  { code, killed }: { readonly code: string; readonly killed: boolean },
  earlier: { readonly failures: number; readonly kills: number },
): 'failed' | 'retried' | 'killed' {
  if (killed) return earlier.kills < KILLS_MAX ? 'killed' : 'failed';
  return code === 'platform_failed' && earlier.failures < PLATFORM_FAILURES_MAX ? 'retried' : 'failed';
}

/** What the death of a worker means: the run starts again, unless it has taken too many workers with it. */
export function eventOfDeadWorker(earlierInterruptions: number): 'failed' | 'interrupted' {
  return earlierInterruptions < INTERRUPTIONS_MAX ? 'interrupted' : 'failed';
}
