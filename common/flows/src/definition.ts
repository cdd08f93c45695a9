import type { Transitions } from './table.js';

/** A kind of operation, as its store and its runner use it. */
export interface FlowDefinition<State extends string, Event extends string, Effect extends string> {
  /** The plural name in metrics and logs, for example `withdrawals`. */
  readonly name: string;
  readonly transitions: Transitions<State, Event, Effect>;
  /** The fields of a record whose values, joined by slashes, are its state. */
  readonly stateFields: readonly [string, ...string[]];
  /**
   * The states in which the platform works on an operation, with the number of turns at once in each process. Every state has its own
   * capacity, so that operations stuck in one state never hold up another.
   */
  readonly lanes: { readonly [Worked in State]?: number };
  /** The states in which an operation waits for an operator. */
  readonly awaitingOperator?: readonly State[];
}
