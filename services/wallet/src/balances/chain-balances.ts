import type { MicroUsdc } from '@platform/kit/money';
import type { Network } from '@platform/kit/networks';
import type { Address } from 'viem';
import type { Chain } from '../chains/chain.js';

/** The balance of an address on all networks. */
export interface HeldBalance {
  /** Sum over the networks. */
  readonly heldMicroUsdc: MicroUsdc;
  readonly networks: readonly { readonly network: Network; readonly microUsdc: MicroUsdc }[];
}

/** Reads every network concurrently; fails as a whole when one can't be read, so that a partial sum is never shown. */
export async function readHeldBalance(chains: readonly Chain[], address: Address): Promise<HeldBalance> {
  const networks = await Promise.all(
    chains.map(async (chain) => ({ network: chain.token.network, microUsdc: await chain.balance(address) })),
  );
  return { heldMicroUsdc: networks.reduce((sum, { microUsdc }) => sum + microUsdc, 0n), networks };
}
