import { type DecidedBy, requireEvidence } from '@platform/flows';
import type { Clock } from '@platform/kit/clock';
import { type Connection, inTransaction } from '@platform/store/mongo';
import type { Ledger } from '../ledger/ledger.js';
import { external, inTransit } from '../ledger/locations.js';
import { creditOf, operationOf, type SetupRecord, setupModel, transferOf } from './model.js';
import { setupStore } from './records.js';
import { isOpen, setupTransitions } from './states.js';

/** Holds no setup: setups that wait for an operator have no holder. */
const OPERATOR = 'operator';

/** What an operator does with setups whose outcome was not proved in time. */
export class SetupReconciliation {
  readonly #setups: ReturnType<typeof setupModel>;
  readonly #store: ReturnType<typeof setupStore>;

  constructor(
    private readonly parts: {
      readonly connection: Connection;
      readonly ledger: Ledger;
      readonly clock: Clock;
      /** How long the platform then looks for proof before the setup waits for an operator again. */
      readonly reconciliationMs: number;
    },
  ) {
    this.#setups = setupModel(parts.connection);
    this.#store = setupStore(parts.connection, undefined, OPERATOR, parts.clock);
  }

  /** Returns the setups that wait for an operator, oldest first. */
  async waiting(): Promise<SetupRecord[]> {
    const found = await this.#setups.find({ status: 'reconciliation_required' }).sort({ createdAt: 1 });
    return found.map((document) => document.toObject<SetupRecord>());
  }

  /** Resumes the look-ups of a setup; its reserved money stays reserved. Throws for a setup that does not wait. */
  async resume(id: string, by: DecidedBy): Promise<void> {
    await this.#apply(id, 'resumed', by);
  }

  /**
   * Closes a setup whose money the venue received and will never credit, and books it as lost. Throws for a setup that does not wait for a
   * credit: everything else can be proved.
   */
  async writeOff(id: string, by: DecidedBy): Promise<void> {
    await this.#apply(id, 'written_off', by);
  }

  /**
   * Accepts the credit that the venue shows for a setup, though its amount is not explained by the venue's fee; the difference is booked as
   * outside. Throws for a setup whose credit does not differ.
   */
  async acceptCredit(id: string, by: DecidedBy): Promise<void> {
    await this.#apply(id, 'credit_accepted', by);
  }

  /** Writes the decision with its evidence and its booking, if the setup still waits as it was read. */
  async #apply(id: string, event: 'resumed' | 'credit_accepted' | 'written_off', by: DecidedBy): Promise<void> {
    const { connection, clock, reconciliationMs } = this.parts;
    requireEvidence(by);
    const setup = (await this.#setups.findById(id))?.toObject<SetupRecord>();
    if (setup === undefined) throw new Error(`there is no setup ${id}`);
    const state = this.#store.stateOf(setup);
    if (!setupTransitions.allows(state, event))
      throw new Error(`setup ${id} can not be ${event}: it is ${setup.status} at ${setup.step}`);
    const { creditedMicroUsdc } = setup;
    if (event === 'credit_accepted' && creditedMicroUsdc === undefined)
      throw new Error(`the venue shows no credit for setup ${id}`);
    const { to, effects } = setupTransitions.of(state, event);
    const now = clock.now();
    const set: Partial<SetupRecord> = {
      ...(event === 'written_off' && { error: 'credit_written_off' }),
      deadlineAt: new Date(now.getTime() + reconciliationMs),
      updatedAt: now,
      decisions: [...(setup.decisions ?? []), { event, ...by, at: now }],
    };
    const unset = [
      ...(event === 'written_off' ? [] : (['error'] as const)),
      // What was shown then is looked for again.
      ...(event === 'resumed' ? (['credit', 'creditedMicroUsdc'] as const) : []),
      ...(isOpen(to) ? [] : (['isOpen'] as const)),
    ];
    await inTransaction(connection, async (session) => {
      const decided = await this.#store.decide(setup, event, { set, unset, session });
      if (decided === undefined) throw new Error(`setup ${id} has changed meanwhile`);
      if (effects.includes('book_loss')) await this.#bookLoss(setup, session);
      if (effects.includes('book_credit') && creditedMicroUsdc !== undefined)
        await this.parts.ledger.post(creditOf(setup, creditedMicroUsdc), session);
    });
  }

  async #bookLoss(setup: SetupRecord, session: Parameters<Ledger['post']>[1]) {
    const { _id, accountId, walletId, amountMicroUsdc } = setup;
    const { token } = transferOf(setup);
    const postings = [
      { location: inTransit(_id, token), amountMicroUsdc: -amountMicroUsdc },
      { location: external(token), amountMicroUsdc },
    ];
    const movement = { accountId, walletId, operation: operationOf(setup), step: 'write_off', postings };
    await this.parts.ledger.post(movement, session);
  }
}
