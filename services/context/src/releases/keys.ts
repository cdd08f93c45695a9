import { keyPart, nameOf } from '../tables/key-part.js';

/** The name under which a market is published: the slug of a prediction market, else the canonical symbol. */
export interface ReleasedMarket {
  readonly venue: string;
  readonly market: string;
}

const JSON_ENDING = '.json';

/** Returns the key prefix of a venue's markers. */
export function markersPrefix(venue: string): string {
  return `readiness/${venue}/`;
}

/** Returns the key of a market's only readiness marker. */
export function markerKey({ venue, market }: ReleasedMarket): string {
  return `${markersPrefix(venue)}${keyPart(market)}${JSON_ENDING}`;
}

/** Returns the market of a marker's key. */
export function marketOfMarker(key: string): string {
  return nameOf(key.slice(key.lastIndexOf('/') + 1, -JSON_ENDING.length));
}

/** Returns the key prefix of a venue's releases. */
export function venueReleasesPrefix(venue: string): string {
  return `releases/${venue}/`;
}

/** Returns the key prefix of a market's releases. */
export function releasesPrefix({ venue, market }: ReleasedMarket): string {
  return `${venueReleasesPrefix(venue)}${keyPart(market)}/`;
}

/** Returns the key of a release's manifest. */
export function manifestKey(reference: ReleasedMarket, release: string): string {
  return `${releasesPrefix(reference)}${release}/manifest${JSON_ENDING}`;
}

/** Returns the market of a manifest's key. */
export function marketOfManifest(key: string): string {
  return nameOf(key.split('/').at(2) ?? '');
}

/** Returns the key of an object in a market's releases by its bytes: releases that hold the same rows share it. */
export function releasedObjectKey(reference: ReleasedMarket, sha256: string): string {
  return `${releasesPrefix(reference)}objects/${sha256}.parquet`;
}
