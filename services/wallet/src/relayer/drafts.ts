import type { Clock } from '@platform/kit/clock';
import { type Address, type Hex, keccak256 } from 'viem';
import { networks } from '../chains/networks.js';
import { firstFees, gasLimitOf, replacingFees } from './fees.js';
import type { Attempt, ChainTransactionRecord } from './model.js';
import type { RelayerParts } from './parts.js';
import type { Fees } from './relay-chain.js';

/** How long a version waits for its block before it is replaced. */
export const STUCK_AFTER_MS = 60_000;

/** What a transaction does. */
export interface Call {
  readonly to: Address;
  readonly data: Hex;
}

/** What a version is signed with. */
export interface Quote {
  readonly gasLimit: bigint;
  readonly fees: Fees;
  /** Whether it does nothing in the transaction's place. */
  readonly cancels: boolean;
}

/** Whether the chain takes a transaction no more. */
export function isVoid({ validBefore }: Pick<ChainTransactionRecord, 'validBefore'>, clock: Clock): boolean {
  return validBefore !== undefined && validBefore.getTime() <= clock.nowMs();
}

/** Prices and signs versions of transactions: gas is estimated again for each, and no unit of it costs more than is allowed. */
export class Drafts {
  constructor(private readonly parts: RelayerParts) {}

  /** What a first version is signed with; `unpayable` while the chain asks more than may be paid, or than the key has. */
  async quote({ _id: transaction, to, data }: ChainTransactionRecord): Promise<Quote | 'reverts' | 'unpayable'> {
    const { account, chain, feePerGasMaxWei, logger } = this.parts;
    const { address: relayer } = account;
    const gas = await chain.estimateGas({ account: relayer, to, data });
    if (gas === 'reverts') return 'reverts';
    const asked = await chain.fees();
    const fees = firstFees(asked, feePerGasMaxWei);
    if (fees === undefined) {
      logger.error({ transaction, asked: String(asked.maxFeePerGas) }, 'gas costs more than the relayer may pay');
      return 'unpayable';
    }
    const gasLimit = gasLimitOf(gas);
    if ((await chain.nativeBalance(relayer)) >= gasLimit * fees.maxFeePerGas) return { gasLimit, fees, cancels: false };
    logger.error({ transaction, relayer }, 'the relayer can not pay for gas');
    return 'unpayable';
  }

  /**
   * What a version is signed with that replaces another; undefined while that would cost more than is allowed. One that does
   * nothing, where the transaction is void, the chain would revert it, or that was begun already: its nonce must be used up,
   * and costs so little gas that it may pay twice as much for a unit.
   */
  async replacing(record: ChainTransactionRecord, latest: Attempt): Promise<Quote | undefined> {
    const { account, chain, clock, feePerGasMaxWei, logger } = this.parts;
    const { address: relayer } = account;
    const isGivenUp = latest.isCancellation === true || isVoid(record, clock);
    const gas = isGivenUp ? 'reverts' : await chain.estimateGas({ account: relayer, ...callOf(record) });
    const cancels = gas === 'reverts';
    const needed = cancels ? await chain.estimateGas({ account: relayer, ...nothing(relayer) }) : gas;
    if (needed === 'reverts') throw new Error('the chain would revert a transfer of nothing');
    const replaced = {
      maxFeePerGas: BigInt(latest.maxFeePerGas),
      maxPriorityFeePerGas: BigInt(latest.maxPriorityFeePerGas),
    };
    const fees = replacingFees(await chain.fees(), replaced, cancels ? 2n * feePerGasMaxWei : feePerGasMaxWei);
    if (fees !== undefined) return { gasLimit: gasLimitOf(needed), fees, cancels };
    logger.error({ transaction: record._id }, 'a transaction is stuck at the most that the relayer may pay');
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

/** A transfer of nothing to oneself. */
function nothing(to: Address): Call {
  return { to, data: '0x' };
}
