import type { Address } from 'viem';

/** An embedded chain: the identity of a real one, none of its history. */
export interface Chain {
  id: number;
  /** Where the real chain has native USDC, and so the embedded one. */
  usdcAddress: Address;
}

/** The embedded chains by name. */
export const CHAINS = {
  arbitrum: { id: 42161, usdcAddress: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831' },
  polygon: { id: 137, usdcAddress: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359' },
} as const satisfies Record<string, Chain>;

export type ChainName = keyof typeof CHAINS;
