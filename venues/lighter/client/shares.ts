import { integer } from '@platform/kit/config';
import { REQUESTS_PER_MINUTE, TRANSACTIONS_PER_MINUTE } from '../codec/index.js';

/**
 * How the processes of one address share the venue's requests per minute, money first. Together they are what the venue allows, by address and
 * so by account too. Bots read over WebSockets, and market data may have an address of its own.
 */
export const SHARES = {
  /** Orders wait for no other process: what is read before one is sent, and the look-ups of outcomes. */
  execution: 25,
  /** Setups, balances, and what became of transactions whose nonces are open. */
  wallet: 20,
  context: 15,
} as const;

/** The transactions per minute, which the venue counts apart: setups send few. */
export const TRANSACTION_SHARES = { execution: 50, wallet: 10 } as const;

const SHARE_MIN = 1;
const SHARE_MAX = 10_000_000;

/** Returns the setting of a process's share. */
export function shareSetting(share: number) {
  return integer(SHARE_MIN, SHARE_MAX)
    .default(share)
    .describe(`this process's share of the ${REQUESTS_PER_MINUTE} requests that Lighter allows an address per minute`);
}

/** Returns the setting of the share of transactions. */
export function transactionsSetting(share: number) {
  return integer(SHARE_MIN, SHARE_MAX)
    .default(share)
    .describe(
      `this process's share of the ${TRANSACTIONS_PER_MINUTE} transactions that Lighter allows an address per minute`,
    );
}
