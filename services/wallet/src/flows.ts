import { type Clock, createIdSource, type Random } from '@platform/clock';
import type { Secret } from '@platform/config';
import { CursorCodec } from '@platform/cursors';
import type { Logger } from '@platform/logging';
import type { Connection } from '@platform/mongo';
import { z } from 'zod';
import type { Chain } from './chains/chain.js';
import type { EvmNode } from './chains/evm-node.js';
import type { Ledger } from './ledger/ledger.js';
import type { Relayer } from './relayer/relayer.js';
import { SponsoredTransfers } from './relayer/sponsored-transfers.js';
import { SetupFlow } from './setups/flow.js';
import { Setups } from './setups/setups.js';
import type { Signer } from './signing/signer.js';
import { Authorizations } from './transfers/authorizations.js';
import { Transfers } from './transfers/transfers.js';
import type { HyperliquidInfo } from './venues/hyperliquid/info.js';
import type { VenueAccounts } from './venues/venue-accounts.js';
import type { Wallets } from './wallets/wallets.js';
import type { AccountLogins } from './withdrawals/account-logins.js';
import { Challenges } from './withdrawals/challenges.js';
import { CodeHasher } from './withdrawals/code-hash.js';
import { WithdrawalCodes } from './withdrawals/codes.js';
import { WithdrawalFlow } from './withdrawals/flow.js';
import { Withdrawals } from './withdrawals/withdrawals.js';

/** What moves money out of wallets stands on. */
export interface FlowsOptions {
  readonly connection: Connection;
  readonly wallets: Wallets;
  readonly ledger: Ledger;
  readonly signer: Signer;
  /** Absent: nothing can leave a wallet, so nothing is accepted. */
  readonly relayer: Relayer | undefined;
  readonly arbitrum: Chain;
  readonly node: EvmNode;
  readonly hyperliquid: HyperliquidInfo;
  readonly venueAccounts: VenueAccounts;
  readonly logins: AccountLogins;
  readonly masterKey: Secret<Buffer>;
  readonly cursorSecret: Secret<Buffer>;
  /** See `SetupFlow`. */
  readonly reconciliationMs: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** Builds setups and withdrawals and makes their indexes. */
export async function openFlows(options: FlowsOptions) {
  const { connection, wallets, ledger, signer, relayer, arbitrum, clock, random, logger, logins } = options;
  const ids = createIdSource(clock, random);
  const hasher = CodeHasher.derivedFrom(options.masterKey);
  const challenges = new Challenges(connection, hasher, ids, random, clock);
  const cursors = new CursorCodec(options.cursorSecret, z.string());
  const setups = new Setups({ connection, ledger, wallets, arbitrum, ids, clock });
  const withdrawals = new Withdrawals({ connection, ledger, wallets, challenges, arbitrum, cursors, ids, clock });
  for (const part of [challenges, setups, withdrawals]) await part.initialize();
  const { hyperliquid, venueAccounts, reconciliationMs } = options;
  const transfers =
    relayer &&
    new Transfers(new SponsoredTransfers(wallets, signer, relayer), new Authorizations(options.node), wallets);
  const common = { connection, ledger, clock, logger };
  return {
    ...{ setups, withdrawals, challenges, logins, canTransfer: transfers !== undefined },
    codes: new WithdrawalCodes(challenges, logins, withdrawals),
    setupFlow:
      transfers && new SetupFlow({ ...common, transfers, wallets, hyperliquid, venueAccounts, reconciliationMs }),
    withdrawalFlow: transfers && new WithdrawalFlow({ ...common, transfers }),
  };
}
