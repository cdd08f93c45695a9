import type { Faults, Trouble, TroubleKind } from '../../../simulation/index.js';

/** The troubles of a harsh venue, with how often they come: once in so many requests for orders, matches, settlements, redemptions. */
const TROUBLES: Readonly<Partial<Record<TroubleKind, Trouble & { readonly every: number }>>> = {
  restarting: { every: 200, delayMs: 2_000 },
  match_delayed: { every: 10, delayMs: 3_000 },
  match_failed: { every: 15, delayMs: 0 },
  settlement_retried: { every: 10, delayMs: 0 },
  redeem_unpaid: { every: 8, delayMs: 0 },
};

/** Returns the same faults; in addition the venue's engine meets those troubles that pass by themselves. */
export function troubledEngine(faults: Faults): Faults {
  const asked = new Map<TroubleKind, number>();
  return {
    ...faults,
    takeTrouble: (venue, kind, user) => {
      const met = faults.takeTrouble(venue, kind, user);
      const own = TROUBLES[kind];
      if (met !== undefined || own === undefined) return met;
      const times = (asked.get(kind) ?? 0) + 1;
      asked.set(kind, times);
      return times % own.every === 0 ? { delayMs: own.delayMs } : undefined;
    },
  };
}
