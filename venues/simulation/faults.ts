import { z } from 'zod';

/** Answers with status 200 that sound like a refusal and say nothing of what became of the call. */
const unsaid = z.enum(['err_timeout', 'err_rate_limit', 'err_internal']);

/**
 * What to do to a call: never answer, hang up, answer "too many requests", answer half of what was said, answer that it
 * was refused, answer one of those that say nothing, be gone altogether, or (nodes of chains alone) answer as a node that lags.
 */
const kind = z.enum(['timeout', 'disconnect', 'rate_limit', 'malformed', 'reject', ...unsaid.options, 'down', 'stale']);

/** The names of the venues that are nodes of chains. */
const NODES = ['arbitrum', 'polygon'];

const fields = z.strictObject({
  /** The venue that has it, or the chain whose node has it. */
  venue: z.string().regex(/^[a-z]{1,32}$/, 'must be the name of a venue'),
  kind,
  /** How many calls it hits; absent: one, and for `down` all until it is cleared. */
  count: z.int().min(1).max(1_000_000).optional(),
  /** Whether the venue does what is asked before the fault shows; `down` never does. */
  when: z.enum(['before_accept', 'after_accept']).default('before_accept'),
  /** `changes`: calls that change something; `all`: reads too. `down` always hits all. */
  scope: z.enum(['changes', 'all']).default('changes'),
  /** Nodes of chains alone: the method that it hits, be it a read or not; absent: by `scope`. */
  method: z
    .string()
    .regex(/^[a-zA-Z_]{1,64}$/, 'must be the name of a method')
    .optional(),
  /** Nodes of chains alone: what `reject` says, for example `nonce too low`. */
  message: z.string().min(1).max(200).optional(),
});

/** A fault as asked for over HTTP. */
export const faultRequest = fields
  .refine(
    ({ venue, kind, method, message }) =>
      NODES.includes(venue) || (kind !== 'stale' && method === undefined && message === undefined),
    { path: ['venue'], message: 'must be a chain: venues have no method, no message and no node that lags' },
  )
  .refine(({ venue, kind }) => !NODES.includes(venue) || !unsaid.safeParse(kind).success, {
    path: ['kind'],
    message: 'is an answer of venues alone: a node of a chain gives none of them',
  });

/** A kind of answer that says nothing. */
export type UnsaidKind = z.output<typeof unsaid>;

/** A kind of fault. */
export type FaultKind = z.output<typeof kind>;

/** What is done to one call. */
export interface Fault {
  readonly kind: FaultKind;
  readonly when: 'before_accept' | 'after_accept';
  readonly method?: string | undefined;
  readonly message?: string | undefined;
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
  take(venue: string, changes: boolean, methods?: readonly string[]): Fault | undefined;
  /** Whether the venue is gone, so that nobody stays connected to it. */
  isDown(venue: string): boolean;
}

/** No faults yet. */
export function createFaults(): Faults {
  let pending: Pending[] = [];
  return {
    inject: ({ venue, kind, count, when, scope, method, message }) => {
      const isDown = kind === 'down';
      pending.push({
        fault: { kind, when: isDown ? 'before_accept' : when, method, message },
        venue,
        hitsReads: isDown || scope === 'all' || method !== undefined,
        remaining: count ?? (isDown ? Number.POSITIVE_INFINITY : 1),
      });
    },
    clear: () => {
      pending = [];
    },
    take: (venue, changes, methods = []) => {
      const met = pending.find(
        ({ fault: { method }, ...each }) =>
          each.venue === venue && (changes || each.hitsReads) && (method === undefined || methods.includes(method)),
      );
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
