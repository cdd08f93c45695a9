import type { Clock } from '@platform/kit/clock';
import type { Instrument, Urgency } from '../../market-data/index.js';

/** Each dex costs a request of weight 20, and a listing is read every 15 seconds: with a dozen dexes that is beyond any share. */
const MAX_AGE_MS = 300_000;

/** The markets of builder-deployed dexes, read again every five minutes while callers see what was read before. */
export class BuilderDexes {
  #known: { readonly readAtMs: number; readonly instruments: readonly Instrument[] } | undefined;
  #isReading = false;

  constructor(
    private readonly read: (urgency: Urgency) => Promise<readonly Instrument[]>,
    private readonly clock: Clock,
  ) {}

  /** All of them. Nobody waits but where they were never read. */
  async instruments(urgency: Urgency): Promise<readonly Instrument[]> {
    if (this.#known === undefined) return this.#readAnew(urgency);
    const isOld = this.clock.nowMs() - this.#known.readAtMs >= MAX_AGE_MS;
    // What fails is tried again at the next call, and until then what is known is as good as it was.
    if (isOld && !this.#isReading) this.#readAnew('background').catch(() => undefined);
    return this.#known.instruments;
  }

  async #readAnew(urgency: Urgency): Promise<readonly Instrument[]> {
    const readAtMs = this.clock.nowMs();
    this.#isReading = true;
    try {
      this.#known = { readAtMs, instruments: await this.read(urgency) };
      return this.#known.instruments;
    } finally {
      this.#isReading = false;
    }
  }
}
