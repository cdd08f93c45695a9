// Why: docs/decisions/wallet/trading-accounts.md
import { isPlainName, PlatformError, parse, plainNameRule } from '@platform/errors';
import type { MicroUsdc } from '@platform/kit/money';
import { offers, type VenueOffering, venueRow } from '@platform/venues/registry';
import { parseTradingAccountId, tradingAccountId } from '@platform/venues/trading-accounts';
import type { WalletVenues } from '@platform/venues/wallet';
import { z } from 'zod';
import { ifAnswered } from '../venues/if-answered.js';
import { requireVenue } from '../venues/supported-venues.js';
import type { VenueAccounts } from '../venues/venue-accounts.js';
import type { WalletRecord } from '../wallets/model.js';
import type { Wallets } from '../wallets/wallets.js';
import type { AccountLabels } from './account-labels.js';

const BATCH_SIZE_MAX = 100;
/** Each is a read of its venue. */
const READ_AT_ONCE_MAX = 20;

const batch = (most: number) => z.object({ ids: z.array(z.string()).max(most, `must be at most ${most}`) });
const getBatch = batch(BATCH_SIZE_MAX);
const readBatch = batch(READ_AT_ONCE_MAX);
const naming = z.object({ label: z.string().trim().min(1).max(100).refine(isPlainName, plainNameRule) });

/** A wallet at a venue, as its owner sees it. */
export interface TradingAccount {
  readonly id: string;
  readonly venue: VenueOffering<'setup'>;
  readonly wallet: WalletRecord;
  readonly label: string;
}

/** What a venue shows of a trading account. */
export interface TradingAccountState {
  readonly id: string;
  /** Whether the wallet has an account there; undefined while unknown. */
  readonly isOnboarded: boolean | undefined;
  /** The amounts of the venue's row, in its order; each undefined while the venue can't be read. */
  readonly figures: readonly { readonly name: string; readonly microUsdc: MicroUsdc | undefined }[];
}

type Place = Pick<TradingAccount, 'id' | 'venue' | 'wallet'>;

/** The trading accounts of all users: every wallet has one at each venue where wallets trade. */
export class TradingAccounts {
  constructor(
    private readonly parts: {
      readonly wallets: Wallets;
      readonly labels: AccountLabels;
      readonly openVenues: WalletVenues;
      readonly venueAccounts: VenueAccounts;
    },
  ) {}

  /** Returns an account's trading accounts at a venue, the primary wallet's first. Throws `feature_not_available` and `venue_not_supported`. */
  async list(accountId: string, venueId: string): Promise<TradingAccount[]> {
    const venue = requireVenue(venueId);
    const wallets = await this.parts.wallets.all(accountId);
    return this.#labelled(wallets.map((wallet) => ({ id: tradingAccountId({ venue, ...wallet }), venue, wallet })));
  }

  /**
   * Returns a trading account. Throws `trading_account_not_found` for an unknown id, another account's and another venue's alike, and
   * `feature_not_available` and `venue_not_supported`.
   */
  async get(accountId: string, venueId: string, id: string): Promise<TradingAccount> {
    const venue = requireVenue(venueId);
    const [found] = await this.getMany(accountId, [id]);
    if (found?.venue !== venue) throw new PlatformError('trading_account_not_found');
    return found;
  }

  /** Returns those of these trading accounts that the account owns, in no particular order. Throws `invalid_request` for more than 100. */
  async getMany(accountId: string, ids: readonly string[]): Promise<TradingAccount[]> {
    return this.#labelled(await this.#owned(accountId, parse(getBatch, { ids }).ids));
  }

  /** Names a trading account; throws as `get` does, and `invalid_request`. */
  async rename(accountId: string, venueId: string, id: string, text: string): Promise<TradingAccount> {
    const account = await this.get(accountId, venueId, id);
    const { label } = parse(naming, { label: text });
    await this.parts.labels.set(id, label);
    return { ...account, label };
  }

  /** Returns what the venues show now of those that the account owns. Throws `invalid_request` for more than 20. */
  async read(accountId: string, ids: readonly string[]): Promise<TradingAccountState[]> {
    const { venueAccounts } = this.parts;
    const places = await this.#owned(accountId, parse(readBatch, { ids }).ids);
    const onboarded = await venueAccounts.onboarded(
      places.map(({ wallet, venue }) => ({ walletId: wallet._id, venue })),
    );
    return Promise.all(places.map((place) => this.#state(place, onboarded(place.wallet._id, place.venue))));
  }

  async #state({ id, venue, wallet }: Place, isKnown: boolean): Promise<TradingAccountState> {
    const { openVenues, venueAccounts } = this.parts;
    const shown = await ifAnswered(openVenues[venue].figures(wallet.address));
    // As in `VenueSummaries`: a wallet with money there has an account; an account that never had money counts as none.
    const hasMoney = shown && Object.values(shown).some((microUsdc) => microUsdc !== 0n);
    if (hasMoney && !isKnown) await venueAccounts.markOnboarded(wallet._id, venue);
    const names = venueRow(venue).accountFigures ?? [];
    return {
      id,
      isOnboarded: isKnown || hasMoney,
      figures: names.map((name) => ({ name, microUsdc: shown?.[name] })),
    };
  }

  /** Returns the wallets that these ids name at venues where wallets trade. */
  async #owned(accountId: string, ids: readonly string[]): Promise<Place[]> {
    const named = [...new Set(ids)].flatMap((id) => {
      const { venue, address } = parseTradingAccountId(id) ?? {};
      return venue !== undefined && address !== undefined && offers(venue, 'setup') ? [{ id, venue, address }] : [];
    });
    const wallets = await this.parts.wallets.at(
      accountId,
      named.map(({ address }) => address),
    );
    const byAddress = new Map(wallets.map((wallet) => [wallet.address.toLowerCase(), wallet]));
    return named.flatMap(({ id, venue, address }) => {
      const wallet = byAddress.get(address);
      return wallet === undefined ? [] : [{ id, venue, wallet }];
    });
  }

  async #labelled(places: readonly Place[]): Promise<TradingAccount[]> {
    const labels = await this.parts.labels.of(places.map(({ id }) => id));
    return places.map((place) => ({ ...place, label: labels.get(place.id) ?? firstLabel(place.wallet) }));
  }
}

/** Returns the name of a trading account that nobody has named. */
function firstLabel({ accountIndex }: WalletRecord): string {
  return accountIndex === 0 ? 'Primary' : `Account ${accountIndex}`;
}
