import type { Clock } from '@platform/kit/clock';
import type { ClientSession, Connection } from '@platform/store/mongo';
import { venueAccountModel } from './model.js';
import type { Venue } from './supported-venues.js';

/** Stores which wallets are onboarded where, so that a venue that can't be read is known to hold money. */
export class VenueAccounts {
  readonly #accounts: ReturnType<typeof venueAccountModel>;

  constructor(
    connection: Connection,
    private readonly clock: Clock,
  ) {
    this.#accounts = venueAccountModel(connection);
  }

  /** Stores that a wallet is onboarded; safe to repeat. */
  async markOnboarded(walletId: string, venue: Venue, session?: ClientSession): Promise<void> {
    const first = { $setOnInsert: { onboardedAt: this.clock.now() } };
    await this.#accounts.updateOne({ _id: { walletId, venue } }, first, { upsert: true, ...(session && { session }) });
  }

  /** Returns whether a wallet is known to be onboarded. */
  async isOnboarded(walletId: string, venue: Venue): Promise<boolean> {
    return (await this.#accounts.exists({ _id: { walletId, venue } })) !== null;
  }
}
