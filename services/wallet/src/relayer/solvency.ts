import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import type { Address } from 'viem';
import { firstFees, gasLimitOf } from './fees.js';
import type { RelayChain } from './relay-chain.js';

/** What a transfer of USDC with an authorization takes, and the share of the chain below on a busy day. */
const TRANSFER_GAS = 250_000n;
/** All wallets share the relayer: however many ask, the chain is asked this often at most. */
const REMEMBERED_MS = 5_000;

/** Whether the relayer can pay for a transfer now. */
export class Solvency {
  #newest: { readonly atMs: number; readonly answer: Promise<boolean | undefined> } | undefined;

  constructor(
    private readonly chain: Pick<RelayChain, 'fees' | 'nativeBalance'>,
    private readonly relayer: Address,
    /** What a unit of gas may cost at most, in wei. */
    private readonly feePerGasMaxWei: bigint,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** As seen within the last 5 s; `undefined` when the chain doesn't say. Never rejects: a wallet is shown whatever the relayer's chain does. */
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
      if (!isOrdinary) this.logger.warn({ err: error }, 'it is not known whether the relayer can pay');
      return undefined;
    }
  }
}
