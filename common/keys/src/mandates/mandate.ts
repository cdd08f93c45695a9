// Why: docs/decisions/execution/mandates.md
import { z } from 'zod';

/** The most symbols and venues of a mandate: it travels in every token of its key. */
export const MANDATE_SYMBOLS_MAX = 50;
export const MANDATE_VENUES_MAX = 10;

const name = z.string().min(1).max(64);
const usd = z.string().regex(/^\d{1,10}\.\d{2,6}$/);

/** A mandate as it is carried from the identity service on: it was checked when its key was minted. */
export const mandateSchema = z.strictObject({
  venues: z.array(name).min(1).max(MANDATE_VENUES_MAX).readonly().exactOptional(),
  symbols: z.array(name).min(1).max(MANDATE_SYMBOLS_MAX).readonly().exactOptional(),
  maxOrderUsd: usd.exactOptional(),
  maxDailyUsd: usd.exactOptional(),
  maxLeverage: z.int().min(1).exactOptional(),
  reduceOnly: z.literal(true).exactOptional(),
  expiresAtMs: z.int().exactOptional(),
});

/** The limits of an API key's trading, set when it was minted; an absent one does not limit. */
export interface Mandate {
  /** Ids of the venues that it may trade at. */
  readonly venues?: readonly string[];
  /** Canonical symbols of the markets that it may trade. */
  readonly symbols?: readonly string[];
  /** The most that one order may be worth: USD as decimal text. */
  readonly maxOrderUsd?: string;
  /** The most that all orders of a UTC day may be worth together: USD as decimal text. */
  readonly maxDailyUsd?: string;
  readonly maxLeverage?: number;
  /** Whether it may only reduce positions and cancel. */
  readonly reduceOnly?: true;
  /** When it ends, in milliseconds since the Unix epoch. */
  readonly expiresAtMs?: number;
}
