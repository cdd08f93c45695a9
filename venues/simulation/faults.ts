import { networkNames } from '@platform/kit/networks';
import { z } from 'zod';
import { ODD_ROW, type OddRow, oddRowFields, oddRowOf, oddRowProblem } from './odd-rows.js';

/** Answers with status 200 that resemble a refusal and leave the outcome of the call open. */
const unsaid = z.enum(['err_timeout', 'err_rate_limit', 'err_internal']);

/**
 * The effect on a call: never answer, close the connection, answer "too many requests", answer half of the text, answer with a refusal,
 * answer without a verdict, answer as a broken server, answer at once as if it had failed and execute it later, be down altogether, or (only
 * nodes of chains) answer as a lagging node.
 */
const kind = z.enum([
  ...['timeout', 'disconnect', 'rate_limit', 'malformed', 'reject'],
  ...unsaid.options,
  ...['server_error', 'err_late', 'down', 'stale'],
] as const);

/** The WebSocket tells candles late. It affects no call. */
const LATE_CANDLES = 'late_candles';
const LATE_SECONDS = 30;
const LATE_SECONDS_MAX = 3_600;
/** How long after its answer a call is executed. */
const LATE_CALL_SECONDS = 2;

/** A new subscription to an account's events says nothing of what happened before it. It affects no call. */
const NO_REPLAY = 'no_replay';

/**
 * What is wrong with the venue's bridge until it is cleared: it takes longer, it keeps a fee of each transfer, or transfers fail. It affects
 * no call.
 */
const bridgeKind = z.enum(['slow_bridge', 'bridge_fee', 'bridge_failure']);
const SLOW_BRIDGE_SECONDS = 60;
const BRIDGE_FEE_CENTS = 50;
const BRIDGE_FEE_CENTS_MAX = 1_000_000;
const MICRO_USD_A_CENT = 10_000n;

/** What the venue does to an account by itself: ends its agents, or closes its positions as a liquidation. */
const blow = z.enum(['agent_ended', 'liquidation']);

/** The names of the venues that are nodes of chains. */
const NODES: readonly string[] = networkNames;

/** Troubles of the account `user`: its orders are refused, its allowance is used up, its orders end since its client was silent. */
const troubleOfAccount = z.enum(['signer_refused', 'signer_limited', 'heartbeat_lost']);
/**
 * What a venue with an order book does: its engine restarts; it delays a match; it fails to delay one, so that the order rests; a settlement
 * is refused once; a settlement fails for good; what is redeemed is not paid, though the transaction succeeds; a transaction that was accepted
 * is rejected as it is executed; such transactions stay pending for long; or one of an account.
 */
const trouble = z.enum([
  ...['restarting', 'match_delayed', 'match_failed', 'settlement_retried', 'settlement_failed', 'redeem_unpaid'],
  ...['transaction_rejected', 'transaction_slow'],
  ...troubleOfAccount.options,
] as const);
/** How long a restart takes, how long a match is delayed, for how long an allowance is used up, and for how long a sequencer stands still. */
const TROUBLE_SECONDS: Readonly<Record<string, number>> = {
  restarting: 90,
  match_delayed: 3,
  signer_limited: 5,
  transaction_slow: 20,
};

const fields = z.strictObject({
  /** The venue with the fault, or the chain of the node with it. */
  venue: z.string().regex(/^[a-z]{1,32}$/, 'must be the name of a venue'),
  kind: z.enum([
    ...kind.options,
    LATE_CANDLES,
    NO_REPLAY,
    ODD_ROW,
    ...bridgeKind.options,
    ...blow.options,
    ...trouble.options,
  ]),
  /** How many calls it affects; absent: one, and for `down` all until it is cleared. What affects no call lasts until it is cleared. */
  count: z.int().min(1).max(1_000_000).optional(),
  /** Whether the venue executes the call before the fault shows; `down` never does. */
  when: z.enum(['before_accept', 'after_accept']).default('before_accept'),
  /** `changes`: calls that change something; `all`: reads too. `down` always affects all. */
  scope: z.enum(['changes', 'all']).default('changes'),
  /** Only calls over HTTP from this IP address are affected; absent: all. */
  address: z.union([z.ipv4(), z.ipv6()]).optional(),
  /** Only `agent_ended`, `liquidation`, `signer_refused`, `signer_limited`, `heartbeat_lost`: the account, by its address at the venue. */
  user: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address')
    .optional(),
  /** Only nodes of chains: the affected method, a read or not; absent: by `scope`. */
  method: z
    .string()
    .regex(/^[a-zA-Z_]{1,64}$/, 'must be the name of a method')
    .optional(),
  /** Only nodes of chains: the message of `reject`, for example `nonce too low`. */
  message: z.string().min(1).max(200).optional(),
  /**
   * Only `late_candles` (absent: 30), `err_late` (2), `match_delayed` (3), `slow_bridge` (60), `transaction_slow` (20): how late;
   * `restarting` (90), `signer_limited` (5): how long.
   */
  seconds: z.int().min(1).max(LATE_SECONDS_MAX).optional(),
  /** Only `bridge_fee` (absent: 50): what the bridge keeps of each transfer, in US cents. */
  cents: z.int().min(1).max(BRIDGE_FEE_CENTS_MAX).optional(),
  ...oddRowFields,
});

/** Kinds that nodes of chains don't have. */
const OF_VENUES: readonly string[] = [
  ...[LATE_CANDLES, NO_REPLAY, ODD_ROW, 'server_error', 'err_late'],
  ...bridgeKind.options,
  ...blow.options,
  ...trouble.options,
  ...unsaid.options,
];

/** Kinds that have a duration. */
const TIMED: readonly string[] = [LATE_CANDLES, 'err_late', 'slow_bridge', ...Object.keys(TROUBLE_SECONDS)];
/** Kinds that are of an account. */
const OF_ACCOUNTS: readonly string[] = [...blow.options, ...troubleOfAccount.options];

/** The request of a fault over HTTP. */
export const faultRequest = fields
  .refine(
    ({ venue, kind, method, message }) =>
      NODES.includes(venue) || (kind !== 'stale' && method === undefined && message === undefined),
    { path: ['venue'], message: 'must be a chain: venues have no method, no message and no node that lags' },
  )
  .refine(({ venue, kind }) => !NODES.includes(venue) || !OF_VENUES.includes(kind), {
    path: ['kind'],
    message: 'is a fault of venues alone: a node of a chain has none of them',
  })
  .refine(({ venue, address }) => !NODES.includes(venue) || address === undefined, {
    path: ['address'],
    message: 'is of calls to venues alone',
  })
  .refine(({ kind, seconds }) => TIMED.includes(kind) || seconds === undefined, {
    path: ['seconds'],
    message: 'is how late something comes, or how long it takes: this fault has no such time',
  })
  .refine(({ kind, cents }) => kind === 'bridge_fee' || cents === undefined, {
    path: ['cents'],
    message: 'is what a bridge keeps: no other fault has it',
  })
  .refine(({ kind, user }) => OF_ACCOUNTS.includes(kind) === (user !== undefined), {
    path: ['user'],
    message: 'is the account of the fault: some faults need it, and no other has it',
  })
  .superRefine((request, context) => {
    const problem = oddRowProblem(request);
    if (problem !== undefined) context.addIssue({ code: 'custom', path: [problem.path], message: problem.message });
  });

/** A kind of answer without a verdict. */
export type UnsaidKind = z.output<typeof unsaid>;

/** A kind of fault of a call. */
export type FaultKind = z.output<typeof kind>;

/** The fault of one call. */
export interface Fault {
  readonly kind: FaultKind;
  readonly when: 'before_accept' | 'after_accept';
  readonly method?: string | undefined;
  readonly message?: string | undefined;
  /** Only `err_late`: how long after its answer the call is executed. */
  readonly delayMs?: number | undefined;
}

/** What a venue does to an account by itself. */
export interface Blow {
  readonly kind: z.output<typeof blow>;
  /** The account's address at the venue, in lower case. */
  readonly user: string;
}

/** A kind of trouble of a venue with an order book. */
export type TroubleKind = z.output<typeof trouble>;

/** A trouble that happens now. */
export interface Trouble {
  /** How long it takes; 0 where it has no duration. */
  readonly delayMs: number;
}

interface PendingTrouble extends Trouble {
  readonly venue: string;
  readonly kind: TroubleKind;
  readonly user: string;
  remaining: number;
}
/** What is wrong with a venue's bridge. */
export interface BridgeTrouble {
  /** How much longer than usual a transfer takes. */
  readonly delayMs: number;
  /** What the bridge keeps of each transfer, in millionths of a USD. */
  readonly feeMicroUsd: bigint;
  /** Whether transfers fail. */
  readonly fails: boolean;
}

/** A bridge in order. */
export const NO_TROUBLE: BridgeTrouble = { delayMs: 0, feeMicroUsd: 0n, fails: false };

interface Pending {
  readonly fault: Fault;
  readonly venue: string;
  readonly address: string | undefined;
  readonly hitsReads: boolean;
  remaining: number;
}

/** The pending faults of sandbox venues, in the order of their requests. */
export interface Faults {
  /** Adds a fault. */
  inject(request: z.output<typeof faultRequest>): void;
  /** Removes all faults. */
  clear(): void;
  /** Returns the fault of this call and counts it; undefined when there is none. `address`: the caller's, where it is known. */
  take(venue: string, changes: boolean, methods?: readonly string[], address?: string): Fault | undefined;
  /** Returns whether the venue is down, so that all connections are closed. */
  isDown(venue: string): boolean;
  /** Returns how late a venue's WebSocket tells candles. */
  candleDelayMs(venue: string): number;
  /** Returns whether a new subscription to an account's events tells what happened before it. */
  replays(venue: string): boolean;
  /** Returns the odd members of a venue's public answers. */
  oddRows(venue: string): readonly OddRow[];
  /** Returns what is wrong with a venue's bridge. */
  bridgeTrouble(venue: string): BridgeTrouble;
  /** Returns what a venue is to do to accounts, once. */
  takeBlows(venue: string): readonly Blow[];
  /** Returns a trouble of a venue, or of an account of it, and counts it; undefined when there is none. */
  takeTrouble(venue: string, kind: TroubleKind, user?: string): Trouble | undefined;
}

/** Returns an empty list of faults. */
export function createFaults(): Faults {
  let pending: Pending[] = [];
  let blows: (Blow & { readonly venue: string })[] = [];
  let troubles: PendingTrouble[] = [];
  const candleDelaysMs = new Map<string, number>();
  const withoutReplay = new Set<string>();
  let oddRows: { readonly venue: string; readonly row: OddRow }[] = [];
  const bridges = new Map<string, BridgeTrouble>();
  return {
    inject: (request) => {
      const { venue, kind, count, when, scope, address, user = '', method, message, seconds, cents } = request;
      if (kind === ODD_ROW) {
        oddRows.push({ venue, row: oddRowOf(request) });
        return;
      }
      if (kind === LATE_CANDLES) {
        candleDelaysMs.set(venue, (seconds ?? LATE_SECONDS) * 1_000);
        return;
      }
      if (kind === NO_REPLAY) {
        withoutReplay.add(venue);
        return;
      }
      if (kind === 'slow_bridge' || kind === 'bridge_fee' || kind === 'bridge_failure') {
        bridges.set(venue, { ...(bridges.get(venue) ?? NO_TROUBLE), ...troubleOf(kind, seconds, cents) });
        return;
      }
      if (kind === 'agent_ended' || kind === 'liquidation') {
        blows.push({ venue, kind, user: user.toLowerCase() });
        return;
      }
      if (isTrouble(kind)) {
        const delayMs = (seconds ?? TROUBLE_SECONDS[kind] ?? 0) * 1_000;
        // A key whose signer is refused stays refused.
        const remaining = count ?? (kind === 'signer_refused' ? Number.POSITIVE_INFINITY : 1);
        troubles.push({ venue, kind, user: user.toLowerCase(), delayMs, remaining });
        return;
      }
      const isDown = kind === 'down';
      const delay = kind === 'err_late' ? { delayMs: (seconds ?? LATE_CALL_SECONDS) * 1_000 } : {};
      pending.push({
        fault: { kind, when: isDown ? 'before_accept' : when, method, message, ...delay },
        venue,
        address,
        hitsReads: isDown || scope === 'all' || method !== undefined,
        remaining: count ?? (isDown ? Number.POSITIVE_INFINITY : 1),
      });
    },
    clear: () => {
      pending = [];
      blows = [];
      troubles = [];
      candleDelaysMs.clear();
      withoutReplay.clear();
      oddRows = [];
      bridges.clear();
    },
    take: (venue, changes, methods = [], from = undefined) => {
      const met = pending.find(
        ({ fault: { method }, address, ...each }) =>
          each.venue === venue &&
          (changes || each.hitsReads) &&
          (address === undefined || address === from) &&
          (method === undefined || methods.includes(method)),
      );
      if (met === undefined) return undefined;
      met.remaining -= 1;
      pending = pending.filter(({ remaining }) => remaining > 0);
      return met.fault;
    },
    isDown: (venue) => pending.some((each) => each.venue === venue && each.fault.kind === 'down'),
    candleDelayMs: (venue) => candleDelaysMs.get(venue) ?? 0,
    oddRows: (venue) => oddRows.filter((each) => each.venue === venue).map(({ row }) => row),
    bridgeTrouble: (venue) => bridges.get(venue) ?? NO_TROUBLE,
    replays: (venue) => !withoutReplay.has(venue),
    takeBlows: (venue) => {
      const taken = blows.filter((each) => each.venue === venue);
      blows = blows.filter((each) => each.venue !== venue);
      return taken;
    },
    takeTrouble: (venue, kind, user = '') => {
      const met = troubles.find((each) => each.venue === venue && each.kind === kind && each.user === user);
      if (met === undefined) return undefined;
      met.remaining -= 1;
      troubles = troubles.filter(({ remaining }) => remaining > 0);
      return { delayMs: met.delayMs };
    },
  };
}

function isTrouble(kind: z.output<typeof fields>['kind']): kind is TroubleKind {
  return trouble.safeParse(kind).success;
}

function troubleOf(
  kind: z.output<typeof bridgeKind>,
  seconds = SLOW_BRIDGE_SECONDS,
  cents = BRIDGE_FEE_CENTS,
): Partial<BridgeTrouble> {
  if (kind === 'slow_bridge') return { delayMs: seconds * 1_000 };
  return kind === 'bridge_fee' ? { feeMicroUsd: BigInt(cents) * MICRO_USD_A_CENT } : { fails: true };
}

/** Returns the instant whose candles a venue's stream tells now: it stands still where they come later than before, and never goes back. */
export function candleInstants(faults: Faults | undefined, venue: string): (nowMs: number) => number {
  let toldMs = Number.NEGATIVE_INFINITY;
  return (nowMs) => {
    toldMs = Math.max(toldMs, nowMs - (faults?.candleDelayMs(venue) ?? 0));
    return toldMs;
  };
}

/**
 * Returns the same faults; in addition every `everyCalls`-th call that changes something gets an answer without a verdict, after the
 * venue executed it.
 */
export function unsteady(faults: Faults, everyCalls: number): Faults {
  let calls = 0;
  return {
    ...faults,
    take: (venue, changes, methods, address) => {
      const met = faults.take(venue, changes, methods, address);
      if (met !== undefined || !changes) return met;
      calls += 1;
      const kind = unsaid.options[Math.floor(calls / everyCalls) % unsaid.options.length];
      return calls % everyCalls === 0 && kind !== undefined ? { kind, when: 'after_accept' } : undefined;
    },
  };
}
