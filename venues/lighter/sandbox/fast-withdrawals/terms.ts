/** The terms of fast withdrawals. Sources: apidocs.lighter.xyz (deposits, transfers and withdrawals), the client's example, users' reports. */

/** The account of the venue's own that pays. */
export const POOL_ACCOUNT_INDEX = 2 ** 48 - 10;
/** "USDC only, 4 USDC minimum." */
export const LEAST_MICRO_USDC = 4_000_000n;
/** Taken beside what is transferred. */
export const TRANSFER_FEE_MICRO_USDC = 3_000_000n;
/** What the venue still pays, and what it pays at once. */
export const POOL_LIMIT_MICRO_USDC = 250_000_000_000n;
export const WITHDRAWAL_MAX_MICRO_USDC = 100_000_000_000n;
/** The asset and the sides of an account that are taken. */
export const USDC_ASSET_INDEX = 3;

/** Returns who is paid by a transfer, an address in lower case: its memo is that address and twelve zero bytes; undefined for another memo. */
export function paidBy(memo: string): string | undefined {
  return /^(0x[0-9a-f]{40})0{24}$/.exec(memo)?.[1];
}
