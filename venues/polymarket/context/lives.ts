import { LRUCache } from 'lru-cache';
import type { PolymarketMarket } from '../codec/index.js';

const TOKENS_MAX = 20_000;

/** When a token's prices may begin and end, in milliseconds; undefined: unknown, or not yet. */
export interface Life {
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

/** When the tokens that were seen began to trade and ceased to: the venue serves prices by windows, most of which are empty. */
export class Lives {
  readonly #lives = new LRUCache<string, Life>({ max: TOKENS_MAX });

  /** Notes what markets say of themselves. */
  note(markets: readonly PolymarketMarket[]): void {
    for (const { tokenIds, startMs, closedMs } of markets)
      for (const tokenId of tokenIds) this.#lives.set(tokenId, { fromMs: startMs, toMs: closedMs });
  }

  of(tokenId: string): Life | undefined {
    return this.#lives.get(tokenId);
  }
}
