import type { Problem } from './problem.js';

/** Answers somebody who is not signed in, or not any more. */
const ENDED = 'unauthorized';

let told: (() => void) | undefined;

/** Sets what is called when an answer says that there is no session. */
export function onSessionEnded(call: () => void): void {
  told = call;
}

/** Notes a problem that may mean the end of the session. */
export function sessionProblem({ code }: Problem): void {
  if (code === ENDED) told?.();
}
