// Why: docs/decisions/execution/mandates.md
import type { MicroUsdc } from '@platform/kit/money';
import { type ClientSession, type Connection, isDuplicateKey } from '@platform/store/mongo';
import { Schema } from 'mongoose';
import { usdExceeded } from '../mandates/mandate-check.js';
import type { MandateUse } from '../mandates/mandate-use.js';
import { executionModel } from './model.js';

/** Claims under one key's limit change this record, so that they conflict and follow each other. */
interface Turn {
  /** The key's id. */
  readonly _id: string;
  readonly claims: number;
}

const turnSchema = new Schema<Turn>(
  { _id: { type: String, required: true }, claims: { type: Number, required: true } },
  { collection: 'mandate_turns', versionKey: false },
);

function turnModel(connection: Connection) {
  return connection.model('MandateTurn', turnSchema);
}

/** The states in which nothing was traded: such an execution takes nothing. */
const NOTHING_DONE = ['rejected', 'failed'];

/** What is left of the daily limits of keys, counted from the records of executions. */
export class DailyRoom {
  readonly #records: ReturnType<typeof executionModel>;
  readonly #turns: ReturnType<typeof turnModel>;

  constructor(connection: Connection) {
    this.#records = executionModel(connection);
    this.#turns = turnModel(connection);
  }

  /** Makes sure that a key's claims can follow each other; call it before the transaction. */
  async prepare({ credentialId: _id }: MandateUse): Promise<void> {
    try {
      await this.#turns.updateOne({ _id }, { $setOnInsert: { claims: 0 } }, { upsert: true });
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Takes the key's turn: a transaction that took it at the same time is repeated. */
  async takeTurn({ credentialId: _id }: MandateUse, session: ClientSession): Promise<void> {
    await this.#turns.updateOne({ _id }, { $inc: { claims: 1 } }, { session });
  }

  /** Throws `mandate_exceeded` where the day's executions are worth more than a limit; the new one is stored already. */
  async require({ credentialId, day }: MandateUse, maximum: MicroUsdc, session: ClientSession): Promise<void> {
    const [sum] = await this.#records
      .aggregate<{ readonly amountMicroUsdc: bigint }>([
        { $match: { 'mandateUse.credentialId': credentialId, 'mandateUse.day': day, status: { $nin: NOTHING_DONE } } },
        { $group: { _id: null, amountMicroUsdc: { $sum: '$mandateUse.amountMicroUsdc' } } },
      ])
      .session(session);
    const worth = sum?.amountMicroUsdc ?? 0n;
    if (worth > maximum) throw usdExceeded('max_daily_usd', worth, maximum);
  }
}
