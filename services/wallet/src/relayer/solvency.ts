import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import type { Address } from 'viem';
import { firstFees, gasLimitOf } from './fees.js';
import type { RelayChain } from './relay-chain.js';

/** The gas of a USDC transfer with an authorization, including the share of the layer below on a busy day. */
const TRANSFER_GAS = 250_000n;
/** All wallets share the relayer: the chain is read at most once in this time, however many callers there are. */
const REMEMBERED_MS = 5_000;

/** What a transfer costs at most now, and whether the relayer can pay it. */
interface Funds {
  readonly costWei: bigint;
  readonly canPay: boolean;
}

/** Checks what a transfer costs, and whether the relayer can pay for it now. */
export class Solvency {
  #newest: { readonly atMs: number; readonly answer: Promise<Funds | undefined> } | undefined;

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
    return (await this.#funds())?.canPay;
  }

  /**
   * Returns what a transfer costs at most, in wei, as of at most 5 s ago: at the maximum price while the chain asks more. `undefined` when the
   * chain doesn't answer; never rejects.
   */
  async transferCostWei(): Promise<bigint | undefined> {
    return (await this.#funds())?.costWei;
  }

  #funds(): Promise<Funds | undefined> {
    const atMs = this.clock.nowMs();
    if (this.#newest === undefined || atMs - this.#newest.atMs >= REMEMBERED_MS)
      this.#newest = { atMs, answer: this.#look() };
    return this.#newest.answer;
  }

  async #look(): Promise<Funds | undefined> {
    try {
      const [asked, balance] = await Promise.all([this.chain.fees(), this.chain.nativeBalance(this.relayer)]);
      const fees = firstFees(asked, this.feePerGasMaxWei);
      const costWei = gasLimitOf(TRANSFER_GAS) * (fees?.maxFeePerGas ?? this.feePerGasMaxWei);
      return { costWei, canPay: fees !== undefined && balance >= costWei };
    } catch (error) {
      const isOrdinary = error instanceof PlatformError && error.code === 'wallet_upstream_unavailable';
      if (!isOrdinary) this.logger.warn({ err: error }, 'can not determine whether the relayer can pay');
      return undefined;
    }
  }
}
