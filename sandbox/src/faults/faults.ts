import { z } from 'zod';

/** Answers with status 200 that sound like a refusal and say nothing of what became of the call. */
const unsaid = z.enum(['err_timeout', 'err_rate_limit', 'err_internal']);

/**
 * What to do to a call: never answer, hang up, answer "too many requests", answer half of what was said, answer that it
 * was refused, answer one of those that say nothing, or be gone altogether.
 */
const kind = z.enum(['timeout', 'disconnect', 'rate_limit', 'malformed', 'reject', ...unsaid.options, 'down']);

/** A fault as asked for over HTTP. */
export const faultRequest = z.strictObject({
  /** The venue that has it, for example `hyperliquid`. */
  venue: z.string().regex(/^[a-z]{1,32}$/, 'must be the name of a venue'),
  kind,
  /** How many calls it hits; absent: one, and for `down` all until it is cleared. */
  count: z.int().min(1).max(1_000_000).optional(),
  /** Whether the venue does what is asked before the fault shows; `down` never does. */
  when: z.enum(['before_accept', 'after_accept']).default('before_accept'),
  /** `changes`: calls that change something; `all`: reads too. `down` always hits all. */
  scope: z.enum(['changes', 'all']).default('changes'),
});

/** A kind of answer that says nothing. */
export type UnsaidKind = z.output<typeof unsaid>;

/** A kind of fault. */
export type FaultKind = z.output<typeof kind>;

/** What is done to one call. */
export interface Fault {
  readonly kind: FaultKind;
  readonly when: 'before_accept' | 'after_accept';
}

interface Pending {
  readonly fault: Fault;
  readonly venue: string;
  readonly hitsReads: boolean;
  remaining: number;
}

/** The faults that calls to sandbox venues still have to meet, in the order they were asked for. */
export interface Faults {
  /** Adds a fault. */
  inject(request: z.output<typeof faultRequest>): void;
  /** Drops all of them. */
  clear(): void;
  /** The fault that this call meets, which has then one call less to hit; undefined when it goes well. */
  take(venue: string, changes: boolean): Fault | undefined;
  /** Whether the venue is gone, so that nobody stays connected to it. */
  isDown(venue: string): boolean;
}

/** No faults yet. */
export function createFaults(): Faults {
  let pending: Pending[] = [];
  return {
    inject: ({ venue, kind, count, when, scope }) => {
      const isDown = kind === 'down';
      pending.push({
        fault: { kind, when: isDown ? 'before_accept' : when },
        venue,
        hitsReads: isDown || scope === 'all',
        remaining: count ?? (isDown ? Number.POSITIVE_INFINITY : 1),
      });
    },
    clear: () => {
      pending = [];
    },
    take: (venue, changes) => {
      const met = pending.find((each) => each.venue === venue && (changes || each.hitsReads));
      if (met === undefined) return undefined;
      met.remaining -= 1;
      pending = pending.filter(({ remaining }) => remaining > 0);
      return met.fault;
    },
    isDown: (venue) => pending.some((each) => each.venue === venue && each.fault.kind === 'down'),
  };
}

/**
 * The same faults, and beside them every so many calls that change something an answer that says nothing, after the venue did
 * what was asked.
 */
export function unsteady(faults: Faults, everyCalls: number): Faults {
  let calls = 0;
  return {
    ...faults,
    take: (venue, changes) => {
      const met = faults.take(venue, changes);
      if (met !== undefined || !changes) return met;
      calls += 1;
      const kind = unsaid.options[Math.floor(calls / everyCalls) % unsaid.options.length];
      return calls % everyCalls === 0 && kind !== undefined ? { kind, when: 'after_accept' } : undefined;
    },
  };
}
