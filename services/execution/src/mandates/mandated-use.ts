import type { UserCaller } from '@platform/keys/tokens';
import { type MicroUsdc, parseUsd } from '@platform/kit/money';
import type { ExecutionVenue, NativeAction } from '@platform/venues/native-actions';
import { readDemand, requireDemand, totalOf } from './mandate-check.js';
import { dayOf, type MandateUse } from './mandate-use.js';

/** The user who submits an action, and the key that it is submitted with. */
export type Submitter = Pick<UserCaller, 'accountId' | 'credentialId' | 'mandate'>;

/** What an action takes of a daily limit. */
interface LimitedUse {
  readonly use: MandateUse;
  readonly maximum: MicroUsdc;
}

/**
 * Checks an action against the mandate of its key, the venue apart. Returns what it takes of the daily limit; undefined where it takes
 * nothing, or there is none. Throws `mandate_exceeded`.
 */
export async function mandatedUse(
  { credentialId, mandate }: Submitter,
  asked: {
    readonly action: NativeAction;
    readonly venue: ExecutionVenue;
    readonly accountAddress: string;
    readonly now: Date;
  },
): Promise<LimitedUse | undefined> {
  if (mandate === undefined) return undefined;
  const demand = await readDemand(mandate, asked.action, asked.venue, asked.accountAddress);
  requireDemand(mandate, demand);
  if (mandate.maxDailyUsd === undefined) return undefined;
  const maximum = parseUsd(mandate.maxDailyUsd);
  const amountMicroUsdc = totalOf(demand, maximum);
  if (amountMicroUsdc === 0n) return undefined;
  return { use: { credentialId, day: dayOf(asked.now), amountMicroUsdc }, maximum };
}
