import type { Clock } from '@platform/clock';
import { killPoint } from '@platform/kill-points';
import type { Logger } from '@platform/logging';
import { type ClientSession, type Connection, inTransaction } from '@platform/mongo';
import type { Hash } from 'viem';
import type { Ledger } from '../ledger/ledger.js';
import { external, walletOf } from '../ledger/locations.js';
import type { RelayRequest } from '../relayer/relayer.js';
import type { OutgoingTransfer, Transfers } from '../transfers/transfers.js';
import { type WithdrawalRecord, withdrawalModel } from './model.js';
import { nextWithdrawalState, openWithdrawalStates, type WithdrawalEffect, type WithdrawalEvent } from './states.js';

const WITHDRAWALS_MAX = 200;

/** What a withdrawal is told to do: an event with the facts that go with it. */
interface Move {
  readonly event: WithdrawalEvent;
  readonly signed?: RelayRequest;
  readonly txHash?: Hash;
}

/**
 * Carries accepted withdrawals out. Each step looks up what has happened on the chain and writes it down with its bookings in
 * one conditional transaction: so any number of processes may do this at once, and each line may be the last of one.
 */
export class WithdrawalFlow {
  readonly #withdrawals: ReturnType<typeof withdrawalModel>;

  constructor(
    private readonly parts: {
      readonly connection: Connection;
      readonly ledger: Ledger;
      readonly transfers: Transfers;
      readonly clock: Clock;
      readonly logger: Logger;
    },
  ) {
    this.#withdrawals = withdrawalModel(parts.connection);
  }

  /** Moves every withdrawal under way on as far as it goes now; one that can't be looked up is left to the next round. */
  async advanceAll(): Promise<void> {
    const open = await this.#withdrawals
      .find({ state: { $in: openWithdrawalStates } })
      .sort({ updatedAt: 1 })
      .limit(WITHDRAWALS_MAX);
    for (const document of open) {
      const withdrawal = document.toObject<WithdrawalRecord>();
      await this.advance(withdrawal).catch((error: unknown) =>
        this.parts.logger.warn({ err: error, withdrawal: withdrawal._id }, 'a withdrawal could not be advanced'),
      );
    }
  }

  /** Moves a withdrawal on as far as it goes now. */
  async advance(withdrawal: WithdrawalRecord): Promise<void> {
    let current = withdrawal;
    for (;;) {
      const move = await this.#lookUp(current);
      if (move === undefined) return;
      await this.#apply(current, move);
      current = (await this.#withdrawals.findById(current._id).orFail()).toObject<WithdrawalRecord>();
    }
  }

  /** What can be said to have happened since the record was written, `undefined` for nothing. */
  async #lookUp(withdrawal: WithdrawalRecord): Promise<Move | undefined> {
    if (!openWithdrawalStates.includes(withdrawal.state)) return undefined;
    if (withdrawal.state === 'accepted') {
      const signed = await this.parts.transfers.sign(transferOf(withdrawal));
      killPoint('withdrawal.after_sign');
      return { event: 'submitted', signed };
    }
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

  /** Writes the event with its bookings, if the withdrawal still is where it was read; another process may have been first. */
  async #apply(withdrawal: WithdrawalRecord, move: Move): Promise<void> {
    const { _id, accountId, state } = withdrawal;
    const next = nextWithdrawalState(state, move.event);
    if (next === undefined) throw new Error(`withdrawal ${_id} can not be ${move.event} when ${state}`);
    const facts = {
      state: next.state,
      ...(move.txHash !== undefined && { txHash: move.txHash }),
      ...(move.event === 'not_moved' && { error: 'transfer_not_made' }),
      updatedAt: this.parts.clock.now(),
    };
    // Sent by somebody else: the hash that was shown is of a transaction that did nothing.
    const unset = move.event === 'moved' && move.txHash === undefined ? { $unset: { txHash: 1 } } : {};
    await inTransaction(this.parts.connection, async (session) => {
      const update = { $set: facts, ...unset };
      const { matchedCount } = await this.#withdrawals.updateOne({ _id, state }, update, { session });
      if (matchedCount === 1) await this.#perform(next.effect, withdrawal, move, session);
    });
    passKillPoint(move.event);
    this.parts.logger.info({ withdrawal: _id, accountId, event: move.event, state: next.state }, 'withdrawal moved on');
  }

  async #perform(
    effect: WithdrawalEffect,
    { _id, accountId, amountMicroUsdc }: WithdrawalRecord,
    { signed }: Move,
    session: ClientSession,
  ): Promise<void> {
    const { ledger, transfers } = this.parts;
    const cause = { kind: 'withdrawal', id: _id } as const;
    switch (effect) {
      case 'enqueue_transfer':
        if (signed === undefined) throw new Error(`withdrawal ${_id} has nothing to send`);
        return transfers.enqueue(signed, session);
      case 'book_transfer': {
        const postings = [
          { location: walletOf(accountId, 'arbitrum'), amountMicroUsdc: -amountMicroUsdc },
          { location: external('arbitrum'), amountMicroUsdc },
        ];
        return ledger.consume({ accountId, cause, step: 'transfer', postings }, session);
      }
      case 'release_reservation':
        return ledger.release(cause, session);
      case 'none':
        return;
    }
  }
}

function transferOf(withdrawal: WithdrawalRecord): OutgoingTransfer {
  const { _id, accountId, amountMicroUsdc, destination, validBefore } = withdrawal;
  return { accountId, purpose: { kind: 'withdrawal', id: _id }, to: destination, amountMicroUsdc, validBefore };
}

/** Named here in full, so that a test finds every one. */
function passKillPoint(event: WithdrawalEvent): void {
  if (event === 'submitted') killPoint('withdrawal.after_submit');
  if (event === 'broadcast') killPoint('withdrawal.after_broadcast');
  if (event === 'moved') killPoint('withdrawal.after_confirm');
}
