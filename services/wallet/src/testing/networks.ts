import { Secret } from '@platform/kit/config';
import { byNetwork, type Network } from '@platform/kit/networks';
import { parseGwei } from 'viem';
import type { NetworkOptions } from '../networks/open-network.js';
import type { TestChain } from './anvil.js';

/** Gas for a day, in gwei: more than a test spends. */
const AMPLE_GWEI = 9_000_000_000n;

/** Returns how test chains are reached from their first block on. */
export function testNetworks(chains: Readonly<Record<Network, TestChain>>): Readonly<Record<Network, NetworkOptions>> {
  return byNetwork((network) => ({
    rpcUrl: new Secret(chains[network].rpcUrl),
    depositsFromBlock: 0,
    feePerGasMaxWei: parseGwei('100'),
    gasLimits: { accountGwei: AMPLE_GWEI, totalGwei: AMPLE_GWEI },
  }));
}
