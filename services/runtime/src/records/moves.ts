import type { Transition } from '@platform/flows';
import type { PipelineStage } from 'mongoose';
import type { BacktestChecks } from '../frameworks/checks.js';
import type { StoredError, StoredResult } from './record.js';
import type { BacktestEffect, BacktestStatus } from './state.js';
import { RUN_BYTES_MAX } from './storage.js';

/** An event with its data. */
export type Move =
  | { readonly event: 'claimed'; readonly slot: number }
  | { readonly event: 'cancelled'; readonly error: StoredError }
  | RunEnd
  | HandBack;

/** How a worker ends a run for good. */
export type RunEnd =
  | { readonly event: 'finished'; readonly result: StoredResult; readonly checks?: BacktestChecks }
  | { readonly event: 'failed'; readonly error: StoredError };

/** How a run goes back to the queue. */
export type HandBack = { readonly event: 'retried' | 'interrupted' | 'killed' | 'stopped' };

type Payload = {
  readonly event: string;
  readonly slot?: number;
  readonly result?: StoredResult;
  readonly checks?: BacktestChecks;
  readonly error?: StoredError;
};

/** What each effect sets; `$literal` keeps a caller's text that starts with a dollar from being read as an expression. */
const changes: { readonly [Name in BacktestEffect]: (payload: Payload, now: Date) => object } = {
  stamp_started: (_payload, now) => ({ startedAt: now }),
  forget_started: () => ({ startedAt: '$$REMOVE' }),
  stamp_finished: (_payload, now) => ({ finishedAt: now }),
  take_slot: ({ slot }) => ({ runSlot: slot }),
  free_slot: () => ({ runSlot: '$$REMOVE' }),
  forget_progress: () => ({ progress: '$$REMOVE' }),
  record_result: ({ result, checks }) => ({
    result: { $literal: result },
    ...(checks && { checks: { $literal: checks } }),
  }),
  record_error: ({ error }) => ({ error: { $literal: error } }),
  count_failure: () => ({ failures: { $add: ['$failures', 1] } }),
  count_interruption: () => ({ interruptions: { $add: ['$interruptions', 1] } }),
  // Records from before kills were counted have no count.
  count_kill: () => ({ kills: { $add: [{ $ifNull: ['$kills', 0] }, 1] } }),
  // One that ran before has reserved its space already.
  reserve_storage: () => ({ storedBytes: { $max: ['$storedBytes', RUN_BYTES_MAX] } }),
  // The reservation stays until the sweep has measured; a worker that ends its own run measures at once.
  measure_storage: () => ({ storageDue: true }),
  stop_run: () => ({}),
  end_hold: () => ({ held: '$$REMOVE' }),
};

/** Returns the update stage of a transition. */
export function stageOf(
  transition: Transition<BacktestStatus, BacktestEffect>,
  move: Move,
  now: Date,
): PipelineStage.Set {
  const set = transition.effects.map((effect) => changes[effect](move, now));
  return { $set: Object.assign({ status: transition.to }, ...set) };
}
