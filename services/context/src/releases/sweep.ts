import type { ObjectStore } from '@platform/objects';
import { REPLACED_KEEP_MS } from '../datasets/table-store.js';
import { manifestKey, type ReleasedMarket, releasesPrefix, venueReleasesPrefix } from './keys.js';
import { type ReleaseManifest, readManifest } from './manifest.js';
import type { FoundMarker, Markers } from './markers.js';
import { objectsOf, ReleaseRefusedError } from './publisher.js';
import type { StoredMarkets } from './stored-markets.js';

const PAGE_KEYS = 1_000;
const MANIFEST = /\/manifest\.json$/;

/** What was swept of a market. */
export interface Swept {
  readonly releases: number;
  readonly objects: number;
}

/** The markets of a venue of which releases are kept, whether or not one is published. */
export async function releasedMarkets(venue: string, objects: ObjectStore): Promise<ReleasedMarket[]> {
  const markets = new Map<string, ReleasedMarket>();
  for await (const { manifest } of manifestsBelow(venueReleasesPrefix(venue), objects))
    if (manifest !== undefined) markets.set(manifest.market, { venue: manifest.venue, market: manifest.market });
  return [...markets.values()];
}

/** The releases of a market that are kept, the newest first. */
export async function keptReleases(reference: ReleasedMarket, objects: ObjectStore): Promise<ReleaseManifest[]> {
  const found: ReleaseManifest[] = [];
  for await (const { manifest } of manifestsBelow(releasesPrefix(reference), objects))
    if (manifest !== undefined) found.push(manifest);
  return found.sort((left, right) => (left.createdAt > right.createdAt ? -1 : 1));
}

/** When releases are swept, and of which age. */
interface SweepTimes {
  readonly nowMs: number;
  /** Releases that were made later stay. */
  readonly madeBeforeMs: number;
}

/**
 * Removes the releases of a market that were made before a time and are not the published one, and the objects that no release
 * that stays holds; what was published less than six hours ago stays for backtests that were given it. Manifests go first: what
 * is left of a release that has one is whole. Throws `ReleaseRefusedError` where a manifest can't be read.
 */
export async function sweepReleases(
  reference: ReleasedMarket,
  times: SweepTimes,
  { objects, markers, markets }: { objects: ObjectStore; markers: Markers; markets: StoredMarkets },
): Promise<Swept> {
  return markets.exclusively(reference, async () => {
    const marker = await markers.find(reference);
    await requireManifests(reference, objects);
    const all = await keptReleases(reference, objects);
    const gone = goneOf(all, marker, times);
    const stays = new Set(
      all
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

/** Those of the releases, the newest first, that nobody needs any more. */
function goneOf(
  releases: readonly ReleaseManifest[],
  marker: FoundMarker,
  { nowMs, madeBeforeMs }: SweepTimes,
): ReleaseManifest[] {
  const published = marker.state === 'published' ? marker.release : undefined;
  return releases.filter(({ release, createdAt }, index) => {
    // A release is read until the next one is made, the newest until the marker says otherwise.
    const replacedMs = Date.parse(releases[index - 1]?.createdAt ?? changedAt(marker) ?? createdAt);
    const isUnused = nowMs - replacedMs >= REPLACED_KEEP_MS;
    return release !== published && Date.parse(createdAt) <= madeBeforeMs && isUnused;
  });
}

function changedAt(marker: FoundMarker): string | undefined {
  if (marker.state === 'published') return marker.publishedAt;
  return marker.state === 'withdrawn' ? marker.withdrawnAt : undefined;
}

/** The manifests below a prefix; undefined for one that can't be read. */
async function* manifestsBelow(
  prefix: string,
  objects: ObjectStore,
): AsyncGenerator<{ key: string; manifest: ReleaseManifest | undefined }> {
  for await (const key of keysBelow(prefix, objects))
    if (MANIFEST.test(key)) yield { key, manifest: readManifest((await objects.get(key)) ?? Buffer.alloc(0)) };
}

/** Throws `ReleaseRefusedError` where a manifest can't be read: what it holds would be swept. */
async function requireManifests(reference: ReleasedMarket, objects: ObjectStore): Promise<void> {
  for await (const { key, manifest } of manifestsBelow(releasesPrefix(reference), objects))
    if (manifest === undefined) throw new ReleaseRefusedError(reference, [`${key}: is no manifest`]);
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
