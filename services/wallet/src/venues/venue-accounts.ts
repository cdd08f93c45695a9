import type { Clock } from '@platform/kit/clock';
import type { ClientSession, Connection } from '@platform/store/mongo';
import { type VenueAccountPlace, venueAccountModel } from './model.js';
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

  /** Returns whether each of some wallets is known to be onboarded at its venue, read at once. */
  async onboarded(places: readonly VenueAccountPlace[]): Promise<(walletId: string, venue: Venue) => boolean> {
    const _id = { $in: places.map(({ walletId, venue }) => ({ walletId, venue })) };
    const found = await this.#accounts.find({ _id }, { _id: 1 }).lean<{ readonly _id: VenueAccountPlace }[]>();
    const known = new Set(found.map(({ _id: { walletId, venue } }) => `${walletId}:${venue}`));
    return (walletId, venue) => known.has(`${walletId}:${venue}`);
  }

  /** Returns whether a wallet is known to be onboarded. */
  async isOnboarded(walletId: string, venue: Venue): Promise<boolean> {
    return (await this.#accounts.exists({ _id: { walletId, venue } })) !== null;
  }
}
