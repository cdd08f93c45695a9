import { type MicroUsdc, parseUsd } from '@platform/kit/money';
import type { Network } from '@platform/kit/networks';
import { byVenue, offers, venues as rows } from '@platform/venues/registry';
import type { WalletVenues } from '@platform/venues/wallet';
import type { WalletRecord } from '../wallets/model.js';
import { ifAnswered } from './if-answered.js';
import { type Venue, venues } from './supported-venues.js';
import type { VenueAccounts } from './venue-accounts.js';

/** The readiness for a venue; `undefined` means unknown, not unready. */
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
  /** `undefined` while it is unknown: no provider reads the venue, or it isn't known whether the wallet is onboarded. */
  readonly balanceMicroUsdc: MicroUsdc | undefined;
  /** Whether wallets can fund the venue at all, whatever its state now. */
  readonly isFundable: boolean;
  readonly readiness: VenueReadiness;
}

/** The part of a venue's state that is read; the rest comes from the registry. */
type Observed = Omit<VenueSummary, 'minimumDepositMicroUsdc'>;

/** A venue that no provider reads yet: only that it can't be funded is known. */
const unprovided: Observed = {
  isOnboarded: false,
  balanceMicroUsdc: undefined,
  isFundable: false,
  readiness: { venueReachable: undefined, walletReady: undefined, accountExists: undefined, depositRouteReady: false },
};

/** The platform's own checks for a wallet, made at the time of the call. */
export interface WalletLooks {
  /** Returns whether the wallet can sign. */
  readonly canSign: (wallet: WalletRecord) => Promise<boolean>;
  /** Returns whether a transfer on a network can be paid for, `undefined` when the chain doesn't answer. Absent: there is no relayer. */
  readonly canPay: ((network: Network) => Promise<boolean | undefined>) | undefined;
}

/** The state of wallets at each venue, read at the time of the call. */
export class VenueSummaries {
  constructor(
    private readonly open: WalletVenues,
    private readonly accounts: VenueAccounts,
    private readonly looks: WalletLooks,
  ) {}

  /** Returns all venues. Throws `wallet_upstream_unavailable` when an onboarded one can't be read. */
  async read(wallet: WalletRecord): Promise<Readonly<Record<Venue, VenueSummary>>> {
    const walletReady = await this.looks.canSign(wallet);
    const read = venues.map(async (venue) => [venue, await this.#summary(venue, wallet, walletReady)] as const);
    const summaries = new Map(await Promise.all(read));
    return byVenue(venues, (venue) => ({
      minimumDepositMicroUsdc: parseUsd(rows[venue].minimumDepositUsd),
      ...(summaries.get(venue) ?? unprovided),
    }));
  }

  async #summary(venue: Venue, { _id: walletId, address }: WalletRecord, walletReady: boolean): Promise<Observed> {
    if (!offers(venue, 'setup')) return unprovided;
    const opened = this.open[venue];
    const { networks, isOpen } = opened.payment;
    const canPay = isOpen ? this.looks.canPay : undefined;
    const paying = canPay && Promise.all(networks.map(canPay));
    const known = await this.accounts.isOnboarded(walletId, venue);
    const balance = known ? await opened.equity(address) : await ifAnswered(opened.equity(address));
    // A wallet with money there has an account; an account that never had money counts as none.
    const exists = known || (balance === undefined ? undefined : balance !== 0n);
    if (exists === true && !known) await this.accounts.markOnboarded(walletId, venue);
    return {
      isOnboarded: exists === true,
      balanceMicroUsdc: balance,
      isFundable: canPay !== undefined,
      readiness: {
        venueReachable: exists !== undefined,
        accountExists: exists,
        walletReady,
        depositRouteReady: paying === undefined ? false : anyOf(await paying),
      },
    };
  }
}

/** Returns whether one of some answers is yes; undefined where none is and one of them is unknown. */
function anyOf(answers: readonly (boolean | undefined)[]): boolean | undefined {
  return answers.includes(true) || (answers.includes(undefined) ? undefined : false);
}
