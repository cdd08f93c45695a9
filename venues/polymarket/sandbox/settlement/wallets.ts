import type { Address } from 'viem';
import { factoryAbi } from './abis.js';
import { CONTRACTS } from './addresses.js';
import type { Operator } from './operator.js';

/** The venue's deposit wallets. */
export interface DepositWallets {
  /** Returns the deposit wallet of an owner; undefined where there is none. */
  of(owner: Address): Promise<Address | undefined>;
}

/** Returns the address of an owner's wallet on the chain, which may not be deployed. */
export function walletOf(owner: Address, { client }: Operator): Promise<Address> {
  const factory = { address: CONTRACTS.walletFactory, abi: factoryAbi } as const;
  return client.readContract({ ...factory, functionName: 'predictWalletAddress', args: [owner] });
}

/** Returns whether a wallet is deployed on the chain. */
export async function isDeployed(wallet: Address, { client }: Operator): Promise<boolean> {
  return (await client.getCode({ address: wallet })) !== undefined;
}
