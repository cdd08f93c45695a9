import { keyPart, nameOf } from '../tables/key-part.js';

/** Names a market that is published as one: the slug of a prediction market, else the canonical symbol. */
export interface ReleasedMarket {
  readonly venue: string;
  readonly market: string;
}

const JSON_ENDING = '.json';

/** Under which the markers of a venue's markets lie. */
export function markersPrefix(venue: string): string {
  return `readiness/${venue}/`;
}

/** The one readiness marker of a market. */
export function markerKey({ venue, market }: ReleasedMarket): string {
  return `${markersPrefix(venue)}${keyPart(market)}${JSON_ENDING}`;
}

/** The market whose marker a key is. */
export function marketOfMarker(key: string): string {
  return nameOf(key.slice(key.lastIndexOf('/') + 1, -JSON_ENDING.length));
}

/** Under which all releases of a venue lie. */
export function venueReleasesPrefix(venue: string): string {
  return `releases/${venue}/`;
}

/** Under which all releases of a market lie. */
export function releasesPrefix({ venue, market }: ReleasedMarket): string {
  return `${venueReleasesPrefix(venue)}${keyPart(market)}/`;
}

/** The manifest of a release. */
export function manifestKey(reference: ReleasedMarket, release: string): string {
  return `${releasesPrefix(reference)}${release}/manifest${JSON_ENDING}`;
}

/** The market whose manifest a key is. */
export function marketOfManifest(key: string): string {
  return nameOf(key.split('/').at(2) ?? '');
}

/** The object of these bytes in the releases of a market: releases that hold the same rows share it. */
export function releasedObjectKey(reference: ReleasedMarket, sha256: string): string {
  return `${releasesPrefix(reference)}objects/${sha256}.parquet`;
}
