import type { Clock } from '@platform/clock';
import type { Instrument, Urgency } from '../venue.js';

/** Each dex costs a request of weight 20, and a listing is read every 15 seconds: with a dozen dexes that is beyond any share. */
const MAX_AGE_MS = 300_000;

/** The markets of builder-deployed dexes, read every five minutes; what is newer about them is their own candles. */
export class BuilderDexes {
  #newest: { readonly readAtMs: number; readonly instruments: readonly Instrument[] } | undefined;

  constructor(
    private readonly read: (urgency: Urgency) => Promise<readonly Instrument[]>,
    private readonly clock: Clock,
  ) {}

  /** All of them, as they were at most five minutes ago. Nobody waits for what another caller is reading. */
  async instruments(urgency: Urgency): Promise<readonly Instrument[]> {
    const readAtMs = this.clock.nowMs();
    if (this.#newest === undefined || readAtMs - this.#newest.readAtMs >= MAX_AGE_MS)
      this.#newest = { readAtMs, instruments: await this.read(urgency) };
    return this.#newest.instruments;
  }
}
