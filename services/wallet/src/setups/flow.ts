import type { Turn } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import { killPoint } from '@platform/kit/kill-points';
import { networks } from '@platform/kit/networks';
import type { Logger } from '@platform/observability/logging';
import { type ClientSession, type Connection, inTransaction } from '@platform/store/mongo';
import type { SetupFacts, StepProof, VenueStep } from '@platform/venues/trading-accounts';
import type { WalletVenues } from '@platform/venues/wallet';
import type { Ledger } from '../ledger/ledger.js';
import { inTransit } from '../ledger/locations.js';
import type { RelayRequest } from '../relayer/relayer.js';
import type { Signer } from '../signing/signer.js';
import type { Transfers } from '../transfers/transfers.js';
import type { VenueAccounts } from '../venues/venue-accounts.js';
import type { Wallets } from '../wallets/wallets.js';
import { creditOf, type SetupErrorCode, type SetupRecord, setupModel, transferOf } from './model.js';
import type { HeldSetup, setupStore } from './records.js';
import { isOpen, type SetupEffect, type SetupEvent, type SetupStep, setupTransitions } from './states.js';

const overdueErrors: Readonly<Partial<Record<SetupStep, SetupErrorCode>>> = {
  transfer: 'transfer_unproven',
  credit: 'credit_unproven',
  register: 'account_unproven',
};

/** An event of a setup with its data. */
interface Move {
  readonly event: SetupEvent;
  readonly signed?: RelayRequest;
  readonly credit?: Pick<SetupRecord, 'credit' | 'creditedMicroUsdc'>;
}

/**
 * Carries out setups, one step at a time. Each turn looks up what has happened outside and stores it with its bookings in one conditional
 * transaction. So any number of processes may run this at once, and a process may die at any line.
 */
export class SetupFlow {
  readonly #setups: ReturnType<typeof setupModel>;

  constructor(
    private readonly parts: {
      readonly connection: Connection;
      readonly store: ReturnType<typeof setupStore>;
      readonly ledger: Ledger;
      readonly wallets: Wallets;
      readonly transfers: Transfers;
      readonly openVenues: WalletVenues;
      readonly venueAccounts: VenueAccounts;
      readonly signer: Signer;
      readonly clock: Clock;
      readonly logger: Logger;
      /** How long a step may stay unproved after the transfer is settled on the chain. */
      readonly reconciliationMs: number;
    },
  ) {
    this.#setups = setupModel(parts.connection);
  }

  /** Moves a setup on by what has happened since it was read. Rejects when the look-up fails. */
  async advance(held: HeldSetup): Promise<Turn> {
    const move = await this.#lookUp(held.record);
    if (move === undefined) return { kind: 'waiting', until: held.record.deadlineAt };
    await this.#apply(held, move);
    return { kind: 'done' };
  }

  /** Returns the proved event of the setup's step; `undefined` while there is none. */
  async #lookUp(setup: SetupRecord): Promise<Move | undefined> {
    try {
      return (await this.#proof(setup)) ?? this.#overdue(setup);
    } catch (error) {
      // A failed look-up proves nothing either.
      const overdue = this.#overdue(setup);
      if (overdue === undefined) throw error;
      return overdue;
    }
  }

  async #proof(setup: SetupRecord): Promise<Move | undefined> {
    switch (setup.step) {
      case 'reserve':
        return this.#sign(setup);
      case 'transfer': {
        const { kind } = await this.parts.transfers.progress(transferOf(setup));
        return kind === 'moved' || kind === 'not_moved' ? { event: kind } : undefined;
      }
      case 'credit': {
        const proof = await this.#atVenue(setup, 'credit');
        return proof && this.#creditMove(setup, proof);
      }
      case 'register':
        return (await this.#atVenue(setup, 'register')) && { event: 'registered' };
      case 'done':
        return undefined;
    }
  }

  /** Signs the transfer, except from a fenced location or after its time is over: nobody outside has seen a transfer that was never queued. */
  async #sign(setup: SetupRecord): Promise<Move | undefined> {
    const { clock, transfers } = this.parts;
    if (setup.validBefore <= clock.now()) return { event: 'expired' };
    const signed = await transfers.sign(transferOf(setup));
    if (signed === undefined) return undefined;
    killPoint('setup.after_sign');
    return { event: 'submitted', signed };
  }

  /** Returns the event of a credit: it may be smaller than the payment by the venue's fee, and differs otherwise. */
  #creditMove({ venue, amountMicroUsdc }: SetupRecord, proof: StepProof): Move {
    const { creditFeeMicroUsdcMax } = this.parts.openVenues[venue].payment;
    const { entry, creditedMicroUsdc = amountMicroUsdc } = proof;
    const feeMicroUsdc = amountMicroUsdc - creditedMicroUsdc;
    const isExplained = feeMicroUsdc >= 0n && feeMicroUsdc <= creditFeeMicroUsdcMax;
    const credit = { creditedMicroUsdc, ...(entry !== undefined && { credit: entry }) };
    return { event: isExplained ? 'credited' : 'differed', credit };
  }

  #overdue({ step, deadlineAt }: SetupRecord): Move | undefined {
    const isLate = step !== 'reserve' && deadlineAt.getTime() <= this.parts.clock.nowMs();
    return isLate ? { event: 'overdue' } : undefined;
  }

  /** Looks for the proof of a venue's step; without proof it performs the step, and a later turn proves it. */
  async #atVenue(setup: SetupRecord, name: VenueStep): Promise<StepProof | undefined> {
    const step = this.parts.openVenues[setup.venue].setup[name];
    const facts = await this.#factsOf(setup);
    const proof = await step.prove(facts);
    if (proof === undefined) await step.do(facts);
    return proof;
  }

  async #factsOf(setup: SetupRecord): Promise<SetupFacts> {
    const { _id, accountId, walletId, venue, amountMicroUsdc, network, paymentAddress, createdAt: acceptedAt } = setup;
    const wallet = await this.parts.wallets.get(walletId);
    const requester = { workload: 'wallet', accountId, cause: `setup ${_id}` } as const;
    return {
      address: wallet.address,
      amountMicroUsdc,
      paymentAddress,
      network,
      acceptedAt,
      firstUnclaimed: async (entries) => {
        const claimed = new Set(
          await this.#setups.distinct('credit', { walletId, venue, credit: { $in: [...entries] } }),
        );
        return entries.find((entry) => !claimed.has(entry));
      },
      sign: (family, request) => this.parts.signer.sign(wallet, family, request, requester),
    };
  }

  /** Writes the event with its bookings, if the setup is unchanged since it was read and no other process has taken it. */
  async #apply(held: HeldSetup, move: Move): Promise<void> {
    const { record: setup, state } = held;
    const { to, effects } = setupTransitions.of(state, move.event);
    const error = this.#errorOf(setup, move.event);
    const set: Partial<SetupRecord> = {
      ...move.credit,
      ...(error !== undefined && { error }),
      deadlineAt: this.#deadline(setup, move.event),
      updatedAt: this.parts.clock.now(),
    };
    const unset = isOpen(to) ? [] : (['isOpen'] as const);
    await inTransaction(this.parts.connection, async (session) => {
      const moved = await this.parts.store.move(held, move.event, { set, unset, session });
      if (moved === undefined) return;
      for (const effect of effects) await this.#perform(effect, setup, move, session);
    });
    passKillPoint(move.event);
    if (move.event === 'submitted') this.parts.transfers.wake(transferOf(setup));
    const { _id, accountId } = setup;
    this.parts.logger.info({ setup: _id, accountId, event: move.event, state: to }, 'setup moved on');
  }

  async #perform(
    effect: SetupEffect,
    setup: SetupRecord,
    { signed, credit }: Move,
    session: ClientSession,
  ): Promise<void> {
    const { ledger, transfers } = this.parts;
    const { _id, walletId, venue, amountMicroUsdc } = setup;
    const transfer = transferOf(setup);
    switch (effect) {
      case 'enqueue_transfer':
        if (signed === undefined) throw new Error(`setup ${_id} has nothing to send`);
        return transfers.enqueue(transfer, signed, session);
      case 'book_transfer':
        return transfers.book(transfer, inTransit(_id, transfer.token), session);
      case 'book_credit':
        await ledger.post(creditOf(setup, credit?.creditedMicroUsdc ?? amountMicroUsdc), session);
        return;
      case 'release_reservation':
        return transfers.release(transfer, session);
      case 'onboard_account':
        return this.parts.venueAccounts.markOnboarded(walletId, venue, session);
      case 'book_loss':
        throw new Error(`setup ${_id} can only be written off by an operator`);
    }
  }

  #errorOf({ step }: SetupRecord, event: SetupEvent): SetupErrorCode | undefined {
    if (event === 'not_moved' || event === 'expired') return 'transfer_not_made';
    if (event === 'differed') return 'credit_differs';
    return event === 'overdue' ? overdueErrors[step] : undefined;
  }

  /**
   * Returns the deadline of the step after an event. A transfer is settled when a final block is later than its authorization; later steps
   * have their own time.
   */
  #deadline({ venue, network, validBefore, deadlineAt }: SetupRecord, event: SetupEvent): Date {
    const { clock, reconciliationMs } = this.parts;
    // Only a final block as late as the authorization proves that the transfer was not made.
    if (event === 'submitted')
      return new Date(validBefore.getTime() + networks[network].finalityLagMsMax + reconciliationMs);
    if (event === 'overdue') return deadlineAt;
    const { creditWithinMs } = this.parts.openVenues[venue].payment;
    return new Date(clock.nowMs() + Math.max(reconciliationMs, event === 'moved' ? creditWithinMs : 0));
  }
}

/** The names are written in full here, so that a test finds every one. */
function passKillPoint(event: SetupEvent): void {
  if (event === 'submitted') killPoint('setup.after_submit');
  if (event === 'moved') killPoint('setup.after_transfer');
  if (event === 'credited') killPoint('setup.after_credit');
  if (event === 'registered') killPoint('setup.after_register');
}
