import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import type { Address } from 'viem';
import type { RelayChain } from '../relay-chain.js';
import { firstFees, gasLimitOf } from './fees.js';

/** The gas of a USDC transfer with an authorization, including the share of the layer below on a busy day. */
const TRANSFER_GAS = 250_000n;
/** All wallets share the relayer: an answer of the chain serves every caller for this time. */
const REMEMBERED_MS = 5_000;

/**
 * Why the relayer can't pay for a transfer. `network_fees_too_high`: the chain asks more for a unit of gas than the platform pays;
 * `gas_funds_used_up`: the relayer's coin does not cover the transfer.
 */
export type PaymentObstacle = 'network_fees_too_high' | 'gas_funds_used_up';

/** What a transfer costs at most now, in wei, or why it can't be paid. */
export type TransferCost = { readonly costWei: bigint } | { readonly obstacle: PaymentObstacle };

/** Checks what a transfer costs, and whether the relayer can pay for it now. */
export class Solvency {
  #newest: { readonly atMs: number; readonly answer: Promise<TransferCost | undefined> } | undefined;

  constructor(
    private readonly chain: Pick<RelayChain, 'fees' | 'nativeBalance'>,
    private readonly relayer: Address,
    /** The maximum price of a unit of gas, in wei. */
    private readonly feePerGasMaxWei: bigint,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /**
   * Returns whether the relayer can pay, as of at most 5 s ago; `undefined` when the chain doesn't answer. Never rejects: a wallet is shown
   * even when the relayer's chain fails.
   */
  async canPay(): Promise<boolean | undefined> {
    const cost = await this.transferCost();
    return cost && 'costWei' in cost;
  }

  /** Returns what a transfer costs, as of at most 5 s ago; `undefined` when the chain doesn't answer. Never rejects. */
  async transferCost(): Promise<TransferCost | undefined> {
    const atMs = this.clock.nowMs();
    if (this.#newest === undefined || atMs - this.#newest.atMs >= REMEMBERED_MS)
      this.#newest = { atMs, answer: this.#look() };
    const newest = this.#newest;
    const cost = await newest.answer;
    // Not remembered: a chain that is back would still be refused.
    if (cost === undefined && this.#newest === newest) this.#newest = undefined;
    return cost;
  }

  async #look(): Promise<TransferCost | undefined> {
    try {
      const [asked, balance] = await Promise.all([this.chain.fees(), this.chain.nativeBalance(this.relayer)]);
      const fees = firstFees(asked, this.feePerGasMaxWei);
      if (fees === undefined) return { obstacle: 'network_fees_too_high' };
      const costWei = gasLimitOf(TRANSFER_GAS) * fees.maxFeePerGas;
      return balance < costWei ? { obstacle: 'gas_funds_used_up' } : { costWei };
    } catch (error) {
      const isOrdinary = error instanceof PlatformError && error.code === 'wallet_upstream_unavailable';
      if (!isOrdinary) this.logger.warn({ err: error }, 'can not determine whether the relayer can pay');
      return undefined;
    }
  }
}
