import type { MicroUsdc } from '@platform/money';
import { type Address, erc20Abi } from 'viem';
import type { Chain, Network } from './chain.js';
import type { EvmNode } from './evm-node.js';
import { networks } from './networks.js';

/** An EVM network's USDC over its node. */
export class EvmChain implements Chain {
  readonly network: Network;

  constructor(private readonly node: EvmNode) {
    this.network = node.network;
  }

  usdcBalance(address: Address): Promise<MicroUsdc> {
    return this.#balance(address, { blockTag: 'latest' });
  }

  finalUsdcBalance(address: Address): Promise<MicroUsdc> {
    return this.#balance(address, { blockTag: 'finalized' });
  }

  usdcBalanceAt(address: Address, block: number): Promise<MicroUsdc> {
    return this.#balance(address, { blockNumber: BigInt(block) });
  }

  async checkReachable(): Promise<void> {
    await this.node.ask((client) => client.getBlockNumber());
  }

  #balance(address: Address, at: { blockTag: 'latest' | 'finalized' } | { blockNumber: bigint }): Promise<MicroUsdc> {
    return this.node.ask((client) =>
      client.readContract({
        address: networks[this.network].usdcAddress,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [address],
        ...at,
      }),
    );
  }
}
