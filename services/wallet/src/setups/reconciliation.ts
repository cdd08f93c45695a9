import type { Clock } from '@platform/clock';
import { type Connection, inTransaction } from '@platform/mongo';
import type { Ledger } from '../ledger/ledger.js';
import { external, inTransit } from '../ledger/locations.js';
import { type SetupRecord, setupModel } from './model.js';
import { isOpen, nextSetupState } from './states.js';

/** What an operator does with setups whose outcome the platform could not prove in time. */
export class SetupReconciliation {
  readonly #setups: ReturnType<typeof setupModel>;

  constructor(
    private readonly parts: {
      readonly connection: Connection;
      readonly ledger: Ledger;
      readonly clock: Clock;
      /** How long the platform then looks for proof before it asks again. */
      readonly reconciliationMs: number;
    },
  ) {
    this.#setups = setupModel(parts.connection);
  }

  /** Those that wait for an operator, oldest first. */
  async waiting(): Promise<SetupRecord[]> {
    const found = await this.#setups.find({ status: 'reconciliation_required' }).sort({ createdAt: 1 });
    return found.map((document) => document.toObject<SetupRecord>());
  }

  /** Has the platform look for proof again; what it holds stays held. Throws for one that doesn't wait. */
  async resume(id: string): Promise<void> {
    await this.#apply(id, 'resumed');
  }

  /**
   * Closes a setup whose money the venue took and will never credit, and books it as gone. Throws for one that doesn't wait
   * for a credit: everything else can be proved.
   */
  async writeOff(id: string): Promise<void> {
    await this.#apply(id, 'written_off');
  }

  /** Writes the decision with its booking, if the setup still waits as it was read. */
  async #apply(id: string, event: 'resumed' | 'written_off'): Promise<void> {
    const { connection, clock, reconciliationMs } = this.parts;
    const setup = (await this.#setups.findById(id))?.toObject<SetupRecord>();
    if (setup === undefined) throw new Error(`there is no setup ${id}`);
    const { status, step } = setup;
    const next = nextSetupState(setup, event);
    if (next === undefined) throw new Error(`setup ${id} can not be ${event}: it is ${status} at ${step}`);
    const now = clock.now();
    const update = {
      $set: {
        ...next.state,
        ...(event === 'written_off' && { error: 'credit_written_off' }),
        deadlineAt: new Date(now.getTime() + reconciliationMs),
        updatedAt: now,
      },
      $unset: { ...(event === 'resumed' && { error: 1 }), ...(!isOpen(next.state.status) && { isOpen: 1 }) },
    };
    await inTransaction(connection, async (session) => {
      const { matchedCount } = await this.#setups.updateOne({ _id: id, status, step }, update, { session });
      if (matchedCount !== 1) throw new Error(`setup ${id} has changed meanwhile`);
      if (next.effect === 'book_loss') await this.#bookLoss(setup, session);
    });
  }

  async #bookLoss({ _id, accountId, amountMicroUsdc }: SetupRecord, session: Parameters<Ledger['post']>[1]) {
    const postings = [
      { location: inTransit(_id), amountMicroUsdc: -amountMicroUsdc },
      { location: external('arbitrum'), amountMicroUsdc },
    ];
    const cause = { kind: 'setup', id: _id } as const;
    await this.parts.ledger.post({ accountId, cause, step: 'write_off', postings }, session);
  }
}
