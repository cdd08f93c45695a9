import type { Market } from '../market.js';
import type { Store } from '../store/store.js';

/** What a change of the venue's state happens in: all of it at one instant, in one transaction of the journal. */
export interface ExecutionContext {
  readonly store: Store;
  /** By id. */
  readonly markets: ReadonlyMap<number, Market>;
  readonly nowMs: number;
}
