import type { Address } from 'viem';
import type { Network } from './chain.js';

/** What identifies a network, and its native USDC (Circle's contract, six decimals). */
interface NetworkFacts {
  readonly chainId: number;
  readonly usdcAddress: Address;
}

/** Source: chainlist.org and developers.circle.com/stablecoins/usdc-contract-addresses. */
export const networks: Readonly<Record<Network, NetworkFacts>> = {
  arbitrum: { chainId: 42_161, usdcAddress: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831' },
  polygon: { chainId: 137, usdcAddress: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359' },
};
