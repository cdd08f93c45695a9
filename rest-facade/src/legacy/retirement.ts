// Why: docs/decisions/edge/older-surface.md

/** When the older surface is deprecated and when it ends, by prefix: the only place where these dates stand. */
const DATES = {
  auth: { deprecatedAt: '2026-12-01T00:00:00Z', endsAt: '2027-12-01T00:00:00Z' },
  v1: { deprecatedAt: '2026-12-01T00:00:00Z', endsAt: '2027-12-01T00:00:00Z' },
  v2: { deprecatedAt: '2026-12-01T00:00:00Z', endsAt: '2027-12-01T00:00:00Z' },
  v3: { deprecatedAt: '2026-12-01T00:00:00Z', endsAt: '2027-12-01T00:00:00Z' },
} as const;

/** A prefix of the older surface. */
export type LegacyPrefix = keyof typeof DATES;

/** The dates of an operation of the older surface. */
export interface Retirement {
  readonly deprecatedAt: Date;
  /** From then on it answers 410. */
  readonly endsAt: Date;
}

/** The prefixes of the older surface. */
export const legacyPrefixes = Object.keys(DATES).filter((prefix): prefix is LegacyPrefix => prefix in DATES);

/** Returns the dates of a prefix. */
export function retirementOf(prefix: LegacyPrefix): Retirement {
  const { deprecatedAt, endsAt } = DATES[prefix];
  return { deprecatedAt: new Date(deprecatedAt), endsAt: new Date(endsAt) };
}
