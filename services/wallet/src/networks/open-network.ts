// Why: docs/decisions/wallet/networks-and-legs.md
import type { Clock, IdSource } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import type { Network } from '@platform/kit/networks';
import type { Logger } from '@platform/observability/logging';
import type { Connection } from '@platform/store/mongo';
import { EvmChain } from '../chains/evm-chain.js';
import { EvmNode } from '../chains/evm-node.js';
import { usdcOn } from '../chains/token.js';
import { TransferLog } from '../chains/transfers.js';
import { ChainComparison } from '../checker/chain-comparison.js';
import { DepositWatcher } from '../deposits/watcher.js';
import type { Ledger } from '../ledger/ledger.js';
import type { GasLimits } from '../relayer/gas/gas-budget.js';
import { Authorizations } from '../transfers/authorizations.js';
import type { WalletOwners } from '../wallets/owners.js';
import { Payouts } from '../withdrawals/departures/payouts.js';

/** How a network is reached, and what may be spent there. */
export interface NetworkOptions {
  readonly rpcUrl: Secret;
  /** The first block of a watcher without a stored cursor; `undefined`: the newest final block. */
  readonly depositsFromBlock: number | undefined;
  /** The maximum price of a unit of gas, in wei. */
  readonly feePerGasMaxWei: bigint;
  readonly gasLimits: GasLimits;
}

/** A network with everything that reads it. */
export type OpenNetwork = ReturnType<typeof openNetwork>;

/** What every network shares. */
interface ReadingParts {
  readonly connection: Connection;
  readonly ledger: Ledger;
  readonly owners: WalletOwners;
  readonly ids: IdSource;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Builds the parts that read a network: its balances, deposits and authorizations, and the comparison with the ledger. */
export function openNetwork(
  network: Network,
  { rpcUrl, depositsFromBlock }: Pick<NetworkOptions, 'rpcUrl' | 'depositsFromBlock'>,
  { connection, ledger, owners, ids, clock, logger }: ReadingParts,
) {
  const node = new EvmNode(network, rpcUrl);
  const token = usdcOn(network);
  const chain = new EvmChain(node);
  const log = new TransferLog(node, token);
  const payouts = new Payouts(connection, ledger, clock);
  return {
    ...{ network, node, chain, log },
    watcher: new DepositWatcher(connection, token, log, owners, ledger, payouts, ids, clock, depositsFromBlock),
    comparison: new ChainComparison(connection, ledger, owners, chain, logger, clock),
    authorizations: new Authorizations(node),
  };
}
