import { PlatformError } from '@platform/errors';
import { type TableName, tableKinds, timeframes } from '@platform/venues/market-data';
import type { Instruments } from '../markets/instruments.js';
import { notCanonical } from '../markets/not-canonical.js';
import type { VenueMarkets } from '../markets/venue-markets.js';
import type { TableStore } from '../tables/table-store.js';
import { isCorrupted } from './corrupted.js';
import type { ReleasedTable, ReleaseManifest } from './manifest.js';
import { releasedMarketOf } from './released-market.js';
import type { Releases, UnavailabilityReason } from './releases.js';
import { hasUnknownFees } from './taker-fees.js';

/** From the first row's time to the end of the last row's. */
interface Coverage {
  readonly fromMs: number;
  readonly toMs: number;
}

/** The history on which a market's backtest would run, or why it can't. */
export interface LookedUpDataset {
  readonly venue: string;
  /** As the caller named it. */
  readonly market: string;
  readonly reason?: UnavailabilityReason;
  readonly dataset?: {
    readonly manifestUri: string;
    readonly release: string;
    /** The finest candles of the release. */
    readonly bars: Coverage & { readonly timeframe: string };
    readonly funding: Coverage | undefined;
  };
}

const SLUG = /^[a-z0-9][a-z0-9-]{0,199}$/;

/** Exact look-ups of a market's latest release: by token, then slug, then readiness marker, without guesses. */
export class DatasetLookup {
  constructor(
    private readonly parts: {
      readonly instruments: Instruments;
      readonly venueMarkets: ReadonlyMap<string, VenueMarkets>;
      readonly tables: TableStore;
      readonly releases: Releases;
    },
  ) {}

  /**
   * Returns the latest release of a market by its canonical symbol, or of a prediction market by token or slug (its first outcome then).
   * Throws `feature_not_available` for a venue that is not served yet, `invalid_request` for one without releases, `symbol_not_canonical`,
   * and `context_upstream_unavailable` where only the venue knows the market of a token.
   */
  async find(venue: string, market: string): Promise<LookedUpDataset> {
    const asked = { venue, market };
    const resolved = await this.#resolve(venue, market);
    const found = await this.parts.releases.latest({ venue, market: resolved.market });
    if ('problem' in found) return { ...asked, reason: found.problem };
    const { manifest, key } = found;
    const instrument =
      resolved.symbol === undefined
        ? manifest.instruments[0]
        : manifest.instruments.find(({ symbol }) => symbol === resolved.symbol);
    const bars = finestBars(instrument?.tables ?? []);
    if (instrument === undefined || bars === undefined) return { ...asked, reason: 'no_bars' };
    if (hasUnknownFees(instrument)) return { ...asked, reason: 'unknown_fees' };
    if (!(await this.#isWhole(instrument))) return { ...asked, reason: 'corrupted_object' };
    const funding = instrument.tables.find(({ name }) => name === 'funding_1h');
    return {
      ...asked,
      dataset: {
        manifestUri: `dataset://${key}`,
        release: manifest.release,
        bars: { ...coverageOf(bars), timeframe: bars.name.slice('candles_'.length) },
        funding: funding && coverageOf(funding),
      },
    };
  }

  /** Returns the market that a reference names, and the instrument where it names one. */
  async #resolve(venue: string, market: string): Promise<{ market: string; symbol?: string }> {
    const found = this.parts.venueMarkets.get(venue);
    if (found === undefined) throw new PlatformError('feature_not_available');
    if (!this.parts.releases.isOf(venue)) throw refused('venue', 'has no dataset releases');
    const { symbols } = found.venue;
    const isCanonical = symbols.isCanonical(market);
    const candidate = isCanonical ? market : symbols.candidate(market);
    if (!found.isSearched) {
      if (isCanonical) return { market, symbol: market };
      throw candidate === undefined ? new PlatformError('market_not_found') : notCanonical(candidate);
    }
    const known = candidate === undefined ? undefined : await this.parts.instruments.find(venue, candidate);
    const instrument = known ?? (candidate === undefined ? undefined : await found.find(candidate));
    if (instrument !== undefined) return { ...releasedMarketOf(instrument), symbol: instrument.symbol };
    if (isCanonical || SLUG.test(market)) return { market };
    throw refused('market', 'must be a canonical symbol, a token or a slug');
  }

  /**
   * Returns whether every object of an instrument's tables has the bytes that the manifest says; each is read once while it stays
   * unchanged.
   */
  async #isWhole({ tables }: ReleaseManifest['instruments'][number]): Promise<boolean> {
    const objects = tables.flatMap((table) => table.objects);
    return this.parts.tables.requireWhole(objects).then(
      () => true,
      (error: unknown) => {
        if (isCorrupted(error)) return false;
        throw error;
      },
    );
  }
}

function refused(path: string, message: string): PlatformError {
  return new PlatformError('invalid_request', { details: [{ path, message }] });
}

function finestBars(tables: readonly ReleasedTable[]): ReleasedTable | undefined {
  const names = timeframes.map((timeframe): TableName => `candles_${timeframe}`);
  return names.flatMap((name) => tables.find((table) => table.name === name) ?? []).at(0);
}

function coverageOf({ name, fromMs, toMs }: ReleasedTable): Coverage {
  return { fromMs, toMs: toMs + tableKinds[name].intervalMs };
}
