import { PlatformError } from '@platform/errors';
import { type MicroUsdc, parseUsd } from '@platform/money';
import type { WalletRecord } from '../wallets/model.js';
import type { HyperliquidInfo } from './hyperliquid-info.js';
import type { Venue } from './venue.js';
import type { VenueAccounts } from './venue-accounts.js';

/** What stands ready for a venue; `undefined` is unknown, which is no negative result. */
export interface VenueReadiness {
  readonly venueReachable: boolean | undefined;
  readonly walletReady: boolean | undefined;
  readonly accountExists: boolean | undefined;
  readonly depositRouteReady: boolean | undefined;
}

/** How a venue stands for a wallet. */
export interface VenueSummary {
  readonly minimumDepositMicroUsdc: MicroUsdc;
  readonly isOnboarded: boolean;
  /** `undefined` while it isn't known whether the venue is onboarded. */
  readonly balanceMicroUsdc: MicroUsdc | undefined;
  readonly readiness: VenueReadiness;
}

const minimumDepositMicroUsdc = parseUsd('50.00');

/** A venue that the platform can't reach yet. */
const unprovided: VenueSummary = {
  minimumDepositMicroUsdc,
  isOnboarded: false,
  balanceMicroUsdc: 0n,
  readiness: { venueReachable: undefined, walletReady: true, accountExists: false, depositRouteReady: false },
};

/** How each venue stands for wallets, read at the time of the call. */
export class VenueSummaries {
  constructor(
    private readonly hyperliquid: HyperliquidInfo,
    private readonly accounts: VenueAccounts,
    /** Whether transfers can be paid for, without which nothing reaches a venue. */
    private readonly canTransfer: boolean,
  ) {}

  /** All venues. Throws `wallet_upstream_unavailable` when one that is onboarded can't be read. */
  async read(wallet: WalletRecord): Promise<Readonly<Record<Venue, VenueSummary>>> {
    return { hyperliquid: await this.#hyperliquid(wallet), polymarket: unprovided, lighter: unprovided };
  }

  async #hyperliquid({ accountId, address }: WalletRecord): Promise<VenueSummary> {
    const known = await this.accounts.isOnboarded(accountId, 'hyperliquid');
    const exists = known || (await this.#hasAccount(address));
    if (exists === true && !known) await this.accounts.markOnboarded(accountId, 'hyperliquid');
    const balance = exists ? (await this.hyperliquid.balance(address)).equityMicroUsdc : 0n;
    return {
      minimumDepositMicroUsdc,
      isOnboarded: exists === true,
      balanceMicroUsdc: exists === undefined ? undefined : balance,
      readiness: {
        venueReachable: exists !== undefined,
        walletReady: true,
        accountExists: exists,
        depositRouteReady: this.canTransfer,
      },
    };
  }

  /** `undefined` when the venue doesn't say. */
  async #hasAccount(address: WalletRecord['address']): Promise<boolean | undefined> {
    try {
      return await this.hyperliquid.hasAccount(address);
    } catch (error) {
      if (error instanceof PlatformError && error.code === 'wallet_upstream_unavailable') return undefined;
      throw error;
    }
  }
}
