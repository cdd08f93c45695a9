import type { MicroUsdc } from '@platform/kit/money';
import { type Address, erc20Abi, type PublicClient } from 'viem';
import type { Chain } from './chain.js';
import type { EvmNode } from './evm-node.js';
import { type Token, tokenRow, usdcOn } from './token.js';
import { isUnknownBlock, untilKnown } from './until-known.js';

/** The USDC of an EVM network, read over its node. */
export class EvmChain implements Chain {
  readonly token: Token;

  constructor(private readonly node: EvmNode) {
    this.token = usdcOn(node.network);
  }

  balance(address: Address): Promise<MicroUsdc> {
    return this.node.ask((client) => this.#balance(client, address));
  }

  /** Reads by the block's number: the newest final block of a node that lags is an older one, with its balance of that time. */
  async finalBalance(address: Address): Promise<MicroUsdc> {
    return this.#balanceAt(address, await this.node.finalBlock());
  }

  balanceAt(address: Address, block: number): Promise<MicroUsdc> {
    return this.#balanceAt(address, BigInt(block));
  }

  async checkReachable(): Promise<void> {
    await this.node.ask((client) => client.getBlockNumber());
  }

  #balanceAt(address: Address, blockNumber: bigint): Promise<MicroUsdc> {
    return untilKnown(this.node.network, () =>
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
      address: tokenRow(this.token).address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [address],
      ...(blockNumber !== undefined && { blockNumber }),
    });
  }
}
