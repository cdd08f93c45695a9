import { PlatformError } from '@platform/errors';
import type { VenueOffering } from '@platform/venues';
import type { Setups } from '../setups/setups.js';
import type { WalletVenues } from '../venues/venue.js';
import type { VenueAccounts } from '../venues/venue-accounts.js';
import type { WalletRecord } from '../wallets/model.js';
import type { Wallets } from '../wallets/wallets.js';

/** The wallets that accounts trade with. */
export class TradingWallets {
  constructor(
    private readonly wallets: Wallets,
    private readonly openVenues: WalletVenues,
    private readonly venueAccounts: VenueAccounts,
    private readonly setups: Setups,
  ) {}

  /**
   * The wallet at the address, or the account's primary one, with an account at the venue. Throws `account_not_owned`,
   * `account_not_ready` where the wallet isn't set up there, naming its latest setup, and `wallet_upstream_unavailable` where
   * that must be asked of the venue and it doesn't answer.
   */
  async resolve(accountId: string, venue: VenueOffering<'setup'>, address?: string): Promise<WalletRecord> {
    const wallet = await this.wallets.trading(accountId, address);
    if (await this.#isSetUp(wallet, venue)) return wallet;
    const setup = await this.setups.latest(wallet._id, venue);
    throw new PlatformError('account_not_ready', {
      details: { venue, setup: setup === undefined ? null : { id: setup._id, status: setup.status, step: setup.step } },
    });
  }

  /** Who has money at a venue has an account there, however the money came; that is remembered. */
  async #isSetUp({ _id: walletId, address }: WalletRecord, venue: VenueOffering<'setup'>): Promise<boolean> {
    if (await this.venueAccounts.isOnboarded(walletId, venue)) return true;
    if (!(await this.openVenues[venue].isFunded(address))) return false;
    await this.venueAccounts.markOnboarded(walletId, venue);
    return true;
  }
}
