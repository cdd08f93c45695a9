import type { Logger } from '@platform/observability/logging';
import { type Instrument, VenueUnreadableError } from './venue.js';

/** A listing: the readable markets, and why others were left out. */
export interface ReadListing<Listed> {
  readonly listed: readonly Listed[];
  readonly omitted: readonly string[];
}

/**
 * Leaves out all but one of the markets that share a symbol or the venue's own name, since they can't be told apart: the first stays, and one
 * that is closed only where all are.
 */
export function withoutNamesakes({ listed, omitted }: ReadListing<Instrument>): ReadListing<Instrument> {
  const symbols = new Set<string>();
  const coins = new Set<string>();
  const kept = new Set<Instrument>();
  const [closed, others] = [listed.filter(isClosed), listed.filter((each) => !isClosed(each))];
  for (const instrument of [...others, ...closed]) {
    const { symbol, coin } = instrument;
    if (symbols.has(symbol) || coins.has(coin)) continue;
    symbols.add(symbol);
    coins.add(coin);
    kept.add(instrument);
  }
  const left = listed.filter((each) => !kept.has(each)).map(({ symbol }) => `${symbol} is listed twice`);
  return { listed: listed.filter((each) => kept.has(each)), omitted: [...omitted, ...left] };
}

function isClosed({ status }: Instrument): boolean {
  return status === 'closed';
}

/** The malformed markets that are left out of listings: logged when they change, and counted by venue. */
export class Omissions {
  readonly #last = new Map<string, { readonly count: number; readonly first: string | undefined }>();

  constructor(private readonly logger: Logger) {}

  /** Notes what was left out of a listing; `listing` is bounded: a venue's id, or one with the name of its part. */
  note(listing: string, omitted: readonly string[]): void {
    const { count = 0, first } = this.#last.get(listing) ?? {};
    this.#last.set(listing, { count: omitted.length, first: omitted[0] });
    if (omitted.length === count && omitted[0] === first) return;
    const fields = { venue: listing, omitted: omitted.length, first: omitted[0] };
    if (omitted.length > 0) this.logger.warn(fields, 'malformed markets are left out of a listing');
    else this.logger.info(fields, 'no market is left out of a listing any more');
  }

  /** Returns the readable markets of a whole listing. Throws `VenueUnreadableError` where most are unreadable. */
  listedOf<Listed>(listing: string, { listed, omitted }: ReadListing<Listed>): readonly Listed[] {
    if (omitted.length > listed.length)
      throw new VenueUnreadableError(`${listing} listing: ${omitted.length} markets are malformed, ${omitted[0]}`);
    this.note(listing, omitted);
    return listed;
  }

  /** Returns how many markets the last reading of each listing left out. */
  counts(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.#last].map(([listing, { count }]) => [listing, count]));
  }
}
