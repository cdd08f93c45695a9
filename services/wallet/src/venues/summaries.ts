import { PlatformError } from '@platform/errors';
import { type MicroUsdc, parseUsd } from '@platform/kit/money';
import { byVenue, offers, venues as rows } from '@platform/venues/registry';
import type { WalletVenue } from '@platform/venues/trading-accounts';
import type { WalletVenues } from '@platform/venues/wallet';
import type { Address } from 'viem';
import type { WalletRecord } from '../wallets/model.js';
import { type Venue, venues } from './supported-venues.js';
import type { VenueAccounts } from './venue-accounts.js';

/** What stands ready for a venue; `undefined` is unknown, which is no negative result. */
export interface VenueReadiness {
  readonly venueReachable: boolean | undefined;
  readonly walletReady: boolean | undefined;
  readonly accountExists: boolean | undefined;
  readonly depositRouteReady: boolean | undefined;
}

/** A wallet's state at a venue. */
export interface VenueSummary {
  readonly minimumDepositMicroUsdc: MicroUsdc;
  readonly isOnboarded: boolean;
  /** `undefined` while nobody can say: no provider asks the venue, or it isn't known whether the venue is onboarded. */
  readonly balanceMicroUsdc: MicroUsdc | undefined;
  /** Whether money can go there from wallets at all, however it stands now. */
  readonly isFundable: boolean;
  readonly readiness: VenueReadiness;
}

/** What of a venue's state is read; the rest is the registry's. */
type Observed = Omit<VenueSummary, 'minimumDepositMicroUsdc'>;

/** A venue that no provider asks yet: nothing is known of it but that no money goes there. */
const unprovided: Observed = {
  isOnboarded: false,
  balanceMicroUsdc: undefined,
  isFundable: false,
  readiness: { venueReachable: undefined, walletReady: undefined, accountExists: undefined, depositRouteReady: false },
};

/** What the platform itself has at hand for a wallet, looked at when it is asked for. */
export interface WalletLooks {
  /** Whether the wallet can sign. */
  readonly canSign: (wallet: WalletRecord) => Promise<boolean>;
  /** Whether a transfer out of wallets can be paid for, `undefined` when the chain doesn't say. Absent: nobody pays for any. */
  readonly canPay: (() => Promise<boolean | undefined>) | undefined;
}

/** How each venue stands for wallets, read at the time of the call. */
export class VenueSummaries {
  constructor(
    private readonly open: WalletVenues,
    private readonly accounts: VenueAccounts,
    private readonly looks: WalletLooks,
  ) {}

  /** All venues. Throws `wallet_upstream_unavailable` when one that is onboarded can't be read. */
  async read(wallet: WalletRecord): Promise<Readonly<Record<Venue, VenueSummary>>> {
    const { canSign, canPay } = this.looks;
    const [walletReady, depositRouteReady] = await Promise.all([
      canSign(wallet),
      canPay === undefined ? false : canPay(),
    ]);
    const own = { walletReady, depositRouteReady };
    const read = venues.map(async (venue) => [venue, await this.#summary(venue, wallet, own)] as const);
    const summaries = new Map(await Promise.all(read));
    return byVenue(venues, (venue) => ({
      minimumDepositMicroUsdc: parseUsd(rows[venue].minimumDepositUsd),
      ...(summaries.get(venue) ?? unprovided),
    }));
  }

  async #summary(
    venue: Venue,
    { _id: walletId, address }: WalletRecord,
    own: Pick<VenueReadiness, 'walletReady' | 'depositRouteReady'>,
  ): Promise<Observed> {
    if (!offers(venue, 'setup')) return unprovided;
    const opened = this.open[venue];
    const known = await this.accounts.isOnboarded(walletId, venue);
    const balance = known ? await opened.equity(address) : await equityIfRead(opened, address);
    // Who has money there has an account; one that never had any is as good as none.
    const exists = known || (balance === undefined ? undefined : balance !== 0n);
    if (exists === true && !known) await this.accounts.markOnboarded(walletId, venue);
    return {
      isOnboarded: exists === true,
      balanceMicroUsdc: balance,
      isFundable: this.looks.canPay !== undefined,
      readiness: { venueReachable: exists !== undefined, accountExists: exists, ...own },
    };
  }
}

/** `undefined` when the venue doesn't say. */
async function equityIfRead(venue: WalletVenue, address: Address): Promise<MicroUsdc | undefined> {
  try {
    return await venue.equity(address);
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'wallet_upstream_unavailable') return undefined;
    throw error;
  }
}
