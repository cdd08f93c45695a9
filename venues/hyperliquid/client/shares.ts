import { integer } from '@platform/kit/config';
import { WEIGHT_PER_MINUTE } from '../codec/index.js';

/**
 * How the processes of one address share the venue's weight per minute. The shares are fixed, so each is independent of other processes and
 * of their start times, and together they are no more than the allowance.
 */
export const SHARES = {
  /** Setups, withdrawals and callers' reads of balances. */
  wallet: 360,
  /** Orders and the look-ups of their outcomes. */
  execution: 240,
  /** Callers' reads of markets and history. */
  context: 300,
  /** All live bots together: their proxies divide it evenly. One proxy's bots need this much for their first reads. */
  venueProxies: 300,
} as const;

const SHARE_MIN = 10;
const SHARE_MAX = 10_000_000;

/** Returns the setting of a process's share. */
export function shareSetting(share: number) {
  return integer(SHARE_MIN, SHARE_MAX)
    .default(share)
    .describe(
      `this process's share of the ${WEIGHT_PER_MINUTE} of request weight that the venue allows an address per minute: ` +
        `wallet ${SHARES.wallet}, execution ${SHARES.execution}, context ${SHARES.context}, all live bots ${SHARES.venueProxies}`,
    );
}

/** Returns the setting of an address that has the whole allowance for itself. */
export function wholeSetting() {
  return integer(SHARE_MIN, SHARE_MAX)
    .default(WEIGHT_PER_MINUTE)
    .describe('request weight per minute that the venue allows that address');
}
