import type { Clock } from '@platform/kit/clock';
import type { SharedLevels } from './buckets.js';
import { type OpenBudget, sharedBudgets } from './weight-budget.js';

/** What a service's requests to its venues are made with. */
export interface Requests {
  /** The machine's: requests wait in real time. */
  readonly clock: Clock;
  /** Opens the budgets of what venues allow; absent: they are this process's alone. */
  readonly openBudget?: OpenBudget | undefined;
}

/** What all instances of a service make their requests with. */
export interface SharedRequests {
  /** The machine's: requests wait in real time. */
  readonly clock: Clock;
  /** What is left of what venues allow, for all of them. */
  readonly allowances: SharedLevels;
}

/** Returns what the requests of one of the instances are made with. */
export function sharedRequests({ clock, allowances }: SharedRequests): Requests {
  return { clock, openBudget: sharedBudgets(allowances, clock) };
}
