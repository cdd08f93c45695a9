import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import type { VenueOffering } from '@platform/venues/registry';
import type { WalletVenues } from '@platform/venues/wallet';
import type { Setups } from '../setups/setups.js';
import { ifAnswered } from '../venues/if-answered.js';
import type { VenueAccounts } from '../venues/venue-accounts.js';
import type { WalletRecord } from '../wallets/model.js';
import type { Wallets } from '../wallets/wallets.js';

/** How long an order waits for the venue to report whether a wallet without a known account has money there. */
const LOOK_MS_MAX = 3_000;

/** The wallets that accounts trade with. */
export class TradingWallets {
  /** Look-ups under way, by wallet and venue: concurrent callers share one. */
  readonly #looks = new Map<string, Promise<boolean | undefined>>();

  constructor(
    private readonly parts: {
      readonly wallets: Wallets;
      readonly openVenues: WalletVenues;
      readonly venueAccounts: VenueAccounts;
      readonly setups: Setups;
      readonly clock: Clock;
    },
  ) {}

  /**
   * Returns the wallet at the address, or the account's primary one, with an account at the venue. Throws `account_not_owned`, and
   * `account_not_ready` when the wallet isn't set up there, with its latest setup. When the venue doesn't answer, the wallet is accepted:
   * the venue decides when the order arrives.
   */
  async resolve(accountId: string, venue: VenueOffering<'setup'>, address?: string): Promise<WalletRecord> {
    const wallet = await this.parts.wallets.trading(accountId, address);
    if ((await this.#isSetUp(wallet, venue)) !== false) return wallet;
    const setup = await this.parts.setups.latest(wallet._id, venue);
    throw new PlatformError('account_not_ready', {
      details: { venue, setup: setup === undefined ? null : { id: setup._id, status: setup.status, step: setup.step } },
    });
  }

  /** Returns whether the wallet is set up; `undefined` when the venue doesn't answer. */
  async #isSetUp(wallet: WalletRecord, venue: VenueOffering<'setup'>): Promise<boolean | undefined> {
    if (await this.parts.venueAccounts.isOnboarded(wallet._id, venue)) return true;
    const key = `${wallet._id}:${venue}`;
    const look = this.#looks.get(key) ?? this.#look(wallet, venue).finally(() => this.#looks.delete(key));
    this.#looks.set(key, look);
    const stop = new AbortController();
    const late = this.parts.clock.sleep(LOOK_MS_MAX, stop.signal).then(
      () => undefined,
      () => undefined,
    );
    return Promise.race([look, late]).finally(() => stop.abort());
  }

  /**
   * Returns whether the wallet has money at the venue, and so an account there, however the money came. A positive answer is stored, also
   * when it arrives late.
   */
  async #look({ _id: walletId, address }: WalletRecord, venue: VenueOffering<'setup'>): Promise<boolean | undefined> {
    const isFunded = await ifAnswered(this.parts.openVenues[venue].isFunded(address));
    if (isFunded) await this.parts.venueAccounts.markOnboarded(walletId, venue);
    return isFunded;
  }
}
