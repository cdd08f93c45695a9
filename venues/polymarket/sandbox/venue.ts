import type { Clock } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import type { Faults } from '../../simulation/index.js';
import type { Settlement } from './settlement/settlement.js';
import type { DepositWallets } from './settlement/wallets.js';
import type { Store } from './store/store.js';
import type { Buckets } from './trading/buckets.js';
import type { Engine } from './trading/engine.js';
import type { Queue } from './trading/queue.js';
import type { Universe } from './universe.js';

/** The shared parts of the handlers of requests. */
export interface Venue {
  readonly clock: Clock;
  readonly universe: Universe;
  readonly store: Store;
  readonly settlement: Settlement;
  readonly wallets: DepositWallets;
  readonly engine: Engine;
  readonly buckets: Buckets;
  /** Everything that changes orders goes through it. */
  readonly queue: Queue;
  readonly faults: Faults | undefined;
  /** How long after a match its money moves. */
  readonly settlementDelayMs: number;
  /** Returns the state of the node that answers an account's read: every second one is answered by the lagging one, where there is one. */
  readonly nodeStore: () => Store;
  /** What API keys are derived from. */
  readonly secret: string;
  readonly logger: Logger;
}
