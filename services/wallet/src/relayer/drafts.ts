import type { Clock } from '@platform/kit/clock';
import { networks } from '@platform/kit/networks';
import { type Address, type Hex, keccak256 } from 'viem';
import { firstFees, gasLimitOf, replacingFees } from './gas/fees.js';
import type { Attempt, ChainTransactionRecord } from './model.js';
import type { RelayerParts } from './parts.js';
import type { Fees } from './relay-chain.js';

/** How long a version waits for its block before it is replaced. */
export const STUCK_AFTER_MS = 60_000;

/** The call of a transaction. */
export interface Call {
  readonly to: Address;
  readonly data: Hex;
}

/** The terms with which a version is signed. */
export interface Quote {
  readonly gasLimit: bigint;
  readonly fees: Fees;
  /** Whether it does nothing and takes the transaction's place. */
  readonly cancels: boolean;
}

/** Returns whether the chain no longer accepts a transaction. */
export function isVoid({ validBefore }: Pick<ChainTransactionRecord, 'validBefore'>, clock: Clock): boolean {
  return validBefore.getTime() <= clock.nowMs();
}

/** Returns whether nothing but a transaction's nonce is still of use: it is void, or its latest version does nothing. */
export function isGivenUp(record: ChainTransactionRecord, { isCancellation }: Attempt, clock: Clock): boolean {
  return isCancellation === true || isVoid(record, clock);
}

/** Prices and signs versions of transactions: gas is estimated again for each, and no unit of it costs more than allowed. */
export class Drafts {
  constructor(private readonly parts: RelayerParts) {}

  /** Returns the quote of a first version; `unpayable` while the chain's price is above the maximum, or above the key's balance. */
  async quote({ _id: transaction, to, data }: ChainTransactionRecord): Promise<Quote | 'reverts' | 'unpayable'> {
    const { account, chain, feePerGasMaxWei, logger } = this.parts;
    const { address: relayer } = account;
    // At once: transactions are signed one after the other, so each waits for the look-ups of all before it.
    const [gas, asked, balance] = await Promise.all([
      chain.estimateGas({ account: relayer, to, data }),
      chain.fees(),
      chain.nativeBalance(relayer),
    ]);
    if (gas === 'reverts') return 'reverts';
    const fees = firstFees(asked, feePerGasMaxWei);
    if (fees === undefined) {
      logger.error({ transaction, asked: String(asked.maxFeePerGas) }, 'gas costs more than the relayer may pay');
      return 'unpayable';
    }
    const gasLimit = gasLimitOf(gas);
    if (balance >= gasLimit * fees.maxFeePerGas) return { gasLimit, fees, cancels: false };
    logger.error({ transaction, relayer }, 'the relayer can not pay for gas');
    return 'unpayable';
  }

  /**
   * Returns the quote of a replacing version; undefined while it would cost more than allowed. The version does nothing when the
   * transaction is void, when the chain would revert it, or when a cancellation was begun already: its nonce must be used up, and costs so
   * little gas that it may pay twice as much per unit.
   */
  async replacing(record: ChainTransactionRecord, latest: Attempt): Promise<Quote | undefined> {
    const { account, chain, clock, feePerGasMaxWei, logger } = this.parts;
    const { address: relayer } = account;
    const gas = isGivenUp(record, latest, clock)
      ? 'reverts'
      : await chain.estimateGas({ account: relayer, ...callOf(record) });
    const cancels = gas === 'reverts';
    const needed = cancels ? await chain.estimateGas({ account: relayer, ...nothing(relayer) }) : gas;
    if (needed === 'reverts') throw new Error('the chain would revert a transfer of nothing');
    const replaced = {
      maxFeePerGas: BigInt(latest.maxFeePerGas),
      maxPriorityFeePerGas: BigInt(latest.maxPriorityFeePerGas),
    };
    const fees = replacingFees(await chain.fees(), replaced, cancels ? 2n * feePerGasMaxWei : feePerGasMaxWei);
    if (fees !== undefined) return { gasLimit: gasLimitOf(needed), fees, cancels };
    logger.error({ transaction: record._id }, 'a transaction is stuck at the maximum fee');
    return undefined;
  }

  /** Signs a version; nothing happens until it is broadcast. */
  async sign(record: ChainTransactionRecord, nonce: number, quote: Quote): Promise<Attempt> {
    const { account, chain, clock } = this.parts;
    const { chainId } = networks[chain.network];
    const { gasLimit: gas, fees, cancels } = quote;
    const { to, data } = cancels ? nothing(account.address) : callOf(record);
    const transaction = { type: 'eip1559', chainId, nonce, to, data, gas, value: 0n, ...fees } as const;
    const rawTransaction = await account.signTransaction(transaction);
    return {
      hash: keccak256(rawTransaction),
      rawTransaction,
      gas: gas.toString(),
      maxFeePerGas: fees.maxFeePerGas.toString(),
      maxPriorityFeePerGas: fees.maxPriorityFeePerGas.toString(),
      signedAt: clock.now(),
      ...(cancels && { isCancellation: true }),
    };
  }
}

function callOf({ to, data }: ChainTransactionRecord): Call {
  return { to, data };
}

/** Returns a transfer of nothing to the sender itself. */
function nothing(to: Address): Call {
  return { to, data: '0x' };
}
