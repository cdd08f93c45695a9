import type { Clock, IdSource } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import type { Connection } from '@platform/store/mongo';
import type { LocalAccount } from 'viem';
import type { RelayChain } from './relay-chain.js';

/** What the relayer stands on. */
export interface RelayerParts {
  readonly connection: Connection;
  /** The key in use. */
  readonly account: LocalAccount;
  readonly chain: RelayChain;
  /** What a unit of gas may cost at most, in wei. */
  readonly feePerGasMaxWei: bigint;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Names this process across its restarts. */
  readonly owner: string;
}
