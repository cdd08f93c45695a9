import type { Address } from 'viem';

/**
 * The venue's contracts on Polygon besides its exchanges. Source: the official client 1.1.0's table, `@polymarket/client` 0.2.0, and
 * docs.polymarket.com (contract addresses), November 2026.
 */
export const CONTRACTS = {
  /** pUSD, the collateral: six decimals. */
  pusd: '0xC011a7E12a19f7B1f670d46F03B03f3342E82DFB',
  /** The shares (ERC-1155). */
  conditionalTokens: '0x4D97DCd97eC945f40cF65F87097ACe5EA0476045',
  collateralAdapter: '0xAdA100Db00Ca00073811820692005400218FcE1f',
  negRiskCollateralAdapter: '0xadA2005600Dec949baf300f4C6120000bDB6eAab',
  walletFactory: '0x00000000000Fb5C9ADea0298D729A0CB3823Cc07',
  walletBeacon: '0x7A18EDfe055488A3128f01F563e5B479D92ffc3a',
} as const satisfies Readonly<Record<string, Address>>;

/** The adapters, which split, merge and redeem shares for pUSD: each needs the account's allowance. */
export const adapters: readonly Address[] = [CONTRACTS.collateralAdapter, CONTRACTS.negRiskCollateralAdapter];
