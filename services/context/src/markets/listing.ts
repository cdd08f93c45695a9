import type { Clock } from '@platform/kit/clock';
import type { Instrument, Urgency, WholeListing } from '@platform/venues/market-data';

/** The interface's limit for cached venue reads. An older listing is never served: the venue is asked or the call fails. */
const LISTING_MAX_AGE_MS = 15_000;

/** A finished or running reading of the instruments. */
interface Reading {
  readonly readAtMs: number;
  readonly urgency: Urgency;
  isDone: boolean;
  readonly instruments: Promise<readonly Instrument[]>;
}

/** A venue's instruments in the order of their symbols, read from the venue at most every 15 seconds for all callers together. */
export class Listing {
  #newest: Reading | undefined;

  constructor(
    private readonly listing: WholeListing,
    private readonly clock: Clock,
  ) {}

  /** All instruments. Throws `VenueUnreadableError`. */
  async all(urgency: Urgency = 'interactive'): Promise<readonly Instrument[]> {
    const nowMs = this.clock.nowMs();
    const newest = this.#newest;
    // Nobody waits behind the collector: what it has not read yet is read again.
    const isFirst = newest?.isDone === true || newest?.urgency === 'interactive' || urgency === 'background';
    if (newest !== undefined && isFirst && nowMs - newest.readAtMs < LISTING_MAX_AGE_MS) return newest.instruments;
    const reading: Reading = { readAtMs: nowMs, urgency, isDone: false, instruments: this.#read(urgency) };
    this.#newest = reading;
    reading.instruments.then(
      () => {
        reading.isDone = true;
      },
      () => {
        // A failure is not kept: the next call asks again.
        if (this.#newest === reading) this.#newest = undefined;
      },
    );
    return reading.instruments;
  }

  async #read(urgency: Urgency): Promise<readonly Instrument[]> {
    const instruments = await this.listing.instruments(urgency);
    return instruments.sort((left, right) => (left.symbol < right.symbol ? -1 : 1));
  }
}
