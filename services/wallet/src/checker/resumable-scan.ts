import { type Connection, Schema } from 'mongoose';

/** The position of a scan over many records, so that a restart resumes there. */
interface RoundRecord {
  /** The name of the scan. */
  readonly _id: string;
  readonly after: string;
}

const roundSchema = new Schema<RoundRecord>(
  { _id: { type: String, required: true }, after: { type: String, default: '' } },
  { collection: 'ledger_rounds', versionKey: false },
);

/** Scans many records piece by piece, in the order of their ids, and begins again at the end; a restart resumes where it stopped. */
export class ResumableScan {
  readonly #rounds;

  constructor(connection: Connection) {
    this.#rounds = connection.model('LedgerRound', roundSchema);
  }

  /** Handles the next piece of a scan; `read` returns the records after an id, in order. A piece that throws is taken again. */
  async next<Found extends { readonly _id: string }>(
    walk: string,
    limit: number,
    read: (after: string, limit: number) => Promise<readonly Found[]>,
  ): Promise<readonly Found[]> {
    const round = await this.#rounds.findById(walk).lean<RoundRecord>();
    const found = await read(round?.after ?? '', limit);
    const after = found.length < limit ? '' : (found.at(-1)?._id ?? '');
    await this.#rounds.updateOne({ _id: walk }, { $set: { after } }, { upsert: true });
    return found;
  }
}
