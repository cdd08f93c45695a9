import type { Clock } from '@platform/kit/clock';
import type { Address } from 'viem';
import { z } from 'zod';
import type { VenueConnection } from '../venue.js';
import type { Leverages } from './margin.js';

/** How long a leverage is cached: the account's owner may set it, too. */
const AGE_MS_MAX = 60_000;

const assetData = z.object({ leverage: z.object({ value: z.int().min(1) }) });

/** The leverages that the account has set for coins; the venue shows them with positions, and otherwise one by one. */
export class LeverageCache {
  readonly #known = new Map<string, { readonly value: number; readonly untilMs: number }>();

  constructor(
    private readonly venue: VenueConnection,
    private readonly user: Address,
    private readonly clock: Clock,
  ) {}

  /** Returns those of some coins, each the lowest known one. `shown`: those of positions. Rejects when the venue can't be read. */
  async of(coins: Iterable<string>, shown: Leverages): Promise<Leverages> {
    const leverages: Record<string, number> = {};
    for (const coin of new Set(coins)) {
      const known = this.#recent(coin) ?? shown[coin] ?? (await this.#read(coin));
      leverages[coin] = Math.min(known, shown[coin] ?? known);
    }
    return leverages;
  }

  /** Stores a new leverage; with an unknown outcome, the lower of the old and the new one. */
  set(coin: string, value: number, isKnown: boolean): void {
    this.#remember(coin, isKnown ? value : Math.min(value, this.#recent(coin) ?? 1));
  }

  async #read(coin: string): Promise<number> {
    const answer = await this.venue.ask({ type: 'activeAssetData', user: this.user, coin });
    const { value } = assetData.parse(answer).leverage;
    this.#remember(coin, value);
    return value;
  }

  #recent(coin: string): number | undefined {
    const known = this.#known.get(coin);
    return known !== undefined && known.untilMs > this.clock.nowMs() ? known.value : undefined;
  }

  #remember(coin: string, value: number): void {
    this.#known.set(coin, { value, untilMs: this.clock.nowMs() + AGE_MS_MAX });
  }
}
