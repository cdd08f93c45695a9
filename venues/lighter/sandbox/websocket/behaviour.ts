import type { SandboxWorld } from '../../../simulation/index.js';

/** What the venue's WebSocket does beyond its documents. */
export interface Behaviour {
  /** Whether a subscription is answered with the next tick, up to a second later, instead of at once. */
  readonly answersLate: boolean;
  /** The age at which a connection loses one batch of an order book; undefined: none is lost. */
  readonly losesBatchAfterMs: number | undefined;
  /** The age at which a connection is closed; absent: a day, as the documents say. */
  readonly closesAfterMs?: number;
}

/** The behaviour in each world of the sandbox (docs/sandbox.md). */
export const BEHAVIOURS: Readonly<Record<SandboxWorld, Behaviour>> = {
  kind: { answersLate: false, losesBatchAfterMs: undefined },
  harsh: { answersLate: true, losesBatchAfterMs: 300_000, closesAfterMs: 600_000 },
};
