import { type Fault, type Faults, type TroubleKind, unsteady } from '../../simulation/index.js';

/** What the venue does in the harsh world, unasked; see docs/sandbox.md. */

/** One of this many changes is answered without a verdict. */
const UNSAID_EVERY = 20;
/** One of this many requests with transactions meets a broken server, before or after the venue has accepted it. */
const BROKEN_EVERY = 16;
/** One of this many accepted transactions is rejected by the sequencer. */
const REJECTED_EVERY = 25;
/** Before one of this many accepted transactions the sequencer stands still. */
const SLOW_EVERY = 40;
const SLOW_MS = 5_000;

/** Returns the same faults, and those of the harsh world beside them. */
export function harshFaults(faults: Faults): Faults {
  const asked = new Map<TroubleKind, number>();
  const isDue = (kind: TroubleKind, every: number) => {
    const times = (asked.get(kind) ?? 0) + 1;
    asked.set(kind, times);
    return times % every === 0;
  };
  return {
    ...unsteady(faults, UNSAID_EVERY),
    takeTrouble: (venue, kind, user) => {
      const met = faults.takeTrouble(venue, kind, user);
      if (met !== undefined) return met;
      if (kind === 'transaction_rejected' && isDue(kind, REJECTED_EVERY)) return { delayMs: 0 };
      return kind === 'transaction_slow' && isDue(kind, SLOW_EVERY) ? { delayMs: SLOW_MS } : undefined;
    },
  };
}

/** Returns the faults that requests with transactions meet at a server in trouble. */
export function brokenServers(): () => Fault | undefined {
  let sent = 0;
  return () => {
    sent += 1;
    const when = (sent / BROKEN_EVERY) % 2 === 0 ? 'before_accept' : 'after_accept';
    return sent % BROKEN_EVERY === 0 ? { kind: 'server_error', when } : undefined;
  };
}
