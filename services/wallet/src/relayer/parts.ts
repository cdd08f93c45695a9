import type { Clock, IdSource } from '@platform/kit/clock';
import type { Logger } from '@platform/observability/logging';
import type { Connection } from '@platform/store/mongo';
import type { LocalAccount } from 'viem';
import type { CallSeals } from './call-seals.js';
import type { RelayChain } from './relay-chain.js';

/** The parts of the relayer. */
export interface RelayerParts {
  readonly connection: Connection;
  readonly seals: CallSeals;
  /** The key in use. */
  readonly account: LocalAccount;
  readonly chain: RelayChain;
  /** The maximum price of a unit of gas, in wei. */
  readonly feePerGasMaxWei: bigint;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Identifies this process across restarts. */
  readonly owner: string;
}
