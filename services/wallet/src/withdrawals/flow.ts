import type { Turn } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import { killPoint } from '@platform/kit/kill-points';
import type { Logger } from '@platform/observability/logging';
import { type ClientSession, type Connection, inTransaction } from '@platform/store/mongo';
import type { Hash } from 'viem';
import { external } from '../ledger/locations.js';
import type { RelayRequest } from '../relayer/relayer.js';
import type { Transfers } from '../transfers/transfers.js';
import type { DepartureMove, Departures } from './departures/departures.js';
import { transferOf, type WithdrawalErrorCode, type WithdrawalRecord } from './model.js';
import type { HeldWithdrawal, withdrawalStore } from './records.js';
import { departing, type WithdrawalEffect, type WithdrawalEvent, withdrawalTransitions } from './states.js';

/** An event of a withdrawal with its data. */
interface Move {
  readonly event: WithdrawalEvent;
  readonly signed?: RelayRequest;
  readonly txHash?: Hash;
  /** What else is written with it. */
  readonly set?: Partial<WithdrawalRecord>;
  readonly hold?: DepartureMove['hold'];
}

/**
 * Carries out accepted withdrawals. Each turn looks up what has happened on the chain and stores it with its bookings in one conditional
 * transaction. So any number of processes may run this at once, and a process may die at any line.
 */
export class WithdrawalFlow {
  constructor(
    private readonly parts: {
      readonly connection: Connection;
      readonly store: ReturnType<typeof withdrawalStore>;
      readonly transfers: Transfers;
      readonly departures: Departures;
      readonly clock: Clock;
      readonly logger: Logger;
    },
  ) {}

  /** Moves a withdrawal on by what has happened since it was read. Rejects when the look-up fails. */
  async advance(held: HeldWithdrawal): Promise<Turn> {
    const move = await this.#lookUp(held.record);
    if (move === undefined) return { kind: 'waiting', until: held.record.validBefore };
    await this.#apply(held, move);
    return { kind: 'done' };
  }

  /** Returns the proved event since the record was written; `undefined` when there is none. */
  async #lookUp(withdrawal: WithdrawalRecord): Promise<Move | undefined> {
    if (departing.includes(withdrawal.state)) return this.parts.departures.lookUp(withdrawal);
    if (withdrawal.state === 'accepted') return this.#sign(withdrawal);
    const progress = await this.parts.transfers.progress(transferOf(withdrawal));
    switch (progress.kind) {
      case 'waiting':
        return undefined;
      case 'on_its_way':
        return progress.txHash === withdrawal.txHash ? undefined : { event: 'broadcast', txHash: progress.txHash };
      case 'moved':
        return { event: 'moved', ...(progress.txHash !== undefined && { txHash: progress.txHash }) };
      case 'not_moved':
        return { event: 'not_moved' };
    }
  }

  /** Signs the transfer, except from a fenced location or after its time is over: nobody outside has seen a transfer that was never queued. */
  async #sign(withdrawal: WithdrawalRecord): Promise<Move | undefined> {
    const { clock, transfers } = this.parts;
    if (withdrawal.validBefore <= clock.now()) return { event: 'expired' };
    const signed = await transfers.sign(transferOf(withdrawal));
    if (signed === undefined) return undefined;
    killPoint('withdrawal.after_sign');
    return { event: 'submitted', signed };
  }

  /** Writes the event with its bookings, if the withdrawal is unchanged since it was read and no other process has taken it. */
  async #apply(held: HeldWithdrawal, move: Move): Promise<void> {
    const { record: withdrawal, state } = held;
    const { to, effects } = withdrawalTransitions.of(state, move.event);
    const set: Partial<WithdrawalRecord> = {
      ...(move.txHash !== undefined && { txHash: move.txHash }),
      ...move.set,
      ...(to === 'failed' && { error: errorOf(withdrawal, move.event) }),
      updatedAt: this.parts.clock.now(),
    };
    // Another sender made the transfer: the published hash belongs to a transaction that did nothing.
    const unset = move.event === 'moved' && move.txHash === undefined ? (['txHash'] as const) : [];
    await inTransaction(this.parts.connection, async (session) => {
      const moved = await this.parts.store.move(held, move.event, { set, unset, session });
      if (moved === undefined) return;
      for (const effect of effects) await this.#perform(effect, moved.record, move, session);
    });
    passKillPoint(move.event);
    if (move.event === 'submitted') this.parts.transfers.wake(transferOf(withdrawal));
    const { _id, accountId } = withdrawal;
    this.parts.logger.info({ withdrawal: _id, accountId, event: move.event, state: to }, 'withdrawal moved on');
  }

  async #perform(
    effect: WithdrawalEffect,
    withdrawal: WithdrawalRecord,
    { signed, hold }: Move,
    session: ClientSession,
  ): Promise<void> {
    const { transfers, departures } = this.parts;
    const transfer = transferOf(withdrawal);
    switch (effect) {
      case 'book_departure':
        return departures.bookDeparture(withdrawal, session);
      case 'free_payout':
        return departures.freePayout(withdrawal, session);
      case 'require_no_payout':
        // It was marked since the withdrawal was read: another turn goes on with it.
        if (withdrawal.payout !== undefined) throw new Error(`${withdrawal._id} has its payout`);
        return;
      case 'take_deposit':
      case 'book_loss':
        throw new Error(`${withdrawal._id} waits for an operator's decision`);
      case 'book_payout':
        return departures.bookPayout(withdrawal, hold, session);
      case 'enqueue_transfer':
        if (signed === undefined) throw new Error(`withdrawal ${withdrawal._id} has nothing to send`);
        return transfers.enqueue(transfer, signed, session);
      case 'book_transfer':
        return transfers.book(transfer, external(transfer.token), session);
      case 'release_reservation':
        return transfers.release(transfer, session);
    }
  }
}

/** Returns why a withdrawal fails: after its payout the money is in the wallet. */
function errorOf({ state, departure }: WithdrawalRecord, event: WithdrawalEvent): WithdrawalErrorCode {
  if (event === 'not_left' || state === 'requested') return 'venue_withdrawal_not_made';
  return departure === undefined ? 'transfer_not_made' : 'payout_held';
}

/** The names are written in full here, so that a test finds every one. */
function passKillPoint(event: WithdrawalEvent): void {
  if (event === 'sending') killPoint('departure.after_sending');
  if (event === 'answered') killPoint('departure.after_answer');
  if (event === 'left') killPoint('departure.after_left');
  if (event === 'arrived') killPoint('departure.after_arrived');
  if (event === 'submitted') killPoint('withdrawal.after_submit');
  if (event === 'broadcast') killPoint('withdrawal.after_broadcast');
  if (event === 'moved') killPoint('withdrawal.after_confirm');
}
