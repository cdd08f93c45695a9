// Why: docs/decisions/wallet/venue-withdrawals.md
import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import { formatUsd, type MicroUsdc } from '@platform/kit/money';
import type { ClientSession, Connection } from '@platform/store/mongo';
import type { VenueOffering } from '@platform/venues/registry';
import type { VenueWithdrawals } from '@platform/venues/trading-accounts';
import type { Address } from 'viem';
import { usdcOn } from '../../chains/token.js';
import type { Ledger } from '../../ledger/ledger.js';
import { atVenue, inWallet } from '../../ledger/locations.js';
import { badRequest } from '../../requests.js';
import { TRANSFER_TTL_MS, type Transfers } from '../../transfers/transfers.js';
import type { WalletRecord } from '../../wallets/model.js';
import { departureOf, type WithdrawalRecord, withdrawalModel } from '../model.js';
import type { WithdrawalState } from '../states.js';
import type { HoldWithdrawal, Quote, SourceState, WithdrawalSource } from './source.js';

/** Of this much a source that others carry must be able to tell what they keep; each withdrawal is asked about by itself. */
const ASKED_ABOUT_MICRO_USDC = 100_000_000n;

/** The venue's figure still has what these take. */
const NOT_TAKEN: readonly WithdrawalState[] = ['requested', 'sent'];

/** What a wallet may withdraw from a venue, as the venue shows it: profits too, and never the ledger's figure. */
export class VenueSource implements WithdrawalSource {
  readonly feeMicroUsdc: MicroUsdc;
  readonly #withdrawals: ReturnType<typeof withdrawalModel>;

  constructor(
    private readonly parts: {
      readonly connection: Connection;
      readonly ledger: Ledger;
      /** Absent where no money can leave a wallet. */
      readonly transfers: Transfers | undefined;
      readonly venue: VenueOffering<'setup'>;
      readonly withdrawals: VenueWithdrawals;
      /** Returns whether a transfer can be paid for now; undefined when the chain doesn't answer. */
      readonly canPay: () => Promise<boolean | undefined>;
      readonly clock: Clock;
    },
  ) {
    this.feeMicroUsdc = parts.withdrawals.feeMicroUsdc;
    this.#withdrawals = withdrawalModel(parts.connection);
  }

  quote(amountMicroUsdc: MicroUsdc): Quote {
    const { feeMicroUsdc } = this;
    const { leastMicroUsdc = 0n } = this.parts.withdrawals.carried ?? {};
    if (amountMicroUsdc < leastMicroUsdc)
      throw badRequest('amount_usd', `must be at least ${formatUsd(leastMicroUsdc)} from ${this.parts.venue}`);
    if (amountMicroUsdc <= feeMicroUsdc)
      throw badRequest('amount_usd', `must be more than the ${formatUsd(feeMicroUsdc)} that ${this.parts.venue} keeps`);
    return { feeMicroUsdc, arrivesMicroUsdc: amountMicroUsdc - feeMicroUsdc };
  }

  async describe({ _id: walletId, address }: WalletRecord): Promise<SourceState> {
    const { transfers, withdrawals, ledger, canPay } = this.parts;
    if (transfers === undefined) return { availableMicroUsdc: undefined, obstacle: 'transfers_unavailable' };
    const [withdrawable, isPayable, isFenced, isFeeKept] = await Promise.all([
      withdrawals.withdrawable(address).catch(unknownWhereUnread),
      canPay(),
      ledger.books.isFenced(inWallet(walletId, usdcOn(withdrawals.network))),
      this.#isFeeKept(address, ASKED_ABOUT_MICRO_USDC),
    ]);
    if (withdrawable === undefined) return { availableMicroUsdc: undefined, obstacle: 'balance_unknown' };
    const availableMicroUsdc = await this.#free(walletId, withdrawable);
    if (isFenced) return { availableMicroUsdc, obstacle: 'balance_under_review' };
    if (!isFeeKept) return { availableMicroUsdc, obstacle: 'fee_unknown' };
    return isPayable === true ? { availableMicroUsdc } : { availableMicroUsdc, obstacle: 'transfers_unavailable' };
  }

  async accept<Result>(
    wallet: WalletRecord,
    amountMicroUsdc: MicroUsdc,
    decide: (session: ClientSession, hold: HoldWithdrawal) => Promise<Result>,
  ): Promise<Result> {
    const { transfers, withdrawals } = this.parts;
    if (transfers === undefined) throw new PlatformError('wallet_upstream_unavailable');
    if (!(await this.#isFeeKept(wallet.address, amountMicroUsdc)))
      throw new PlatformError('wallet_upstream_unavailable', { details: { reason: 'fee_unknown' } });
    const withdrawable = await withdrawals.withdrawable(wallet.address);
    const nonce = await withdrawals.drawNonce(wallet.address);
    return transfers.acceptLater(wallet.accountId, withdrawals.network, (session, count) =>
      decide(session, async (withdrawal) => {
        await count();
        await this.#require(withdrawal, withdrawable, session);
        return this.#departing(withdrawal, nonce, transfers);
      }),
    );
  }

  /** Returns whether no more than the fee would be kept of an amount now; false where that can't be known. */
  async #isFeeKept(address: Address, amountMicroUsdc: MicroUsdc): Promise<boolean> {
    const { carried, feeMicroUsdc } = this.parts.withdrawals;
    if (carried === undefined) return true;
    const kept = await carried.keeps(address, amountMicroUsdc).catch(unknownWhereUnread);
    return kept !== undefined && kept <= feeMicroUsdc;
  }

  /** Locks the wallet's place at the venue, so that withdrawals of one balance come one after the other, and checks what is free of it. */
  async #require(
    { walletId, amountMicroUsdc }: WithdrawalRecord,
    withdrawable: MicroUsdc,
    session: ClientSession,
  ): Promise<void> {
    const { ledger, venue, withdrawals } = this.parts;
    const token = usdcOn(withdrawals.network);
    if (await ledger.books.isFenced(inWallet(walletId, token)))
      throw new PlatformError('wallet_upstream_unavailable', { details: { reason: 'balance_under_review' } });
    await ledger.books.takeForSpending(atVenue(walletId, venue, token), session);
    const free = await this.#free(walletId, withdrawable, session);
    if (amountMicroUsdc > free)
      throw new PlatformError('insufficient_held_balance', { details: { available_usd: formatUsd(free) } });
  }

  async #free(walletId: string, withdrawable: MicroUsdc, session?: ClientSession): Promise<MicroUsdc> {
    const { venue } = this.parts;
    const open = await this.#withdrawals
      .find({ walletId, source: venue, state: { $in: NOT_TAKEN } })
      .session(session ?? null)
      .lean<WithdrawalRecord[]>();
    const free = open.reduce((rest, { amountMicroUsdc }) => rest - amountMicroUsdc, withdrawable);
    return free > 0n ? free : 0n;
  }

  #departing(withdrawal: WithdrawalRecord, nonce: number, transfers: Transfers): WithdrawalRecord {
    const { clock, venue } = this.parts;
    const departure = { venue, nonce, sendUntil: new Date(clock.nowMs() + TRANSFER_TTL_MS) };
    const requested: WithdrawalRecord = { ...withdrawal, state: 'requested', departure };
    const seal = transfers.seal(departureOf(requested, departure));
    return { ...requested, departure: { ...departure, seal } };
  }
}

function unknownWhereUnread(error: unknown): undefined {
  if (error instanceof PlatformError && error.code === 'wallet_upstream_unavailable') return undefined;
  throw error;
}
