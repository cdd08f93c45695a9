// Why: docs/decisions/context/dataset-releases.md
import { PlatformError } from '@platform/errors';
import type { Clock } from '@platform/kit/clock';
import { ObjectCorruptedError, type ObjectStore } from '@platform/store/objects';
import { LRUCache } from 'lru-cache';
import type { Instruments } from '../markets/instruments.js';
import { manifestKey, markerKey, type ReleasedMarket } from './keys.js';
import { type ReleaseManifest, readManifest, sha256Of } from './manifest.js';
import type { FoundMarker, Markers, PublishedMarker } from './markers.js';
import { releasedMarketOf } from './released-market.js';

/** The interface's limit for cached reads. */
const MARKER_MAX_AGE_MS = 15_000;
const MARKERS_KEPT = 10_000;
const LISTS_KEPT = 100;
const MANIFEST_BYTES_KEPT = 32 * 1024 ** 2;
/** The most markers read of a venue whose markets are listed as a whole: many times more than any such venue lists. */
const LISTED_MARKERS_MAX = 5_000;
const PAGE_MARKERS = 500;

/** Why a market has no usable release. */
export type ReleaseProblem =
  /** None of its releases was ever published. */
  | 'not_published'
  /** Its release was withdrawn. */
  | 'withdrawn'
  /** Its marker is malformed, or is another market's. */
  | 'malformed_marker'
  /** Its marker belongs to another environment. */
  | 'foreign_environment'
  /** The manifest that its marker names is missing, damaged, or of another market. */
  | 'corrupted_manifest';

/** Why a backtest of a market can't be run. */
export type UnavailabilityReason =
  | ReleaseProblem
  /** An object of the release is missing or damaged. */
  | 'corrupted_object'
  /** The release has no candles of the instrument. */
  | 'no_bars'
  /** The venue does not publish the market's fee schedule. */
  | 'unknown_fees';

/** The latest release of a market, or why there is none. */
export type LatestRelease =
  | { readonly manifest: ReleaseManifest; readonly key: string }
  | {
      readonly problem: ReleaseProblem;
      /** The key of the faulty object, if any. */
      readonly object?: string;
    };

/** An instrument of a published market. */
export interface ReadySymbol {
  readonly symbol: string;
  /** The market that it is published with. */
  readonly market: string;
  /** When a prediction market ends. */
  readonly expiresAtMs?: number;
}

/** A cached value that is still fresh. */
interface Kept<Value> {
  readonly readAtMs: number;
  readonly value: Promise<Value>;
}

/**
 * Reads published releases. Only the latest release of a market is used, never an older one; a marker that is malformed or another
 * environment's affects its market alone. Every method throws `context_store_unavailable` where objects can't be read.
 */
export class Releases {
  readonly #markers = new LRUCache<string, Kept<FoundMarker>>({ max: MARKERS_KEPT });
  readonly #lists = new LRUCache<string, Kept<ReadonlySet<string>>>({ max: LISTS_KEPT });
  /** Manifests by the digest in the marker: the content of a digest never changes. */
  readonly #manifests = new LRUCache<string, ReleaseManifest>({ maxSize: MANIFEST_BYTES_KEPT });

  constructor(
    private readonly parts: {
      readonly markers: Markers;
      readonly objects: ObjectStore;
      readonly instruments: Instruments;
      readonly clock: Clock;
      /** Venues whose history is published in releases; the others have none. */
      readonly venues: ReadonlySet<string>;
    },
  ) {}

  /** The venues whose history is published in releases. */
  get venues(): readonly string[] {
    return [...this.parts.venues];
  }

  /** Returns whether the history of a venue is published in releases. */
  isOf(venue: string): boolean {
    return this.parts.venues.has(venue);
  }

  /** Returns whether the latest release of its market has an instrument. At most 15 s old. */
  async ready(venue: string, symbol: string): Promise<boolean> {
    const instrument = await this.parts.instruments.find(venue, symbol);
    if (instrument === undefined) return false;
    const marker = await this.#marker(releasedMarketOf(instrument));
    return marker.state === 'published' && marker.symbols.includes(symbol);
  }

  /** Returns the published instruments of a venue whose markets are listed as a whole. At most 15 s old. */
  async readySymbols(venue: string): Promise<ReadonlySet<string>> {
    return this.#fresh(this.#lists, venue, async () => {
      const symbols: string[] = [];
      let after: string | undefined;
      for (let read = 0; read < LISTED_MARKERS_MAX; read += PAGE_MARKERS) {
        const page = await this.readyPage(venue, after, PAGE_MARKERS);
        symbols.push(...page.entries.map(({ symbol }) => symbol));
        after = page.next;
        if (after === undefined) break;
      }
      return new Set(symbols);
    });
  }

  /**
   * Returns one page of at most `limit` published instruments, after one of them or after a `next`. It reads at most `limit` markers and
   * does not read on to fill the page.
   */
  async readyPage(
    venue: string,
    after: string | undefined,
    limit: number,
  ): Promise<{ entries: ReadySymbol[]; next: string | undefined }> {
    const begun = await this.#rest(venue, after);
    const page = await this.parts.markers.page(venue, begun?.key ?? after, limit);
    const entries = page.found.flatMap(({ marker }) => (marker.state === 'published' ? readySymbolsOf(marker) : []));
    const all = [...(begun?.entries ?? []), ...entries];
    return all.length > limit
      ? { entries: all.slice(0, limit), next: all[limit - 1]?.symbol }
      : { entries: all, next: page.next };
  }

  /** Returns the instruments after one in its own market, and that market's marker; undefined where no instrument is named. */
  async #rest(venue: string, symbol: string | undefined): Promise<{ key: string; entries: ReadySymbol[] } | undefined> {
    const instrument = symbol === undefined ? undefined : await this.parts.instruments.find(venue, symbol);
    if (instrument === undefined) return undefined;
    const market = releasedMarketOf(instrument);
    const marker = await this.parts.markers.find(market);
    const entries = marker.state === 'published' ? readySymbolsOf(marker) : [];
    const index = entries.findIndex((entry) => entry.symbol === symbol);
    return { key: markerKey(market), entries: index === -1 ? [] : entries.slice(index + 1) };
  }

  /** Returns the latest release of a market, its manifest checked. */
  async latest(reference: ReleasedMarket): Promise<LatestRelease> {
    const marker = await this.#marker(reference);
    switch (marker.state) {
      case 'published':
        return this.#manifest(reference, marker);
      case 'absent':
        return { problem: 'not_published' };
      case 'withdrawn':
        return { problem: 'withdrawn' };
      case 'foreign':
        return { problem: 'foreign_environment', object: markerKey(reference) };
      case 'malformed':
        return { problem: 'malformed_marker', object: markerKey(reference) };
    }
  }

  #marker(reference: ReleasedMarket): Promise<FoundMarker> {
    return this.#fresh(this.#markers, markerKey(reference), () => this.parts.markers.find(reference));
  }

  async #manifest(reference: ReleasedMarket, { release, manifest: named }: PublishedMarker): Promise<LatestRelease> {
    const key = manifestKey(reference, release);
    if (named.key !== key) return { problem: 'malformed_marker', object: markerKey(reference) };
    const manifest = this.#manifests.get(named.sha256) ?? (await this.#read(key, named.sha256));
    const isWhole =
      manifest?.release === release &&
      manifest.environment === this.parts.markers.environment &&
      manifest.venue === reference.venue &&
      manifest.market === reference.market;
    return isWhole ? { manifest, key } : { problem: 'corrupted_manifest', object: key };
  }

  async #read(key: string, sha256: string): Promise<ReleaseManifest | undefined> {
    const bytes = await this.parts.objects.get(key).catch((cause: unknown) => {
      if (cause instanceof ObjectCorruptedError) return undefined;
      throw new PlatformError('context_store_unavailable', { cause, details: { object: key } });
    });
    if (bytes === undefined || sha256Of(bytes) !== sha256) return undefined;
    const manifest = readManifest(bytes);
    if (manifest !== undefined) this.#manifests.set(sha256, manifest, { size: bytes.length });
    return manifest;
  }

  /** Returns the cached value while it is fresh, else reads it; concurrent callers share one reading. */
  #fresh<Value>(cache: LRUCache<string, Kept<Value>>, key: string, read: () => Promise<Value>): Promise<Value> {
    const nowMs = this.parts.clock.nowMs();
    const kept = cache.get(key);
    if (kept !== undefined && nowMs - kept.readAtMs < MARKER_MAX_AGE_MS) return kept.value;
    const reading = { readAtMs: nowMs, value: read() };
    cache.set(key, reading);
    reading.value.catch(() => {
      // A failure is not kept: the next call asks again.
      if (cache.peek(key) === reading) cache.delete(key);
    });
    return reading.value;
  }
}

function readySymbolsOf({ symbols, market, expiresAtMs }: PublishedMarker): ReadySymbol[] {
  return symbols.map((symbol) => ({ symbol, market, ...(expiresAtMs !== undefined && { expiresAtMs }) }));
}
