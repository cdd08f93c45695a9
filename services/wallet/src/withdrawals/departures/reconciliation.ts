// Why: docs/decisions/wallet/venue-withdrawals.md
import { type DecidedBy, type OperatorDecision, requireEvidence } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import type { MicroUsdc } from '@platform/kit/money';
import { type ClientSession, type Connection, inTransaction } from '@platform/store/mongo';
import type { Hash } from 'viem';
import { type DepositRecord, depositModel } from '../../deposits/model.js';
import type { Ledger } from '../../ledger/ledger.js';
import { external, inTransit } from '../../ledger/locations.js';
import { transitOf, type WithdrawalRecord, withdrawalModel } from '../model.js';
import { withdrawalStore } from '../records.js';
import { type WithdrawalEffect, type WithdrawalEvent, withdrawalTransitions } from '../states.js';
import { type ArrivalReaders, type ArrivedPayout, arrivedPayout, maybePayouts } from './arrived-payout.js';
import { Payouts } from './payouts.js';

/** Holds no withdrawal: those that wait for an operator have no holder. */
const OPERATOR = 'operator';

/** What an operator decides of a withdrawal. */
type Decision = Extract<WithdrawalEvent, 'resumed' | 'payout_accepted' | 'written_off'>;

/** What is written with a decision. */
interface Decided {
  readonly set?: Partial<WithdrawalRecord>;
  /** The payout that an operator has named. */
  readonly arrived?: ArrivedPayout;
}

/** A withdrawal that waits for an operator. */
export interface UnpaidWithdrawal {
  readonly withdrawal: WithdrawalRecord;
  /** The deposits that may be its payout, the oldest first. */
  readonly arrived: readonly DepositRecord[];
}

/** What an operator does with withdrawals that have left their venue and have not arrived in time. */
export class PayoutReconciliation {
  readonly #withdrawals: ReturnType<typeof withdrawalModel>;
  readonly #deposits: ReturnType<typeof depositModel>;
  readonly #store: ReturnType<typeof withdrawalStore>;
  readonly #payouts: Payouts;

  constructor(
    private readonly parts: { readonly connection: Connection; readonly ledger: Ledger; readonly clock: Clock },
  ) {
    const { connection, ledger, clock } = parts;
    this.#withdrawals = withdrawalModel(connection);
    this.#deposits = depositModel(connection);
    this.#store = withdrawalStore(connection, undefined, OPERATOR, clock);
    this.#payouts = new Payouts(connection, ledger, clock);
  }

  /** Returns the withdrawals that wait for an operator, the oldest first. */
  async waiting(): Promise<UnpaidWithdrawal[]> {
    const found = await this.#withdrawals.find({ state: 'unpaid' }).sort({ createdAt: 1 }).lean<WithdrawalRecord[]>();
    return Promise.all(
      found.map(async (withdrawal) => ({ withdrawal, arrived: await maybePayouts(withdrawal, this.#deposits) })),
    );
  }

  /** Has the payout waited for again; nothing moves. Throws for a withdrawal that does not wait for an operator. */
  async resume(id: string, by: DecidedBy): Promise<void> {
    await this.#decide(await this.#read(id, 'resumed', by), 'resumed', by);
  }

  /**
   * Closes a withdrawal whose payout will never come, and books it as lost. What arrives nevertheless is a deposit. Throws for a withdrawal
   * that does not wait for an operator.
   */
  async writeOff(id: string, by: DecidedBy): Promise<void> {
    const withdrawal = await this.#read(id, 'written_off', by);
    await this.#decide(withdrawal, 'written_off', by, { set: { error: 'payout_written_off' } });
  }

  /**
   * Goes on with the payout that a transaction has made, though it is less than was promised; returns its amount. It was booked as a deposit,
   * and is none any more. Throws where the chain and the records do not both show it, or where it is in use.
   */
  async acceptPayout(id: string, txHash: Hash, by: DecidedBy, readers: ArrivalReaders): Promise<MicroUsdc> {
    const withdrawal = await this.#read(id, 'payout_accepted', by);
    const arrived = await arrivedPayout(withdrawal, txHash, this.#deposits, readers);
    const { _id: depositId, txHash: paidBy, amountMicroUsdc } = arrived.deposit;
    const set = { payout: { depositId, txHash: paidBy, amountMicroUsdc } };
    await this.#decide(withdrawal, 'payout_accepted', by, { set, arrived });
    return amountMicroUsdc;
  }

  /** Returns a withdrawal of which an operator may decide this now. */
  async #read(id: string, event: Decision, by: DecidedBy): Promise<WithdrawalRecord> {
    requireEvidence(by);
    const withdrawal = await this.#withdrawals.findById(id).lean<WithdrawalRecord>();
    if (withdrawal === null) throw new Error(`there is no withdrawal ${id}`);
    if (!withdrawalTransitions.allows(withdrawal.state, event))
      throw new Error(`withdrawal ${id} can not be ${event}: it is ${withdrawal.state}`);
    return withdrawal;
  }

  /** Writes the decision with its evidence and its booking, if the withdrawal still waits as it was read. */
  async #decide(
    withdrawal: WithdrawalRecord,
    event: Decision,
    by: DecidedBy,
    { set: decided, arrived }: Decided = {},
  ): Promise<void> {
    const { connection, clock } = this.parts;
    const { _id, decisions = [] } = withdrawal;
    const { effects } = withdrawalTransitions.of(withdrawal.state, event);
    const now = clock.now();
    const decision: OperatorDecision = { event, ...by, at: now };
    const set = { ...decided, updatedAt: now, decisions: [...decisions, decision] };
    await inTransaction(connection, async (session) => {
      const written = await this.#store.decide(withdrawal, event, { set, session });
      if (written === undefined) throw new Error(`withdrawal ${_id} has changed meanwhile`);
      for (const effect of effects) await this.#perform(effect, withdrawal, arrived, session);
    });
  }

  #perform(
    effect: WithdrawalEffect,
    withdrawal: WithdrawalRecord,
    arrived: ArrivedPayout | undefined,
    session: ClientSession,
  ): Promise<void> {
    const { _id } = withdrawal;
    if (effect === 'book_loss') return this.#bookLoss(withdrawal, session);
    if (effect !== 'take_deposit' || arrived === undefined) throw new Error(`no operator does ${effect} for ${_id}`);
    return this.#payouts.take(arrived.deposit, _id, arrived.finalChainMicroUsdc, session);
  }

  async #bookLoss(withdrawal: WithdrawalRecord, session: ClientSession): Promise<void> {
    const { accountId, walletId, operation, token, amountMicroUsdc } = transitOf(withdrawal);
    const postings = [
      { location: inTransit(withdrawal._id, token), amountMicroUsdc: -amountMicroUsdc },
      { location: external(token), amountMicroUsdc },
    ];
    await this.parts.ledger.post({ accountId, walletId, operation, step: 'write_off', postings }, session);
  }
}
