/** Where an event leads from a state, and what is done together with it. */
export interface Transition<State extends string, Effect extends string> {
  readonly to: State;
  /** Named only: the domain that defines the table carries them out, in the same write as the state. */
  readonly effects: readonly Effect[];
}

/** The events of each state. A state without events is an end. */
type Rows<State extends string, Event extends string, Effect extends string> = {
  readonly [From in State]: { readonly [What in Event]?: Transition<State, Effect> };
};

/** The transition table of one kind of operation: pure, so that it is tested without a store, a clock or a network. */
export class Transitions<State extends string, Event extends string, Effect extends string = never> {
  constructor(
    private readonly subject: string,
    readonly states: readonly State[],
    private readonly rows: Rows<State, Event, Effect>,
  ) {}

  /** What an event does in a state. Throws where the event can't happen: an unknown event is never passed over. */
  of(state: State, event: Event): Transition<State, Effect> {
    const transition = this.rows[state][event];
    if (transition === undefined) throw new Error(`${this.subject} can not be ${event} when ${state}`);
    return transition;
  }

  /** Whether an event can happen in a state. */
  allows(state: State, event: Event): boolean {
    return this.rows[state][event] !== undefined;
  }

  /** Whether nothing ever follows a state. */
  isEnd(state: State): boolean {
    return Object.keys(this.rows[state]).length === 0;
  }

  /** A state and all that can follow it, in no order. */
  reachableFrom(start: State): ReadonlySet<State> {
    const reached = new Set([start]);
    for (const state of reached) {
      const transitions = Object.values<Transition<State, Effect> | undefined>(this.rows[state]);
      for (const transition of transitions) if (transition !== undefined) reached.add(transition.to);
    }
    return reached;
  }
}

/** The table of an operation, which `subject` names in errors with its article, for example `a withdrawal`. */
export function defineTransitions<State extends string, Event extends string, Effect extends string = never>(
  subject: string,
  states: readonly State[],
  rows: Rows<State, Event, Effect>,
): Transitions<State, Event, Effect> {
  return new Transitions(subject, states, rows);
}
