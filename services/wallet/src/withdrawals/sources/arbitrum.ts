import { PlatformError } from '@platform/errors';
import { formatUsd, type MicroUsdc } from '@platform/kit/money';
import type { ClientSession } from '@platform/store/mongo';
import { usdcOn } from '../../chains/token.js';
import type { Transfers } from '../../transfers/transfers.js';
import type { WalletRecord } from '../../wallets/model.js';
import { transferOf } from '../model.js';
import type { HoldWithdrawal, Quote, SourceState, WithdrawalSource } from './source.js';

const USDC = usdcOn('arbitrum');

/** The USDC that a wallet holds on Arbitrum, and no other network's. It costs nothing: the platform pays the gas. */
export class ArbitrumSource implements WithdrawalSource {
  readonly feeMicroUsdc = 0n;

  constructor(
    /** Absent where no money can leave a wallet. */
    private readonly transfers: Transfers | undefined,
    /** Returns whether a transfer can be paid for now; undefined when the chain doesn't answer. */
    private readonly canPay: () => Promise<boolean | undefined>,
  ) {}

  quote(amountMicroUsdc: MicroUsdc): Quote {
    return { feeMicroUsdc: this.feeMicroUsdc, arrivesMicroUsdc: amountMicroUsdc };
  }

  async describe(wallet: WalletRecord): Promise<SourceState> {
    const { transfers } = this;
    if (transfers === undefined) return { availableMicroUsdc: undefined, obstacle: 'transfers_unavailable' };
    const [spendable, canPay] = await Promise.all([transfers.spendable(wallet, USDC), this.canPay()]);
    if (spendable === undefined) return { availableMicroUsdc: undefined, obstacle: 'balance_unknown' };
    const { availableMicroUsdc, isFenced } = spendable;
    if (isFenced) return { availableMicroUsdc, obstacle: 'balance_under_review' };
    return canPay === true ? { availableMicroUsdc } : { availableMicroUsdc, obstacle: 'transfers_unavailable' };
  }

  async accept<Result>(
    wallet: WalletRecord,
    _amountMicroUsdc: MicroUsdc,
    decide: (session: ClientSession, hold: HoldWithdrawal) => Promise<Result>,
  ): Promise<Result> {
    const { transfers } = this;
    if (transfers === undefined) throw new PlatformError('wallet_upstream_unavailable');
    const holding = transfers.accept(wallet, USDC, (session, hold) =>
      decide(session, async (withdrawal) => {
        const transfer = transferOf(withdrawal);
        await hold(transfer);
        return { ...withdrawal, seal: transfers.seal(transfer) };
      }),
    );
    return holding.catch(async (error: unknown) => {
      throw await this.#explained(error, wallet, transfers);
    });
  }

  /** Returns a refusal for lack of money on Arbitrum with what the wallet holds on Polygon, which this source never spends. */
  async #explained(error: unknown, wallet: WalletRecord, transfers: Transfers): Promise<unknown> {
    if (!(error instanceof PlatformError) || error.code !== 'insufficient_held_balance') return error;
    const polygon = await transfers.spendable(wallet, usdcOn('polygon'));
    if (polygon === undefined || polygon.availableMicroUsdc === 0n) return error;
    const heldOnPolygon = formatUsd(polygon.availableMicroUsdc);
    return new PlatformError('insufficient_held_balance', {
      message: `There is not enough USDC on Arbitrum. The ${heldOnPolygon} USDC on Polygon can not be spent from this source.`,
      details: { ...error.details, held_on_polygon_usd: heldOnPolygon },
      cause: error,
    });
  }
}
