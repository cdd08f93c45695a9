import type { MicroUsdc } from '@platform/kit/money';
import { type Address, BaseError, erc20Abi, type PublicClient } from 'viem';
import type { Chain, Network } from './chain.js';
import type { EvmNode } from './evm-node.js';
import { networks } from './networks.js';
import { untilKnown } from './until-known.js';

/** An EVM network's USDC, read over its node. */
export class EvmChain implements Chain {
  readonly network: Network;

  constructor(private readonly node: EvmNode) {
    this.network = node.network;
  }

  usdcBalance(address: Address): Promise<MicroUsdc> {
    return this.node.ask((client) => this.#balance(client, address));
  }

  /** Reads by the block's number: the newest final block of a node that lags is an older one, with its balance of that time. */
  async finalUsdcBalance(address: Address): Promise<MicroUsdc> {
    return this.#balanceAt(address, await this.node.finalBlock());
  }

  usdcBalanceAt(address: Address, block: number): Promise<MicroUsdc> {
    return this.#balanceAt(address, BigInt(block));
  }

  async checkReachable(): Promise<void> {
    await this.node.ask((client) => client.getBlockNumber());
  }

  #balanceAt(address: Address, blockNumber: bigint): Promise<MicroUsdc> {
    return untilKnown(this.network, () =>
      this.node.ask((client) =>
        this.#balance(client, address, blockNumber).catch((error: unknown) => {
          if (isUnknownBlock(error)) return undefined;
          throw error;
        }),
      ),
    );
  }

  #balance(client: PublicClient, address: Address, blockNumber?: bigint): Promise<MicroUsdc> {
    return client.readContract({
      address: networks[this.network].usdcAddress,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [address],
      ...(blockNumber !== undefined && { blockNumber }),
    });
  }
}

/** Returns whether an error is a node's answer about an unknown block. */
function isUnknownBlock(error: unknown): boolean {
  return error instanceof BaseError && /header not found|unknown block|missing trie node/i.test(error.message);
}
