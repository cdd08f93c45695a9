import type { Clock } from '@platform/kit/clock';
import { FUNDING_MAX } from './questions.js';

const HOUR_MS = 3_600_000;
/** How soon the rate of an hour is read again that its venue had not posted. */
const UNPOSTED_MS = 60_000;
/** What one reading covers for certain; a question for more has a reading of its own. */
const SHARED_MS = (FUNDING_MAX - 1) * HOUR_MS;
/** How long the rates of a market are kept after they were last asked for. */
const INTEREST_MS = 2 * HOUR_MS;

/** The rate of an hour. */
export type FundingRate = [atMs: number, rate: number];

interface Known {
  /** From when on none is missing. */
  readonly fromMs: number;
  readonly rates: readonly FundingRate[];
  readonly readAtMs: number;
}

interface Market {
  askedAtMs: number;
  known?: Known;
  reading?: Promise<Known>;
}

/** The hourly funding rates of markets, read once for all who ask: what was posted never changes. */
export class FundingRates {
  readonly #markets = new Map<string, Market>();

  /** `read` returns the rates of a market from an instant on, ascending. */
  constructor(
    private readonly read: (symbol: string, fromMs: number) => Promise<FundingRate[]>,
    private readonly clock: Clock,
  ) {}

  /** Returns the rates of a market from an instant on, ascending. */
  async from(symbol: string, fromMs: number): Promise<FundingRate[]> {
    if (this.clock.nowMs() - fromMs > SHARED_MS) return this.read(symbol, fromMs);
    const market = this.#markets.get(symbol) ?? { askedAtMs: 0 };
    this.#markets.set(symbol, market);
    market.askedAtMs = this.clock.nowMs();
    let { known } = market;
    // One that began for another instant may not go back as far.
    while (known === undefined || fromMs < known.fromMs || !this.#isCurrent(known)) {
      market.reading ??= this.#readMore(symbol, fromMs, market.known).finally(() => delete market.reading);
      known = await market.reading;
      market.known = known;
    }
    return known.rates.filter(([atMs]) => atMs >= fromMs);
  }

  /** Forgets what nobody has asked for in a while. */
  sweep(): void {
    const nowMs = this.clock.nowMs();
    for (const [symbol, { askedAtMs, reading }] of this.#markets)
      if (reading === undefined && nowMs - askedAtMs >= INTEREST_MS) this.#markets.delete(symbol);
  }

  #isCurrent({ rates, readAtMs }: Known): boolean {
    const nowMs = this.clock.nowMs();
    const hasHour = (rates.at(-1)?.[0] ?? 0) >= nowMs - (nowMs % HOUR_MS);
    const wasReadLately = nowMs >= readAtMs && nowMs - readAtMs < UNPOSTED_MS;
    return hasHour || wasReadLately;
  }

  /** Reads what is newer than what is known, or all where that does not go back as far. */
  async #readMore(symbol: string, fromMs: number, known: Known | undefined): Promise<Known> {
    const newest = known?.rates.at(-1)?.[0];
    if (known === undefined || newest === undefined || fromMs < known.fromMs)
      return { fromMs, rates: await this.read(symbol, fromMs), readAtMs: this.clock.nowMs() };
    const newer = await this.read(symbol, newest + 1);
    const rates = [...known.rates, ...newer].slice(-FUNDING_MAX);
    return { fromMs: known.fromMs, rates, readAtMs: this.clock.nowMs() };
  }
}
