import { LRUCache } from 'lru-cache';
import type { PolymarketMarket } from '../codec/index.js';

const TOKENS_MAX = 20_000;

/** When a token's prices begin and end, in milliseconds; undefined: unknown, or not yet. */
export interface Life {
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

/** When the seen tokens began and ended trading: the venue serves prices by windows, most of which are empty. */
export class Lives {
  readonly #lives = new LRUCache<string, Life>({ max: TOKENS_MAX });

  /** Stores the dates of markets. */
  note(markets: readonly PolymarketMarket[]): void {
    for (const { tokenIds, startMs, closedMs } of markets)
      for (const tokenId of tokenIds) this.#lives.set(tokenId, { fromMs: startMs, toMs: closedMs });
  }

  of(tokenId: string): Life | undefined {
    return this.#lives.get(tokenId);
  }
}
