import type { MandateInput } from './generated/documents.js';

/** The limits of a key as they are entered. */
export interface EnteredLimits {
  readonly venues: readonly string[];
  /** One symbol per line. */
  readonly symbols: string;
  readonly maxOrderUsd: string;
  readonly maxDailyUsd: string;
  readonly maxLeverage: string;
  readonly reduceOnly: boolean;
  /** Local to UTC, as an input gives it: `2026-12-01T00:00`. */
  readonly expiresAt: string;
}

/** Nothing is limited. */
export const NO_LIMITS: EnteredLimits = {
  venues: [],
  symbols: '',
  maxOrderUsd: '',
  maxDailyUsd: '',
  maxLeverage: '',
  reduceOnly: false,
  expiresAt: '',
};

/** The mandate that was entered; undefined where nothing is limited. What is wrong in it the platform says. */
export function mandateOf(limits: EnteredLimits): MandateInput | undefined {
  const symbols = limits.symbols
    .split(/[\n,]/)
    .map((symbol) => symbol.trim())
    .filter((symbol) => symbol !== '');
  const mandate = {
    ...(limits.venues.length === 0 ? {} : { venues: [...limits.venues] }),
    ...(symbols.length === 0 ? {} : { symbols }),
    ...entered(limits.maxOrderUsd, (maxOrderUsd) => ({ maxOrderUsd })),
    ...entered(limits.maxDailyUsd, (maxDailyUsd) => ({ maxDailyUsd })),
    ...entered(limits.maxLeverage, (times) => ({ maxLeverage: Number(times) })),
    ...(limits.reduceOnly ? { reduceOnly: true } : {}),
    ...entered(limits.expiresAt, (at) => ({ expiresAt: `${at}:00.000Z` })),
  };
  // The graph's default stands in for what was not limited.
  return Object.keys(mandate).length === 0 ? undefined : { reduceOnly: false, ...mandate };
}

function entered<Field>(text: string, field: (text: string) => Field): Field | undefined {
  const trimmed = text.trim();
  return trimmed === '' ? undefined : field(trimmed);
}
