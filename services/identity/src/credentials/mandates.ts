// Why: docs/decisions/execution/mandates.md
import { PlatformError } from '@platform/errors';
import type { Mandate } from '@platform/keys/mandates';
import type { SealedFields } from '@platform/keys/seals';
import { Schema } from 'mongoose';

const names = { type: [String], default: undefined };

/** A mandate in the record of its key. */
export const storedMandate = new Schema<Mandate>(
  {
    venues: names,
    symbols: names,
    maxOrderUsd: String,
    maxDailyUsd: String,
    maxLeverage: Number,
    reduceOnly: Boolean,
    expiresAtMs: Number,
  },
  { _id: false },
);

/** Returns what the seal of a key covers of its mandate: nothing for a key without one, so that its seal stays valid. */
export function sealedMandate(mandate: Mandate | undefined): SealedFields {
  return Object.fromEntries(Object.entries(mandate ?? {}).map(([name, value]) => [`mandate.${name}`, value]));
}

/** Throws `invalid_request` for a mandate that has ended before its key is minted. */
export function requireUnended({ expiresAtMs }: Mandate, nowMs: number): void {
  if (expiresAtMs === undefined || expiresAtMs > nowMs) return;
  throw new PlatformError('invalid_request', {
    details: [{ path: 'mandate.expires_at', message: 'must be in the future' }],
  });
}
