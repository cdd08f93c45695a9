/** Test helpers for operations whose clock stands still. */
import type { FlowFields } from './records.js';
import type { FlowTurns } from './turns.js';

/** Runs the turns of every operation under way, whenever they are due, until none moves any more, as a runner does over time. */
export async function giveAllTurns<Operation extends FlowFields & { readonly _id: string }, State extends string>(
  turns: FlowTurns<Operation, State>,
): Promise<void> {
  const { store } = turns.parts;
  await store.recover();
  for (;;) {
    const held = await store.takeDue(store.worked);
    if (held === undefined) return;
    await turns.give(held);
  }
}
