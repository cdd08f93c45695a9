import type { Clock } from '@platform/kit/clock';
import type { Instrument, Urgency } from '../../market-data/index.js';

/** A request per dex has weight 20, and a listing is read every 15 seconds: a dozen dexes would exceed any share. */
const MAX_AGE_MS = 300_000;

/** The markets of builder-deployed dexes, read again every five minutes; meanwhile callers see the last reading. */
export class BuilderDexes {
  #known: { readonly readAtMs: number; readonly instruments: readonly Instrument[] } | undefined;
  #isReading = false;

  constructor(
    private readonly read: (urgency: Urgency, last: readonly Instrument[]) => Promise<readonly Instrument[]>,
    private readonly clock: Clock,
  ) {}

  /** Returns all of them. A caller waits only where they were never read. */
  async instruments(urgency: Urgency): Promise<readonly Instrument[]> {
    if (this.#known === undefined) return this.#readAnew(urgency);
    const isOld = this.clock.nowMs() - this.#known.readAtMs >= MAX_AGE_MS;
    // A failure is retried at the next call; until then the last reading stays valid.
    if (isOld && !this.#isReading) this.#readAnew('background').catch(() => undefined);
    return this.#known.instruments;
  }

  async #readAnew(urgency: Urgency): Promise<readonly Instrument[]> {
    const readAtMs = this.clock.nowMs();
    this.#isReading = true;
    try {
      this.#known = { readAtMs, instruments: await this.read(urgency, this.#known?.instruments ?? []) };
      return this.#known.instruments;
    } finally {
      this.#isReading = false;
    }
  }
}
