/** What each account holds on Arbitrum at the start, and what each withdrawal takes of it. */
export const CENT_MICRO_USDC = 10_000n;
export const HELD_MICRO_USDC = 100_000_000n;
