import type { ObjectStore } from '@platform/store/objects';
import { REPLACED_KEEP_MS } from '../tables/table-store.js';
import { manifestKey, marketOfManifest, type ReleasedMarket, releasesPrefix, venueReleasesPrefix } from './keys.js';
import { type ReleaseManifest, readManifest } from './manifest.js';
import type { FoundMarker, Markers } from './markers.js';
import { objectsOf, ReleaseRefusedError } from './publisher.js';
import type { StoredMarkets } from './stored-markets.js';

const PAGE_KEYS = 1_000;
const MANIFEST = /\/manifest\.json$/;

/** The result of sweeping a market. */
export interface Swept {
  readonly releases: number;
  readonly objects: number;
}

/** Returns the markets of a venue that have kept releases, including those that are unpublished or unreadable. */
export async function releasedMarkets(venue: string, objects: ObjectStore): Promise<ReleasedMarket[]> {
  const markets = new Set<string>();
  for await (const key of keysBelow(venueReleasesPrefix(venue), objects))
    if (MANIFEST.test(key)) markets.add(marketOfManifest(key));
  return [...markets].map((market) => ({ venue, market }));
}

/** Returns the kept releases of a market, the newest first, and the keys of manifests that can't be read. */
export async function keptReleases(
  reference: ReleasedMarket,
  objects: ObjectStore,
): Promise<{ releases: ReleaseManifest[]; unreadable: string[] }> {
  const releases: ReleaseManifest[] = [];
  const unreadable: string[] = [];
  for await (const key of keysBelow(releasesPrefix(reference), objects)) {
    if (!MANIFEST.test(key)) continue;
    const manifest = readManifest((await objects.get(key)) ?? Buffer.alloc(0));
    if (manifest === undefined) unreadable.push(key);
    else releases.push(manifest);
  }
  return { releases: releases.sort((left, right) => (left.createdAt > right.createdAt ? -1 : 1)), unreadable };
}

/** The time of a sweep and the age of the releases it removes. */
interface SweepTimes {
  readonly nowMs: number;
  /** Later releases stay. */
  readonly madeBeforeMs: number;
}

/**
 * Removes the releases of a market that were made before a time and are not the published one, and the objects that no remaining release
 * holds; a release that was published less than six hours ago stays for the backtests that use it. Manifests go first: a release whose
 * manifest remains is whole. Throws `ReleaseRefusedError` where a manifest can't be read, since its objects would be swept, and
 * `TableBusyError` or `LeaseLostError` where somebody else works on the market.
 */
export async function sweepReleases(
  reference: ReleasedMarket,
  times: SweepTimes,
  { objects, markers, markets }: { objects: ObjectStore; markers: Markers; markets: StoredMarkets },
): Promise<Swept> {
  return markets.exclusively(reference, async () => {
    const marker = await markers.find(reference);
    const { releases, unreadable } = await keptReleases(reference, objects);
    if (unreadable.length > 0) {
      const problems = unreadable.map((key) => `${key}: is not a manifest`);
      throw new ReleaseRefusedError(reference, problems);
    }
    const gone = goneOf(releases, marker, times);
    const stays = new Set(
      releases
        .filter((manifest) => !gone.includes(manifest))
        .flatMap(objectsOf)
        .map(({ key }) => key),
    );
    await objects.remove(gone.map(({ release }) => manifestKey(reference, release)));
    const left: string[] = [];
    for await (const key of keysBelow(`${releasesPrefix(reference)}objects/`, objects))
      if (!stays.has(key)) left.push(key);
    await objects.remove(left);
    return { releases: gone.length, objects: left.length };
  });
}

/** Returns those of the releases, the newest first, that are no longer needed. */
function goneOf(
  releases: readonly ReleaseManifest[],
  marker: FoundMarker,
  { nowMs, madeBeforeMs }: SweepTimes,
): ReleaseManifest[] {
  const published = marker.state === 'published' ? marker.release : undefined;
  return releases.filter(({ release, createdAt }, index) => {
    // A release is used until the next one is made, the newest until the marker changes.
    const replacedMs = Date.parse(releases[index - 1]?.createdAt ?? changedAt(marker) ?? createdAt);
    const isUnused = nowMs - replacedMs >= REPLACED_KEEP_MS;
    return release !== published && Date.parse(createdAt) <= madeBeforeMs && isUnused;
  });
}

function changedAt(marker: FoundMarker): string | undefined {
  if (marker.state === 'published') return marker.publishedAt;
  return marker.state === 'withdrawn' ? marker.withdrawnAt : undefined;
}

async function* keysBelow(prefix: string, objects: ObjectStore): AsyncGenerator<string> {
  let after: string | undefined;
  for (;;) {
    const page = await objects.list(prefix, after, PAGE_KEYS);
    yield* page;
    if (page.length < PAGE_KEYS) return;
    after = page.at(-1);
  }
}
