import type { Network } from '@platform/kit/networks';
import {
  type Address,
  BaseError,
  ExecutionRevertedError,
  type Hash,
  type Hex,
  type PublicClient,
  TransactionReceiptNotFoundError,
} from 'viem';
import type { EvmNode } from '../chains/evm-node.js';

/** The fees that a transaction offers for its gas, in wei. */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** The position of a transaction on the chain. */
export interface Receipt {
  readonly blockNumber: bigint;
  readonly succeeded: boolean;
}

/** The chain's state of several transactions at once. */
export interface ChainLook {
  /** The newest final block. */
  readonly finalBlock: bigint;
  /** Its time: milliseconds since the Unix epoch. */
  readonly finalAtMs: number;
  /** The receipts of included transactions, by their hashes. */
  readonly receipts: ReadonlyMap<Hash, Receipt>;
  /** How many nonces of each address are used in final blocks. */
  readonly finalNonces: ReadonlyMap<Address, number>;
  /** What a unit of gas costs at least in the newest block, in wei. */
  readonly baseFeePerGas: bigint;
}

/** Where a chain stands for an address. */
export interface ChainPosition {
  /** How many of its transactions are in blocks. */
  readonly usedNonces: number;
  /** What a unit of gas costs at least in the newest block, in wei. */
  readonly baseFeePerGas: bigint;
}

/** The chain operations of the relayer. All are safe to repeat; failures are `wallet_upstream_unavailable`. */
export class RelayChain {
  constructor(private readonly node: EvmNode) {}

  get network(): Network {
    return this.node.network;
  }

  /** Returns the gas that a call would take, or `reverts` when the chain would revert it now. */
  async estimateGas(call: { account: Address; to: Address; data: Hex }): Promise<bigint | 'reverts'> {
    return this.node.ask(async (client) => {
      try {
        // `latest` rather than `pending`: an earlier version of the same transaction may be pending.
        return await client.estimateGas({ ...call, blockTag: 'latest' });
      } catch (error) {
        if (error instanceof BaseError && error.walk((cause) => cause instanceof ExecutionRevertedError) !== null)
          return 'reverts';
        throw error;
      }
    });
  }

  /** Returns the chain's current fees. */
  fees(): Promise<Fees> {
    return this.node.ask((client) => client.estimateFeesPerGas());
  }

  /** Returns the native coin of an address, in wei. */
  nativeBalance(address: Address): Promise<bigint> {
    return this.node.ask((client) => client.getBalance({ address }));
  }

  /** Returns the number of an address's transactions that are in blocks. */
  nonce(address: Address): Promise<number> {
    return this.node.ask((client) => client.getTransactionCount({ address, blockTag: 'latest' }));
  }

  /** Looks transactions and addresses up together, in one request per hundred calls. */
  look(hashes: readonly Hash[], relayers: readonly Address[]): Promise<ChainLook> {
    return this.node.askTogether(async (client) => {
      const [final, newest, nonces, receipts] = await Promise.all([
        client.getBlock({ blockTag: 'finalized' }),
        client.getBlock({ blockTag: 'latest' }),
        Promise.all(relayers.map((address) => client.getTransactionCount({ address, blockTag: 'finalized' }))),
        Promise.all(hashes.map((hash) => receiptOf(client, hash))),
      ]);
      return {
        finalBlock: final.number,
        finalAtMs: Number(final.timestamp) * 1_000,
        finalNonces: new Map(relayers.map((address, index) => [address, nonces[index] ?? 0])),
        receipts: new Map(receipts.flatMap((receipt, index) => pair(hashes[index], receipt))),
        baseFeePerGas: newest.baseFeePerGas ?? 0n,
      };
    });
  }

  /** Returns where the chain stands for an address. */
  position(address: Address): Promise<ChainPosition> {
    return this.node.askTogether(async (client) => {
      const [usedNonces, { baseFeePerGas }] = await Promise.all([
        client.getTransactionCount({ address, blockTag: 'latest' }),
        client.getBlock({ blockTag: 'latest' }),
      ]);
      return { usedNonces, baseFeePerGas: baseFeePerGas ?? 0n };
    });
  }

  /** Broadcasts signed bytes; the same bytes again change nothing. Rejects also when the node has them already. */
  async broadcast(rawTransaction: Hex): Promise<void> {
    await this.node.ask((client) => client.sendRawTransaction({ serializedTransaction: rawTransaction }));
  }

  /** Broadcasts signed bytes in their order, in one request per hundred. The node may refuse any of them, which is no failure here. */
  async broadcastTogether(rawTransactions: readonly Hex[]): Promise<void> {
    await this.node.askTogether((client) =>
      Promise.allSettled(
        rawTransactions.map((serializedTransaction) => client.sendRawTransaction({ serializedTransaction })),
      ),
    );
  }
}

async function receiptOf(client: PublicClient, hash: Hash): Promise<Receipt | undefined> {
  try {
    const { blockNumber, status } = await client.getTransactionReceipt({ hash });
    return { blockNumber, succeeded: status === 'success' };
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return undefined;
    throw error;
  }
}

function pair<Key, Value>(key: Key | undefined, value: Value | undefined): [Key, Value][] {
  return key === undefined || value === undefined ? [] : [[key, value]];
}
