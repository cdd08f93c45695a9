// Why: docs/decisions/execution/mandates.md
import type { MicroUsdc } from '@platform/kit/money';
import { type ClientSession, type Connection, Turns } from '@platform/store/mongo';
import { usdExceeded } from '../mandates/mandate-check.js';
import type { MandateUse } from '../mandates/mandate-use.js';
import { executionModel } from './model.js';

/** The states in which nothing was traded: such an execution takes nothing. */
const NOTHING_DONE = ['rejected', 'failed'];

/** What is left of the daily limits of keys, counted from the records of executions. */
export class DailyRoom {
  readonly #records: ReturnType<typeof executionModel>;
  /** Of each key: claims under its limit follow each other. */
  readonly #turns: Turns;

  constructor(connection: Connection) {
    this.#records = executionModel(connection);
    this.#turns = new Turns(connection, 'mandate_turns');
  }

  /** Takes the key's turn: a transaction that took it at the same time is repeated. */
  async takeTurn({ credentialId }: MandateUse, session: ClientSession): Promise<void> {
    await this.#turns.take(credentialId, session);
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
