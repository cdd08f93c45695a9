import type { Clock } from '@platform/kit/clock';
import type { Connection } from '@platform/store/mongo';
import { type Model, Schema } from 'mongoose';

/** There is one for each account that shows its paper deployments, and for no other. */
interface ShownAccount {
  /** Of the account. */
  readonly _id: string;
  readonly since: Date;
}

const accountSchema = new Schema<ShownAccount>(
  { _id: { type: String, required: true }, since: { type: Date, required: true } },
  { collection: 'leaderboard_accounts', versionKey: false },
);

/** The collection of accounts that show their paper deployments. */
export function shownAccountModel(connection: Connection): Model<ShownAccount> {
  return connection.model<ShownAccount>('ShownAccount', accountSchema);
}

/** What accounts let the leaderboard show: nothing until they ask for it. */
export class LeaderboardSettings {
  readonly #shown: Model<ShownAccount>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#shown = shownAccountModel(connection);
  }

  /** Returns whether an account shows its paper deployments. */
  async isShown(accountId: string): Promise<boolean> {
    return (await this.#shown.exists({ _id: accountId })) !== null;
  }

  /** Lets the leaderboard show an account's paper deployments, or no longer. Safe to repeat. */
  async show(accountId: string, shown: boolean): Promise<void> {
    if (!shown) {
      await this.#shown.deleteOne({ _id: accountId });
      return;
    }
    const since = this.clock.now();
    await this.#shown.updateOne({ _id: accountId }, { $setOnInsert: { since } }, { upsert: true });
  }
}
