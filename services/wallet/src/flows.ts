import { type Backoff, FlowRunner, FlowTurns } from '@platform/flows';
import { CodeHasher } from '@platform/keys/one-time-codes';
import { type Clock, createIdSource, type Random } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import { CursorCodec, creationPosition } from '@platform/kit/cursors';
import type { Logger } from '@platform/observability/logging';
import type { Connection } from '@platform/store/mongo';
import type { WalletVenues } from '@platform/venues/wallet';
import type { Chain } from './chains/chain.js';
import type { EvmNode } from './chains/evm-node.js';
import type { Ledger } from './ledger/ledger.js';
import type { GasBudget } from './relayer/gas-budget.js';
import type { Relayer } from './relayer/relayer.js';
import { SetupFlow } from './setups/flow.js';
import { setupStore } from './setups/records.js';
import { Setups } from './setups/setups.js';
import type { Signer } from './signing/signer.js';
import { Authorizations } from './transfers/authorizations.js';
import { usdcTransfers } from './transfers/family.js';
import { SponsoredTransfers } from './transfers/sponsored-transfers.js';
import type { TransferSeals } from './transfers/transfer-seals.js';
import { Transfers } from './transfers/transfers.js';
import { paymentAddresses } from './venues/supported-venues.js';
import type { VenueAccounts } from './venues/venue-accounts.js';
import type { Wallets } from './wallets/wallets.js';
import { Challenges } from './withdrawals/challenges/challenges.js';
import { WithdrawalCodes } from './withdrawals/challenges/codes.js';
import { Destinations } from './withdrawals/destinations.js';
import { WithdrawalFlow } from './withdrawals/flow.js';
import type { AccountLogins } from './withdrawals/logins/account-logins.js';
import { withdrawalStore } from './withdrawals/records.js';
import { Withdrawals } from './withdrawals/withdrawals.js';

/** The chain and the venue take seconds in the sandbox, minutes elsewhere: who has waited for long is looked at less often. */
export const waiting: Backoff = { firstMs: 250, maxMs: 15_000, factor: 1.25 };

/** The options of the flows that move money out of wallets. */
export interface FlowsOptions {
  readonly connection: Connection;
  readonly wallets: Wallets;
  readonly ledger: Ledger;
  readonly signer: Signer;
  readonly seals: TransferSeals;
  /** Absent: no money can leave a wallet, so no request is accepted. */
  readonly relayer: Relayer | undefined;
  readonly gas: GasBudget | undefined;
  readonly arbitrum: Chain;
  readonly node: EvmNode;
  readonly openVenues: WalletVenues;
  readonly venueAccounts: VenueAccounts;
  readonly logins: AccountLogins;
  readonly codeSecret: Secret<Buffer>;
  readonly cursorSecret: Secret<Buffer>;
  /** See `SetupFlow`. */
  readonly reconciliationMs: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Identifies this process across restarts. */
  readonly owner: string;
  /** Called when a transfer was queued. */
  readonly onQueued: () => void;
}

/** Builds setups and withdrawals and creates their indexes. */
export async function openFlows(options: FlowsOptions) {
  const { connection, wallets, ledger, signer, relayer, arbitrum, clock, random, logger, logins, owner } = options;
  const ids = createIdSource(clock, random);
  const hasher = new CodeHasher(options.codeSecret);
  const challenges = new Challenges(connection, hasher, ids, random, clock);
  const cursors = new CursorCodec(options.cursorSecret, creationPosition);
  const { openVenues, seals, gas } = options;
  const accepting = { connection, ledger, wallets, arbitrum, openVenues, seals, gas, ids, clock };
  const setups = new Setups({ ...accepting, onAccepted: () => setupRunner?.wake() });
  const withdrawals = new Withdrawals({
    ...accepting,
    challenges,
    cursors,
    onAccepted: () => withdrawalRunner?.wake(),
  });
  for (const part of [challenges, setups, withdrawals]) await part.initialize();
  const payments = paymentAddresses(openVenues);
  const destinations = new Destinations(wallets, payments, relayer?.address);
  const transfers =
    relayer &&
    new Transfers(
      new SponsoredTransfers(usdcTransfers(payments), signer, relayer),
      new Authorizations(options.node),
      wallets,
      seals,
      clock,
    );
  const setupRunner = transfers && runSetups(transfers);
  const withdrawalRunner = transfers && runWithdrawals(transfers);
  const codes = new WithdrawalCodes(challenges, logins, withdrawals);
  const canTransfer = transfers !== undefined;
  return { setups, withdrawals, destinations, challenges, logins, codes, canTransfer, setupRunner, withdrawalRunner };

  function runSetups(transfers: Transfers) {
    const store = setupStore(connection, owner, clock);
    const flow = new SetupFlow({ ...options, store, transfers });
    return new FlowRunner(
      new FlowTurns({ store, advance: (held) => flow.advance(held), waiting, clock, random, logger }),
    );
  }

  function runWithdrawals(transfers: Transfers) {
    const store = withdrawalStore(connection, owner, clock);
    const flow = new WithdrawalFlow({ ...options, store, transfers });
    return new FlowRunner(
      new FlowTurns({ store, advance: (held) => flow.advance(held), waiting, clock, random, logger }),
    );
  }
}
