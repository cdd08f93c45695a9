/** The next state after an event, and the effects of the transition. */
export interface Transition<State extends string, Effect extends string> {
  readonly to: State;
  /** Names only: the domain that defines the table carries the effects out, in the same write as the state. */
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

  /** Returns the transition of an event in a state. Throws where the event can't happen: an unknown event is never ignored. */
  of(state: State, event: Event): Transition<State, Effect> {
    const transition = this.rows[state][event];
    if (transition === undefined) throw new Error(`${this.subject} can not be ${event} when ${state}`);
    return transition;
  }

  /** Returns whether an event can happen in a state. */
  allows(state: State, event: Event): boolean {
    return this.rows[state][event] !== undefined;
  }

  /** Returns whether a state is final. */
  isEnd(state: State): boolean {
    return Object.keys(this.rows[state]).length === 0;
  }

  /** Returns a state and all that can follow it, in no order. */
  reachableFrom(start: State): ReadonlySet<State> {
    const reached = new Set([start]);
    for (const state of reached) {
      const transitions = Object.values<Transition<State, Effect> | undefined>(this.rows[state]);
      for (const transition of transitions) if (transition !== undefined) reached.add(transition.to);
    }
    return reached;
  }
}

/** Makes the table of an operation; `subject` is its name in errors with the article, for example `a withdrawal`. */
export function defineTransitions<State extends string, Event extends string, Effect extends string = never>(
  subject: string,
  states: readonly State[],
  rows: Rows<State, Event, Effect>,
): Transitions<State, Event, Effect> {
  return new Transitions(subject, states, rows);
}
