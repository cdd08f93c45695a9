// Why: docs/decisions/context/requested-markets.md
import { PlatformError } from '@platform/errors';
import { type Instrument, type MarketDataVenue, type SearchedListing } from '@platform/venues/market-data';
import { releasedMarketOf } from '../releases/released-market.js';
import type { UnavailabilityReason } from '../releases/releases.js';
import { registerRequested } from './collection.js';
import { type RequestState, type StateParts, stateOf } from './state.js';
import type { MarketRequest, MarketRequestStore } from './store.js';

/** A request and how far its market is. */
export interface ShownRequest extends MarketRequest, RequestState {}

/** The dependencies of requests. */
export interface MarketRequestsParts extends StateParts {
  readonly marketRequests: MarketRequestStore;
  /** The most markets of a venue that all accounts have asked for at once. */
  readonly requestedMarketsMax: number;
}

/** What accounts ask to be collected, at venues whose markets are searched: the others collect all that they list. */
export class MarketRequests {
  constructor(private readonly parts: MarketRequestsParts) {}

  /**
   * Has a market collected for an account; an existing request is returned. Throws `feature_not_available`, `invalid_request` for a venue
   * that collects all of its markets, `market_not_found`, `data_unavailable` for a market that can't be backtested, and `quota_exceeded`.
   */
  async request(accountId: string, venueId: string, reference: string): Promise<ShownRequest> {
    const { marketRequests, instruments, catalogue, requestedMarketsMax } = this.parts;
    const { venue, listing } = this.#searched(venueId);
    const known = await marketRequests.find(accountId, { venue: venueId, names: namesOf(venue, reference) });
    if (known !== undefined && known.endedAt === null) return this.#shown(known);
    const found = await marketNamed(listing, reference);
    const [first] = found;
    if (first === undefined) throw new PlatformError('market_not_found');
    const { market } = releasedMarketOf(first);
    this.#requireUsable(venue, market, found);
    const named = { venue: venueId, market, symbols: found.map(({ symbol }) => symbol) };
    const request = await marketRequests.add(accountId, named, requestedMarketsMax);
    // A process that dies here leaves the rest to the next discovery.
    await instruments.keep(found);
    await registerRequested(catalogue, venue, named.symbols);
    await catalogue.revive(venueId, named.symbols);
    return this.#shown(request);
  }

  /** Ends a request of an account and returns it as it was. Throws `market_not_found` for what the account did not ask for. */
  async drop(accountId: string, venueId: string, reference: string): Promise<ShownRequest> {
    const { marketRequests, venueMarkets } = this.parts;
    const venue = venueMarkets.get(venueId)?.venue;
    const names = venue === undefined ? [reference] : namesOf(venue, reference);
    const request = await marketRequests.find(accountId, { venue: venueId, names });
    if (request === undefined)
      throw new PlatformError('market_not_found', { message: 'The account has not asked for this market.' });
    await marketRequests.drop(request);
    return this.#shown(request);
  }

  /** Returns the requests of an account, newest first. */
  async list(accountId: string): Promise<ShownRequest[]> {
    const requests = await this.parts.marketRequests.list(accountId);
    return Promise.all(requests.map((request) => this.#shown(request)));
  }

  async #shown(request: MarketRequest): Promise<ShownRequest> {
    return { ...request, ...(await stateOf(request, this.parts)) };
  }

  #searched(id: string): { venue: MarketDataVenue; listing: SearchedListing } {
    const venue = this.parts.venueMarkets.get(id)?.venue;
    if (venue === undefined) throw new PlatformError('feature_not_available');
    const { listing } = venue;
    if (listing.kind === 'searched') return { venue, listing };
    const message = 'collects all of its markets: none is asked for';
    throw new PlatformError('invalid_request', { details: [{ path: 'venue', message }] });
  }

  /** Throws where no backtest could ever run on what would be collected. */
  #requireUsable(venue: MarketDataVenue, market: string, found: readonly Instrument[]): void {
    const { clock } = this.parts;
    if (found.some(({ prediction }) => prediction !== undefined && prediction.takerFees === undefined))
      throw unusable(market, 'unknown_fees', 'its venue does not say by which schedule it charges fees');
    const sinceMs = clock.nowMs() - Math.max(...venue.tables.map(({ lookbackMs = clock.nowMs() }) => lookbackMs));
    const isOver = ({ status, prediction }: Instrument) =>
      status === 'closed' && prediction !== undefined && prediction.endDateMs < sinceMs;
    if (found.every(isOver))
      throw unusable(market, 'no_bars', `it closed before ${new Date(sinceMs).toISOString()}, where collection begins`);
  }
}

/** Returns the spellings under which a request of a market is stored: as it was named, and as a symbol. */
function namesOf({ symbols }: MarketDataVenue, reference: string): string[] {
  const candidate = symbols.candidate(reference);
  return candidate === undefined ? [reference] : [reference, candidate];
}

/** Returns all instruments of the market that a symbol, token or slug names. */
async function marketNamed(listing: SearchedListing, reference: string): Promise<readonly Instrument[]> {
  const found = await listing.find(reference, 'interactive');
  const [first] = found;
  if (first === undefined) return [];
  const { market } = releasedMarketOf(first);
  return market === reference ? found : listing.find(market, 'interactive');
}

function unusable(market: string, reason: UnavailabilityReason, why: string): PlatformError {
  const message = `${market} can't be backtested: ${why} (${reason}).`;
  return new PlatformError('data_unavailable', { message, details: { market, reason } });
}
