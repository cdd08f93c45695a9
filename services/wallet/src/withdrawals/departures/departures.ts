// Why: docs/decisions/wallet/venue-withdrawals.md
import type { Clock } from '@platform/kit/clock';
import { killPoint } from '@platform/kit/kill-points';
import type { MicroUsdc } from '@platform/kit/money';
import type { ClientSession, Connection } from '@platform/store/mongo';
import type {
  CarriedWithdrawals,
  NonceSpending,
  VenueWithdrawalRequest,
  VenueWithdrawals,
} from '@platform/venues/trading-accounts';
import type { WalletVenues } from '@platform/venues/wallet';
import type { Token } from '../../chains/token.js';
import type { Ledger } from '../../ledger/ledger.js';
import { atVenue, external, inTransit, inWallet } from '../../ledger/locations.js';
import { legName } from '../../operation-reference.js';
import type { Signer } from '../../signing/signer.js';
import type { AcceptedTransfer } from '../../transfers/accepted-transfer.js';
import { TRANSFER_TTL_MS, type Transfers } from '../../transfers/transfers.js';
import type { WalletRecord } from '../../wallets/model.js';
import type { Wallets } from '../../wallets/wallets.js';
import { departureOf, transferOf, transitOf, type WithdrawalRecord, withdrawalModel } from '../model.js';
import type { WithdrawalEvent } from '../states.js';
import type { Departure } from './model.js';
import type { Payouts } from './payouts.js';
import { nextStep } from './proof.js';

/** Reserves the transfer that follows a payout, in the transaction that books it. */
type Hold = (transfer: AcceptedTransfer, session: ClientSession) => Promise<void>;

/** An event of a withdrawal's first leg, with what is written for it. */
export interface DepartureMove {
  readonly event: Extract<
    WithdrawalEvent,
    'sending' | 'answered' | 'left' | 'not_left' | 'arrived' | 'overdue' | 'expired'
  >;
  readonly set?: Partial<WithdrawalRecord>;
  readonly hold?: Hold;
}

/** What a departure needs of its withdrawal. */
interface Leaving {
  readonly withdrawal: WithdrawalRecord;
  readonly departure: Departure;
  readonly venue: VenueWithdrawals;
}

/**
 * The first legs of withdrawals from venues: the venue pays the wallet. The venue may take a departure from the moment on that it is `sent`,
 * so nothing is ever sent that the store does not say was sent, and every send of one departure is the same text.
 */
export class Departures {
  readonly #withdrawals: ReturnType<typeof withdrawalModel>;

  constructor(
    private readonly parts: {
      readonly connection: Connection;
      readonly openVenues: WalletVenues;
      readonly wallets: Wallets;
      readonly signer: Signer;
      readonly ledger: Ledger;
      readonly transfers: Transfers;
      readonly payouts: Payouts;
      readonly clock: Clock;
      /** How long a payout may take before the withdrawal waits for an operator too. */
      readonly reconciliationMs: number;
    },
  ) {
    this.#withdrawals = withdrawalModel(parts.connection);
  }

  /** Returns the proved event since the record was written; undefined when there is none. Rejects when the look-up fails. */
  async lookUp(withdrawal: WithdrawalRecord): Promise<DepartureMove | undefined> {
    const leaving = this.#leaving(withdrawal);
    switch (withdrawal.state) {
      case 'requested':
        return this.#begin(leaving);
      case 'sent':
        return this.#prove(leaving);
      case 'left':
        return withdrawal.payout === undefined ? this.#overdue(withdrawal) : this.#passOn(withdrawal);
      default:
        throw new Error(`${withdrawal._id} is ${withdrawal.state}, and has left its venue`);
    }
  }

  /** Books that the venue has taken the amount: its fee is gone, and the rest is on its way. */
  async bookDeparture(withdrawal: WithdrawalRecord, session: ClientSession): Promise<void> {
    const { departure } = this.#leaving(withdrawal);
    const { token, accountId, walletId, operation, leg: step, amountMicroUsdc } = departureOf(withdrawal, departure);
    const { amountMicroUsdc: carried } = transitOf(withdrawal);
    const postings = [
      { location: atVenue(walletId, departure.venue, token), amountMicroUsdc: -amountMicroUsdc },
      { location: inTransit(withdrawal._id, token), amountMicroUsdc: carried },
      ...keptAs(amountMicroUsdc - carried, token),
    ];
    await this.parts.ledger.post({ accountId, walletId, operation, step, postings }, session);
  }

  /** Books that the payout has arrived, and reserves it for the transfer that passes it on. */
  async bookPayout(withdrawal: WithdrawalRecord, hold: Hold | undefined, session: ClientSession): Promise<void> {
    const { payout } = withdrawal;
    if (payout === undefined || hold === undefined) throw new Error(`${withdrawal._id} has no payout to pass on`);
    const transfer = transferOf(withdrawal);
    const { token, accountId, walletId, operation, amountMicroUsdc } = transfer;
    const { amountMicroUsdc: carried } = transitOf(withdrawal);
    const postings = [
      { location: inTransit(withdrawal._id, token), amountMicroUsdc: -carried },
      { location: inWallet(walletId, token), amountMicroUsdc },
      ...keptAs(carried - amountMicroUsdc, token),
    ];
    await this.parts.ledger.post({ accountId, walletId, operation, step: 'payout', postings }, session);
    await this.parts.payouts.booked(payout.depositId, session);
    await hold(transfer, session);
    // The caller's transaction is still open.
    killPoint('departure.after_book');
  }

  /** Makes a transfer that was taken for the payout the deposit that it is: the venue has paid nothing. */
  async freePayout({ payout }: WithdrawalRecord, session: ClientSession): Promise<void> {
    if (payout !== undefined) await this.parts.payouts.free(payout.depositId, session);
  }

  async #begin(leaving: Leaving): Promise<DepartureMove | undefined> {
    const { withdrawal, departure, venue } = leaving;
    const { clock, ledger, transfers } = this.parts;
    if (departure.sendUntil <= clock.now()) return { event: 'expired' };
    const accepted = departureOf(withdrawal, departure);
    transfers.proved(accepted);
    // Its payout could not be passed on.
    if (await ledger.books.isFenced(inWallet(accepted.walletId, accepted.token))) return undefined;
    return venue.carried === undefined ? { event: 'sending' } : this.#plan(leaving, venue.carried);
  }

  /** Has a withdrawal that others carry planned, and seals the plan, unless another one of the wallet is open at the venue. */
  async #plan({ withdrawal, departure }: Leaving, carried: CarriedWithdrawals): Promise<DepartureMove | undefined> {
    const { walletId, source, amountMicroUsdc } = withdrawal;
    if ((await this.#withdrawals.exists({ walletId, source, state: 'sent' })) !== null) return undefined;
    const { address } = await this.#walletOf(withdrawal);
    const planned = { ...departure, plan: await carried.plan(address, amountMicroUsdc) };
    const seal = this.parts.transfers.seal(departureOf(withdrawal, planned));
    return { event: 'sending', set: { departure: { ...planned, seal } } };
  }

  async #prove(leaving: Leaving): Promise<DepartureMove | undefined> {
    const { withdrawal, departure, venue } = leaving;
    const wallet = await this.#walletOf(withdrawal);
    const found = await venue.find(wallet.address, requestOf(withdrawal, departure));
    if (found === 'never') return { event: 'not_left' };
    if (found !== undefined)
      return { event: 'left', ...(found.feeMicroUsdc !== undefined && { set: { feeMicroUsdc: found.feeMicroUsdc } }) };
    switch (nextStep(departure, venue.spending?.endOf(departure.nonce), this.parts.clock.now())) {
      case 'failed':
        return { event: 'not_left' };
      case 'send':
        return this.#send(leaving, wallet);
      case 'spend_nonce':
        return venue.spending && this.#spendNonce(leaving, wallet, venue.spending);
      case 'wait':
        return undefined;
    }
  }

  async #send({ withdrawal, departure, venue }: Leaving, wallet: WalletRecord): Promise<DepartureMove | undefined> {
    const { signer, transfers } = this.parts;
    const accepted = departureOf(withdrawal, departure);
    transfers.proved(accepted);
    const request = requestOf(withdrawal, departure);
    const signed = await signer.sign(wallet, venue.withdraw, request, requesterOf(accepted));
    killPoint('departure.after_sign');
    const answer = await venue.send(signed);
    killPoint('departure.after_send');
    const at = this.parts.clock.now();
    if (answer === 'accepted') return { event: 'answered', set: { departure: { ...departure, acceptedAt: at } } };
    return answer === 'refused'
      ? { event: 'answered', set: { departure: { ...departure, refusedAt: at } } }
      : undefined;
  }

  /** Spends the nonce with an action that does nothing: was it unspent, the withdrawal has not happened, and never will. */
  async #spendNonce({ withdrawal, departure }: Leaving, wallet: WalletRecord, { family, send }: NonceSpending) {
    const accepted = departureOf(withdrawal, departure);
    const { nonce } = departure;
    const signed = await this.parts.signer.sign(wallet, family, { nonce }, requesterOf(accepted));
    const answer = await send(signed);
    if (answer === 'unspent') return { event: 'not_left' } as const;
    if (answer === 'unknown') return undefined;
    return { event: 'answered', set: { departure: { ...departure, spentAt: this.parts.clock.now() } } } as const;
  }

  /** Since it left its venue, or an operator had it waited for again, nothing else has changed the withdrawal. */
  #overdue({ updatedAt }: WithdrawalRecord): DepartureMove | undefined {
    const { clock, reconciliationMs } = this.parts;
    return clock.nowMs() < updatedAt.getTime() + reconciliationMs ? undefined : { event: 'overdue' };
  }

  /** Seals the transfer that passes the payout on: after the seal of what was accepted, so that a changed record is never sealed again. */
  async #passOn(withdrawal: WithdrawalRecord): Promise<DepartureMove> {
    const { clock, transfers, wallets } = this.parts;
    const { departure } = this.#leaving(withdrawal);
    transfers.proved(departureOf(withdrawal, departure));
    const validBefore = new Date(clock.nowMs() + TRANSFER_TTL_MS);
    const arrived = { validBefore, feeMicroUsdc: feeOf(withdrawal) };
    const transfer = transferOf({ ...withdrawal, ...arrived });
    const hold = await transfers.holder(await wallets.get(withdrawal.walletId), transfer.token);
    return { event: 'arrived', set: { ...arrived, seal: transfers.seal(transfer) }, hold };
  }

  #leaving(withdrawal: WithdrawalRecord): Leaving {
    const { departure } = withdrawal;
    const venue = departure && this.parts.openVenues[departure.venue].withdrawals;
    if (departure === undefined || venue === undefined) throw new Error(`${withdrawal._id} leaves no venue`);
    return { withdrawal, departure, venue };
  }

  async #walletOf({ walletId, accountId, _id }: WithdrawalRecord): Promise<WalletRecord> {
    const wallet = await this.parts.wallets.get(walletId);
    if (wallet.accountId !== accountId) throw new Error(`${_id}: wallet ${walletId} is not of account ${accountId}`);
    return wallet;
  }
}

/** Returns what a withdrawal has cost, as far as its payout tells. */
function feeOf({ amountMicroUsdc, feeMicroUsdc, payout }: WithdrawalRecord): MicroUsdc {
  return payout?.amountMicroUsdc === undefined ? feeMicroUsdc : amountMicroUsdc - payout.amountMicroUsdc;
}

/** Returns the posting of what was kept on the way; none where nothing was. */
function keptAs(amountMicroUsdc: MicroUsdc, token: Token) {
  return amountMicroUsdc === 0n ? [] : [{ location: external(token), amountMicroUsdc }];
}

function requestOf({ amountMicroUsdc }: WithdrawalRecord, { nonce, plan }: Departure): VenueWithdrawalRequest {
  return { amountMicroUsdc, nonce, plan };
}

function requesterOf(accepted: AcceptedTransfer) {
  return { workload: 'wallet', accountId: accepted.accountId, cause: legName(accepted) } as const;
}
