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
  /**
   * Whether every other turn of a state goes to the due operation with the fewest turns, the newest where several have as few. Behind a
   * backlog a new operation then waits for few others, and the backlog has half of the turns. Absent: each goes to the operation that has
   * been due for longest.
   */
  readonly halfForNewcomers?: boolean;
  /** The states in which an operation waits for an operator. */
  readonly awaitingOperator?: readonly State[];
}
