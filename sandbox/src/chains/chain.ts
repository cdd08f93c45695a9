import { byNetwork, networks } from '@platform/kit/networks';
import type { Address } from 'viem';

/** An embedded chain: it has the identity of a real one, without its history. */
export interface Chain {
  id: number;
  /** The address of native USDC on the real chain, and so on the embedded one. */
  usdcAddress: Address;
}

/** The embedded chains: one per network. */
export const CHAINS = byNetwork(
  (network): Chain => ({ id: networks[network].chainId, usdcAddress: networks[network].assets.USDC.address }),
);
