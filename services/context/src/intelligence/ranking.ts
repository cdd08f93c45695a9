import type { Analysis } from './analysis.js';
import type { MarketHistory } from './market-history.js';
import { type Finding, type ScanCategory, scanCategories } from './scan.js';

/** The markets that a scan may be narrowed to: the venues' own, or those of builder-deployed exchanges. */
export const scanBuckets = ['alts', 'hip3'] as const;
/** One of them. */
export type ScanBucket = (typeof scanBuckets)[number];

/** The most results that a scan shows. */
export const SCAN_RESULTS_MAX = 50;

/** The markets that everybody watches anyway. */
const MAJORS: ReadonlySet<string> = new Set(['BTC', 'ETH', 'SOL']);

/** A finding with its market. */
export interface ScanResult extends Finding {
  readonly venue: string;
  readonly symbol: string;
  readonly bucket: ScanBucket;
}

/** Filters a scan's results; undefined fields filter nothing. */
export interface ScanFilter {
  readonly bucket?: ScanBucket | undefined;
  readonly category?: ScanCategory | undefined;
}

/** Returns the findings of one market as results of a scan: none for a major. */
export function resultsOf(
  { instrument: { venue, symbol, name, builderDex } }: Pick<MarketHistory, 'instrument'>,
  { findings }: Analysis,
): ScanResult[] {
  if (MAJORS.has(name.toUpperCase())) return [];
  const bucket = builderDex === undefined ? 'alts' : 'hip3';
  return findings.map((finding) => ({ ...finding, venue, symbol, bucket }));
}

/** Returns the best results that a filter lets through: by score, then in the order of symbol and category. */
export function best(results: readonly ScanResult[], { bucket, category }: ScanFilter, count: number): ScanResult[] {
  return results
    .filter(
      (result) => (bucket ?? result.bucket) === result.bucket && (category ?? result.category) === result.category,
    )
    .sort((left, right) => right.score - left.score || compare(nameOf(left), nameOf(right)))
    .slice(0, count);
}

/** Returns all results that any filter can show; the order of the input has no effect. */
export function ranked(results: readonly ScanResult[]): ScanResult[] {
  const shown = scanBuckets.flatMap((bucket) =>
    scanCategories.flatMap((category) => best(results, { bucket, category }, SCAN_RESULTS_MAX)),
  );
  return best(shown, {}, shown.length);
}

function nameOf({ symbol, category }: ScanResult): string {
  return `${symbol} ${category}`;
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
