import { integer } from '@platform/kit/config';
import { REQUESTS_PER_TEN_SECONDS } from '../codec/index.js';

/**
 * How many requests per minute stay within the limit per ten seconds: in any ten seconds the budget spends at most a quarter of a minute's
 * requests at once, and then a sixth of the seven tenths that are refilled per minute.
 */
const MINUTES_SHARE_OF_TEN_SECONDS = 0.25 + 0.7 / 6;
/** The shares of the processes: what reads markets and history, what opens accounts, and what trades. */
const CONTEXT_SHARE = 0.75;
const WALLET_SHARE = 0.05;
const EXECUTION_SHARE = 0.2;

/** The requests per minute of the reader of markets and history by its API, and those of wallets and executions at the CLOB. */
export const SHARES = {
  gamma: shareOf(CONTEXT_SHARE, REQUESTS_PER_TEN_SECONDS.gamma),
  clob: shareOf(CONTEXT_SHARE, REQUESTS_PER_TEN_SECONDS.clob),
  wallet: shareOf(WALLET_SHARE, REQUESTS_PER_TEN_SECONDS.clob),
  execution: shareOf(EXECUTION_SHARE, REQUESTS_PER_TEN_SECONDS.clob),
} as const;

function shareOf(share: number, requestsPerTenSeconds: number): number {
  return Math.floor((share * requestsPerTenSeconds) / MINUTES_SHARE_OF_TEN_SECONDS);
}

const NAMES = { gamma: 'Gamma', clob: 'CLOB' } as const;
const SHARE_MIN = 10;
const SHARE_MAX = 1_000_000;

/** Returns the setting of a process's share of one of the APIs. */
export function shareSetting(api: keyof typeof NAMES, share: number = SHARES[api]) {
  return integer(SHARE_MIN, SHARE_MAX)
    .default(share)
    .describe(
      `requests per minute that this process may send to Polymarket's ${NAMES[api]}, which allows an address ` +
        `${REQUESTS_PER_TEN_SECONDS[api]} in ten seconds`,
    );
}
