import type { Clock } from '@platform/clock';
import type { Instrument, MarketDataVenue } from '../venues/venue.js';

/** As long as the interface lets venue reads be cached. An older listing is never served: the venue is asked or the call fails. */
const LISTING_MAX_AGE_MS = 15_000;

/** A venue's instruments, read from it at most every 15 seconds whoever asks; in the order of their symbols. */
export class Listing {
  #newest: { readAtMs: number; instruments: Promise<readonly Instrument[]> } | undefined;

  constructor(
    readonly venue: MarketDataVenue,
    private readonly clock: Clock,
  ) {}

  /** All instruments. Throws `VenueUnreadableError`. */
  async all(): Promise<readonly Instrument[]> {
    const nowMs = this.clock.nowMs();
    if (this.#newest !== undefined && nowMs - this.#newest.readAtMs < LISTING_MAX_AGE_MS)
      return this.#newest.instruments;
    const reading = { readAtMs: nowMs, instruments: this.#read() };
    this.#newest = reading;
    reading.instruments.catch(() => {
      // A failure is not kept: the next call asks again.
      if (this.#newest === reading) this.#newest = undefined;
    });
    return reading.instruments;
  }

  /** One instrument. Throws `VenueUnreadableError`. */
  async find(symbol: string): Promise<Instrument | undefined> {
    return (await this.all()).find((instrument) => instrument.symbol === symbol);
  }

  async #read(): Promise<readonly Instrument[]> {
    const instruments = await this.venue.instruments();
    return instruments.sort((left, right) => (left.symbol < right.symbol ? -1 : 1));
  }
}
