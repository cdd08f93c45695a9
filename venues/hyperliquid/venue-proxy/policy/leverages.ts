import type { Clock } from '@platform/kit/clock';
import type { Address } from 'viem';
import { z } from 'zod';
import type { VenueConnection } from '../venue/index.js';
import type { Leverages } from './margin.js';

/** How long a leverage is cached: the account's owner may set it, too. */
const AGE_MS_MAX = 60_000;

const assetData = z.object({ leverage: z.object({ type: z.string(), value: z.int().min(1) }) });

/** A leverage as the account has set it, or is to set it. */
export interface SetLeverage {
  readonly coin: string;
  readonly value: number;
  /** Whether the whole account carries the position. */
  readonly isCross: boolean;
}

interface Known {
  readonly value: number;
  /** Undefined: its last change may have failed. */
  readonly isCross: boolean | undefined;
  readonly untilMs: number;
}

/** The leverages that the account has set for coins; the venue shows them with positions, and otherwise one by one. */
export class LeverageCache {
  readonly #known = new Map<string, Known>();

  constructor(
    private readonly venue: VenueConnection,
    private readonly user: Address,
    private readonly clock: Clock,
  ) {}

  /** Returns those of some coins, each the lowest known one. `shown`: those of positions. Rejects when the venue can't be read. */
  async of(coins: Iterable<string>, shown: Leverages): Promise<Leverages> {
    const leverages: Record<string, number> = {};
    for (const coin of new Set(coins)) {
      const known = this.#recent(coin)?.value ?? shown[coin] ?? (await this.#read(coin));
      leverages[coin] = Math.min(known, shown[coin] ?? known);
    }
    return leverages;
  }

  /** Returns whether the account is known to have set exactly this. */
  isSet({ coin, value, isCross }: SetLeverage): boolean {
    const known = this.#recent(coin);
    return known?.value === value && known.isCross === isCross;
  }

  /** Stores a new leverage; with an unknown outcome, the lower of the old and the new one. */
  set({ coin, value, isCross }: SetLeverage, isKnown: boolean): void {
    if (isKnown) this.#remember(coin, value, isCross);
    else this.#remember(coin, Math.min(value, this.#recent(coin)?.value ?? 1), undefined);
  }

  async #read(coin: string): Promise<number> {
    const answer = await this.venue.ask({ type: 'activeAssetData', user: this.user, coin });
    const { type, value } = assetData.parse(answer).leverage;
    this.#remember(coin, value, type === 'cross');
    return value;
  }

  #recent(coin: string): Known | undefined {
    const known = this.#known.get(coin);
    return known !== undefined && known.untilMs > this.clock.nowMs() ? known : undefined;
  }

  #remember(coin: string, value: number, isCross: boolean | undefined): void {
    this.#known.set(coin, { value, isCross, untilMs: this.clock.nowMs() + AGE_MS_MAX });
  }
}
