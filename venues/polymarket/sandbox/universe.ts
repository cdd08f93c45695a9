import type { Clock } from '@platform/kit/clock';
import { cohort } from './model/cohort.js';
import { type Event, type Market, pricesOf, type Standing, standingOf } from './model/market.js';

/** The first month with markets, counted from January 2000. */
const FIRST_MONTH = 12 * 25;

/** Everything the venue has listed so far: a function of the seed, so nothing is stored. */
export class Universe {
  readonly #events: Event[] = [];
  readonly #byToken = new Map<string, { readonly market: Market; readonly outcome: number }>();
  readonly #byCondition = new Map<string, Market>();
  #nextMonth = FIRST_MONTH;

  constructor(
    private readonly seed: number,
    readonly clock: Clock,
    recorded: readonly Event[],
  ) {
    for (const event of recorded) this.#add(event);
  }

  get nowMs(): number {
    return this.clock.nowMs();
  }

  /** Returns events with a market by now, oldest first. */
  events(): Event[] {
    this.#grow();
    const { nowMs } = this;
    return this.#events.filter(({ markets }) => markets.some(({ startMs }) => startMs <= nowMs));
  }

  /** Returns markets that exist by now, oldest event first. */
  markets(): Market[] {
    return this.events().flatMap(({ markets }) => markets);
  }

  standingOf(market: Market): Standing {
    return standingOf(market, this.nowMs);
  }

  /** Returns the current prices of a market's outcomes. */
  pricesOf(market: Market): number[] {
    return pricesOf(market, this.nowMs);
  }

  /** Returns the market of a token, and the index of its outcome. */
  token(tokenId: string): { readonly market: Market; readonly outcome: number } | undefined {
    this.#grow();
    const found = this.#byToken.get(tokenId);
    return found !== undefined && found.market.startMs <= this.nowMs ? found : undefined;
  }

  condition(conditionId: string): Market | undefined {
    this.#grow();
    const found = this.#byCondition.get(conditionId);
    return found !== undefined && found.startMs <= this.nowMs ? found : undefined;
  }

  /** Generates the months that have begun. */
  #grow(): void {
    const now = this.clock.now();
    const month = 12 * (now.getUTCFullYear() - 2_000) + now.getUTCMonth();
    for (; this.#nextMonth <= month; this.#nextMonth += 1)
      for (const event of cohort(this.seed, this.#nextMonth)) this.#add(event);
  }

  #add(event: Event): void {
    this.#events.push(event);
    for (const market of event.markets) {
      this.#byCondition.set(market.conditionId, market);
      for (const [outcome, tokenId] of market.tokenIds.entries()) this.#byToken.set(tokenId, { market, outcome });
    }
  }
}
