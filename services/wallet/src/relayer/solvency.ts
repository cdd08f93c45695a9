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

/** Checks whether the relayer can pay for a transfer now. */
export class Solvency {
  #newest: { readonly atMs: number; readonly answer: Promise<boolean | undefined> } | undefined;

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
  canPay(): Promise<boolean | undefined> {
    const atMs = this.clock.nowMs();
    if (this.#newest === undefined || atMs - this.#newest.atMs >= REMEMBERED_MS)
      this.#newest = { atMs, answer: this.#look() };
    return this.#newest.answer;
  }

  async #look(): Promise<boolean | undefined> {
    try {
      const [asked, balance] = await Promise.all([this.chain.fees(), this.chain.nativeBalance(this.relayer)]);
      const fees = firstFees(asked, this.feePerGasMaxWei);
      return fees !== undefined && balance >= gasLimitOf(TRANSFER_GAS) * fees.maxFeePerGas;
    } catch (error) {
      const isOrdinary = error instanceof PlatformError && error.code === 'wallet_upstream_unavailable';
      if (!isOrdinary) this.logger.warn({ err: error }, 'can not determine whether the relayer can pay');
      return undefined;
    }
  }
}
