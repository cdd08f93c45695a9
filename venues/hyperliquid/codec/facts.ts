import type { Address } from 'viem';

/**
 * Bridge2 on Arbitrum: it credits native USDC to the sender's account at Hyperliquid; less than 5 USDC is lost. Source: Hyperliquid's
 * documentation of its bridge.
 */
export const BRIDGE_ADDRESS: Address = '0x2Df1c51E09aECF9cacB7bc98cB1742757f163dF7';

/** The highest fee of the platform's builder per order: 0.01 %, in tenths of a basis point. Source: docs/interface.md, cost model. */
export const BUILDER_FEE_TENTHS_OF_BASIS_POINT = 10;

/** What the venue keeps of each withdrawal: 1 USDC, in millionths. Source: Hyperliquid's documentation of its exchange endpoint. */
export const WITHDRAWAL_FEE_MICRO_USDC = 1_000_000n;

/** How old a nonce may be, by the venue's clock. Source: Hyperliquid's documentation of nonces. */
export const NONCE_AGE_MS_MAX = 2 * 24 * 3_600_000;
