// Why: docs/decisions/wallet/venue-withdrawals.md
import type { Clock } from '@platform/kit/clock';
import { formatUsd, type MicroUsdc } from '@platform/kit/money';
import type { ClientSession, Connection } from '@platform/store/mongo';
import type { Token } from '../../chains/token.js';
import { bookingOf, takenBack } from '../../deposits/booking.js';
import { type DepositRecord, depositModel } from '../../deposits/model.js';
import type { PayoutClaims } from '../../deposits/payout-claims.js';
import type { Ledger } from '../../ledger/ledger.js';
import { inWallet } from '../../ledger/locations.js';
import { arrivesOf, type WithdrawalRecord, withdrawalModel } from '../model.js';
import { onTheWay, type WithdrawalState, withdrawalTransitions } from '../states.js';

/** A payout may be final before the venue's ledger has proved the withdrawal. */
const WAITING: readonly WithdrawalState[] = ['sent', ...onTheWay];

/**
 * Transfers from venues that withdrawals wait for. They stand among the deposits, whose watcher finds them, and are in no list of deposits. A
 * withdrawal takes one transfer, and a transfer is taken once.
 */
export class Payouts implements PayoutClaims {
  readonly #deposits: ReturnType<typeof depositModel>;
  readonly #withdrawals: ReturnType<typeof withdrawalModel>;

  constructor(
    connection: Connection,
    private readonly ledger: Ledger,
    private readonly clock: Clock,
  ) {
    this.#deposits = depositModel(connection);
    this.#withdrawals = withdrawalModel(connection);
  }

  /**
   * Marks a final transfer as the payout of the oldest withdrawal that waits for it; returns false when none does. In the transaction that
   * confirms the transfer.
   */
  async claim(deposit: DepositRecord, session: ClientSession): Promise<boolean> {
    const { _id, venue, txHash, amountMicroUsdc } = deposit;
    const withdrawal = await this.#waitingFor(deposit, session);
    if (withdrawal === undefined) return false;
    const payout = { depositId: _id, txHash, ...(venue === undefined && { amountMicroUsdc }) };
    const now = this.clock.now();
    // One that waits for an operator goes on by itself.
    const isUnpaid = withdrawal.state === 'unpaid';
    const again = isUnpaid && { state: withdrawalTransitions.of('unpaid', 'paid_late').to, updatedAt: now };
    await this.#withdrawals.updateOne({ _id: withdrawal._id }, { payout, dueAt: now, ...again }, { session });
    await this.#deposits.updateOne({ _id }, { payout: { withdrawalId: withdrawal._id, isBooked: false } }, { session });
    return true;
  }

  /**
   * A venue pays exactly what is waited for, from its own address. Others pay from any address, after the withdrawal was made, and keep the
   * fee at most.
   */
  async #waitingFor(deposit: DepositRecord, session: ClientSession): Promise<WithdrawalRecord | undefined> {
    const { accountId, walletId, venue, chain: network, amountMicroUsdc, createdAt } = deposit;
    const isCarried = { $exists: venue === undefined };
    const paid = venue === undefined ? { createdAt: { $lte: createdAt } } : { source: venue };
    const found = await this.#withdrawals
      .find({
        ...{ accountId, walletId, network, state: { $in: WAITING }, payout: { $exists: false } },
        ...{ 'departure.plan': isCarried, ...paid },
      })
      .sort({ createdAt: 1, _id: 1 })
      .session(session)
      .lean<WithdrawalRecord[]>();
    return found.find((each) => {
      const isLess =
        venue === undefined && amountMicroUsdc > arrivesOf(each) && amountMicroUsdc <= each.amountMicroUsdc;
      return isLess || amountMicroUsdc === arrivesOf(each);
    });
  }

  /** Notes that the movement of a payout is posted, in its transaction. */
  async booked(depositId: string, session: ClientSession): Promise<void> {
    await this.#deposits.updateOne({ _id: depositId }, { 'payout.isBooked': true }, { session });
  }

  /**
   * Makes a booked deposit the payout of a withdrawal that an operator has named it for: its booking is taken back, until the withdrawal's own
   * movement books it. Throws, and ends the caller's transaction, for one that is a payout by now, or of which something is spent.
   */
  async take(
    deposit: DepositRecord,
    withdrawalId: string,
    finalChainMicroUsdc: MicroUsdc,
    session: ClientSession,
  ): Promise<void> {
    const { _id, walletId, chain: network, asset, amountMicroUsdc } = deposit;
    const location = inWallet(walletId, { network, asset });
    if (await this.ledger.books.isFenced(location)) throw new Error(`${location} is fenced: see ledger check`);
    await this.ledger.books.takeForSpending(location, session);
    const free = await this.ledger.spendable(location, finalChainMicroUsdc, session);
    if (free < amountMicroUsdc)
      throw new Error(
        `${formatUsd(free)} of ${location} is free: the ${formatUsd(amountMicroUsdc)} that arrived is in use as a deposit`,
      );
    const open = { _id, status: 'confirmed', payout: { $exists: false } } as const;
    const { matchedCount } = await this.#deposits.updateOne(
      open,
      { payout: { withdrawalId, isBooked: false } },
      { session },
    );
    if (matchedCount === 0) throw new Error(`${_id} is a payout by now`);
    await this.ledger.post(takenBack(bookingOf(deposit)), session);
  }

  /** Makes a marked transfer a deposit after all. */
  async free(depositId: string, session: ClientSession): Promise<void> {
    const deposit = await this.#deposits
      .findOneAndUpdate({ _id: depositId, 'payout.isBooked': false }, { $unset: { payout: 1 } }, { session })
      .lean<DepositRecord>();
    if (deposit !== null) await this.ledger.post(bookingOf(deposit), session);
  }

  /** Returns the sum of the payouts of a wallet that are marked up to a block and not booked yet: the chain has them, the ledger has not. */
  async unbooked(
    walletId: string,
    { network: chain, asset }: Token,
    block: number,
    session: ClientSession,
  ): Promise<MicroUsdc> {
    const marked = await this.#deposits
      .find({ walletId, chain, asset, 'payout.isBooked': false, blockNumber: { $lte: block } })
      .session(session)
      .lean<DepositRecord[]>();
    return marked.reduce((sum, { amountMicroUsdc }) => sum + amountMicroUsdc, 0n);
  }
}
