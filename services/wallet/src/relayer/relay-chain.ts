import {
  type Address,
  BaseError,
  ExecutionRevertedError,
  type Hash,
  type Hex,
  TransactionReceiptNotFoundError,
} from 'viem';
import type { Network } from '../chains/chain.js';
import type { EvmNode } from '../chains/evm-node.js';

/** What a transaction offers for its gas, in wei. */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** Where a transaction stands on the chain. */
export interface Receipt {
  readonly blockNumber: bigint;
  readonly succeeded: boolean;
}

/** What the relayer needs of a chain. Everything here is harmless to repeat; failures are `wallet_upstream_unavailable`. */
export class RelayChain {
  constructor(private readonly node: EvmNode) {}

  get network(): Network {
    return this.node.network;
  }

  /** Gas that a call would take, or `reverts` when the chain would refuse it now. */
  async estimateGas(call: { account: Address; to: Address; data: Hex }): Promise<bigint | 'reverts'> {
    return this.node.ask(async (client) => {
      try {
        return await client.estimateGas(call);
      } catch (error) {
        if (error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError) !== null)
          return 'reverts';
        throw error;
      }
    });
  }

  /** What the chain asks for gas now. */
  fees(): Promise<Fees> {
    return this.node.ask((client) => client.estimateFeesPerGas());
  }

  /** Native coin of an address, in wei. */
  nativeBalance(address: Address): Promise<bigint> {
    return this.node.ask((client) => client.getBalance({ address }));
  }

  /** Transactions of an address that are in blocks, or in blocks that can't be taken back. */
  nonce(address: Address, blockTag: 'latest' | 'finalized'): Promise<number> {
    return this.node.ask((client) => client.getTransactionCount({ address, blockTag }));
  }

  /** Number of the newest block that can't be taken back. */
  finalBlock(): Promise<bigint> {
    return this.node.ask(async (client) => (await client.getBlock({ blockTag: 'finalized' })).number);
  }

  /** The receipt of a transaction that is in a block. */
  receipt(hash: Hash): Promise<Receipt | undefined> {
    return this.node.ask(async (client) => {
      try {
        const { blockNumber, status } = await client.getTransactionReceipt({ hash });
        return { blockNumber, succeeded: status === 'success' };
      } catch (error) {
        if (error instanceof TransactionReceiptNotFoundError) return undefined;
        throw error;
      }
    });
  }

  /** Hands signed bytes to the network; the same bytes again change nothing. Rejects also when it has them already. */
  async broadcast(rawTransaction: Hex): Promise<void> {
    await this.node.ask((client) => client.sendRawTransaction({ serializedTransaction: rawTransaction }));
  }
}
