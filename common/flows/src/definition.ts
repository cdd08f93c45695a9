import type { Transitions } from './table.js';

/** A kind of operation, as its store and its runner need to know it. */
export interface FlowDefinition<State extends string, Event extends string, Effect extends string> {
  /** In the plural: what metrics and logs call it, for example `withdrawals`. */
  readonly name: string;
  readonly transitions: Transitions<State, Event, Effect>;
  /** The fields of a record whose values, joined by slashes, are its state. */
  readonly stateFields: readonly [string, ...string[]];
  /**
   * The states in which the platform works on an operation, with how many turns at once in each process. Every state has
   * room of its own, so that what is stuck in one never holds up another.
   */
  readonly lanes: { readonly [Worked in State]?: number };
  /** The states in which an operation waits for an operator. */
  readonly awaitingOperator?: readonly State[];
}
