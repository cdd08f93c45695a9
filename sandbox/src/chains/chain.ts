import type { Address } from 'viem';

/** An embedded chain: it has the identity of a real one, without its history. */
export interface Chain {
  id: number;
  /** The address of native USDC on the real chain, and so on the embedded one. */
  usdcAddress: Address;
}

/** The embedded chains by name. */
export const CHAINS = {
  arbitrum: { id: 42161, usdcAddress: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831' },
  polygon: { id: 137, usdcAddress: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359' },
} as const satisfies Record<string, Chain>;

export type ChainName = keyof typeof CHAINS;
