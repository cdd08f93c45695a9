// Why: docs/decisions/platform/durable-operations.md
import type { ClientSession, Connection } from 'mongoose';

interface Turn {
  /** The subject: an account, a key, or all. */
  readonly _id: string;
  /** How many were taken. */
  readonly turns: number;
}

/**
 * Turns that transactions take, of whatever process: of those that take the turn of one subject at once the store commits one, and the others
 * are repeated and see what it wrote. So a transaction that counts before it writes counts right.
 */
export class Turns {
  constructor(
    private readonly connection: Connection,
    private readonly collection: string,
  ) {}

  /** Takes a subject's turn until the transaction ends; call it before anything is read in it. */
  async take(subject: string, session: ClientSession): Promise<void> {
    const turns = this.connection.collection<Turn>(this.collection);
    await turns.updateOne({ _id: subject }, { $inc: { turns: 1 } }, { session, upsert: true });
  }
}
