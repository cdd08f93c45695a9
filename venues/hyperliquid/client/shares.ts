import { integer } from '@platform/kit/config';
import { WEIGHT_PER_MINUTE } from '../codec/index.js';

/**
 * How the processes of one address share what the venue allows it per minute. The shares are fixed, so that none depends on
 * another process or on when it was started, and together they are no more than the allowance.
 */
export const SHARES = {
  /** Setups, withdrawals and the balances that callers read. */
  wallet: 420,
  /** Orders and the look-ups of their outcomes. */
  execution: 300,
  /** Markets and history that callers read. */
  context: 360,
  /** All live bots together: who starts their proxies divides it among them. */
  venueProxies: 120,
} as const;

const SHARE_MIN = 10;
const SHARE_MAX = 10_000_000;

/** The setting of a process's share. */
export function shareSetting(share: number) {
  return integer(SHARE_MIN, SHARE_MAX)
    .default(share)
    .describe(
      `this process's share of the ${WEIGHT_PER_MINUTE} of request weight that the venue allows an address per minute: ` +
        `wallet ${SHARES.wallet}, execution ${SHARES.execution}, context ${SHARES.context}, all live bots ${SHARES.venueProxies}`,
    );
}

/** The setting of a bot's part of the share of all bots, which only who starts them knows. */
export function partSetting() {
  return integer(SHARE_MIN, SHARE_MAX).describe(
    `this bot's part of the request weight of all bots at the venue, ${SHARES.venueProxies} a minute`,
  );
}

/** The setting of an address that has the whole allowance for itself. */
export function wholeSetting() {
  return integer(SHARE_MIN, SHARE_MAX)
    .default(WEIGHT_PER_MINUTE)
    .describe('request weight per minute that the venue allows that address');
}
