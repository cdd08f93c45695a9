import { type Connection, Schema } from 'mongoose';

/** The name that an owner gave a trading account. */
interface AccountLabelRecord {
  /** The trading account's id. */
  readonly _id: string;
  readonly label: string;
}

const labelSchema = new Schema<AccountLabelRecord>(
  { _id: { type: String, required: true }, label: { type: String, required: true } },
  { collection: 'trading_account_labels', versionKey: false },
);

/** The names of trading accounts; an account that nobody has named has none. */
export class AccountLabels {
  readonly #labels;

  constructor(connection: Connection) {
    this.#labels = connection.model('TradingAccountLabel', labelSchema);
  }

  /** Names an account; safe to repeat. */
  async set(id: string, label: string): Promise<void> {
    await this.#labels.updateOne({ _id: id }, { label }, { upsert: true });
  }

  /** Returns the names of those accounts that have one, by id. */
  async of(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const records = await this.#labels.find({ _id: { $in: [...ids] } }).lean<AccountLabelRecord[]>();
    return new Map(records.map(({ _id, label }) => [_id, label]));
  }
}
