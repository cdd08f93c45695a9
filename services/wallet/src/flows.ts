import { FlowRunner, FlowTurns } from '@platform/flows';
import { CodeHasher } from '@platform/keys/one-time-codes';
import { type Clock, createIdSource, type Random } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import { CursorCodec, creationPosition } from '@platform/kit/cursors';
import { byNetwork, type Network } from '@platform/kit/networks';
import type { Logger } from '@platform/observability/logging';
import type { Connection } from '@platform/store/mongo';
import { byVenue, offers, type VenueOffering, venuesOffering } from '@platform/venues/registry';
import type { WalletVenues } from '@platform/venues/wallet';
import { ContractSignatures } from './chains/contract-signatures.js';
import type { Ledger } from './ledger/ledger.js';
import type { OpenNetwork } from './networks/open-network.js';
import type { Relay } from './relayer/relay.js';
import { SetupFlow } from './setups/flow.js';
import { setupStore } from './setups/records.js';
import { Setups } from './setups/setups.js';
import type { Signer } from './signing/signer.js';
import type { TransferSeals } from './transfers/accepted-transfer.js';
import { usdcTransfers } from './transfers/family.js';
import { Transfers } from './transfers/transfers.js';
import { PaymentAddresses } from './venues/payment-addresses.js';
import type { VenueAccounts } from './venues/venue-accounts.js';
import { waiting } from './waiting.js';
import type { WalletAddresses } from './wallets/wallet-addresses.js';
import type { Wallets } from './wallets/wallets.js';
import { Challenges } from './withdrawals/challenges/challenges.js';
import { WithdrawalCodes } from './withdrawals/challenges/codes.js';
import { EmailProofs } from './withdrawals/challenges/email-proofs.js';
import { Departures } from './withdrawals/departures/departures.js';
import { Payouts } from './withdrawals/departures/payouts.js';
import { Destinations } from './withdrawals/destinations.js';
import { WithdrawalFlow } from './withdrawals/flow.js';
import type { AccountLogins } from './withdrawals/logins/account-logins.js';
import { PayOuts } from './withdrawals/pay-outs/pay-outs.js';
import { Authorizations } from './withdrawals/proofs/authorizations.js';
import { Proofs } from './withdrawals/proofs/proofs.js';
import { withdrawalStore } from './withdrawals/records.js';
import { UsedNonces } from './withdrawals/signatures/used-nonces.js';
import { WalletProofs } from './withdrawals/signatures/wallet-proofs.js';
import { ArbitrumSource } from './withdrawals/sources/arbitrum.js';
import { withdrawalSources } from './withdrawals/sources/sources.js';
import { VenueSource } from './withdrawals/sources/venue.js';
import { Withdrawals } from './withdrawals/withdrawals.js';

/** The options of the flows that move money out of wallets. */
export interface FlowsOptions {
  readonly connection: Connection;
  readonly wallets: Wallets;
  readonly addresses: WalletAddresses;
  readonly ledger: Ledger;
  readonly signer: Signer;
  readonly seals: TransferSeals;
  readonly networks: Readonly<Record<Network, OpenNetwork>>;
  /** Absent: no money can leave a wallet, so no request is accepted. */
  readonly relays: Readonly<Record<Network, Relay>> | undefined;
  readonly openVenues: WalletVenues;
  readonly venueAccounts: VenueAccounts;
  readonly logins: AccountLogins;
  readonly codeSecret: Secret<Buffer>;
  readonly cursorSecret: Secret<Buffer>;
  /** Whether money leaves venues whose row doesn't offer it yet. */
  readonly venueExits: boolean;
  /** See `SetupFlow` and `Departures`. */
  readonly reconciliationMs: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Identifies this process across restarts. */
  readonly owner: string;
}

/** Builds setups and withdrawals and creates their indexes. */
export async function openFlows(options: FlowsOptions) {
  const { connection, wallets, ledger, signer, networks, relays, clock, random, logger, logins, owner } = options;
  const ids = createIdSource(clock, random);
  const hasher = new CodeHasher(options.codeSecret);
  const challenges = new Challenges(connection, hasher, ids, random, clock);
  const cursors = new CursorCodec(options.cursorSecret, creationPosition);
  const { openVenues, seals } = options;
  const payments = new PaymentAddresses(openVenues, options.addresses);
  const transfers = relays && openTransfers(relays);
  const setupRunners = transfers && byNetwork((network) => runSetups(transfers, network));
  const withdrawalRunners = transfers && byNetwork((network) => runWithdrawals(transfers, network));
  const accepting = { connection, wallets, ids, clock };
  const setups = new Setups({
    ...{ ...accepting, transfers, openVenues, payments },
    onAccepted: ({ network }) => setupRunners?.[network].wake(),
  });
  const nonces = new UsedNonces(connection, clock);
  const contracts = new ContractSignatures(networks.arbitrum.node);
  const authorizations = new Authorizations(connection, ids, clock);
  const canPay = async () => relays?.arbitrum.solvency.canPay();
  const withdrawals = new Withdrawals({
    ...accepting,
    sources: withdrawalSources(new ArbitrumSource(transfers, canPay), byVenue(venuesOffering('setup'), venueSource)),
    proofs: new Proofs({
      email_otp: new EmailProofs(challenges),
      wallet_signature: new WalletProofs({ contracts, nonces, clock }),
    }),
    authorizations,
    cursors,
    onAccepted: ({ network }) => withdrawalRunners?.[network].wake(),
  });
  const destinations = new Destinations(wallets, options.addresses, payments, relays?.arbitrum.relayer.address);
  const payOuts =
    transfers &&
    new PayOuts({
      ...{ connection, wallets, transfers, logins, destinations, ids, clock },
      onAccepted: () => withdrawalRunners?.polygon.wake(),
    });
  await payOuts?.initialize();
  for (const part of [challenges, nonces, authorizations, setups, withdrawals]) await part.initialize();
  const codes = new WithdrawalCodes(challenges, logins, withdrawals, authorizations);
  const proving = { destinations, challenges, nonces, logins, codes };
  return { setups, withdrawals, payOuts, transfers, ...proving, setupRunners, withdrawalRunners };

  function venueSource(venue: VenueOffering<'setup'>): VenueSource | undefined {
    const { withdrawals: from } = openVenues[venue];
    if (!options.venueExits && !offers(venue, 'withdraw')) return undefined;
    return from && new VenueSource({ connection, ledger, transfers, venue, withdrawals: from, canPay, clock });
  }

  function openTransfers(relays: NonNullable<typeof options.relays>): Transfers {
    const carrying = byNetwork((network) => ({ ...networks[network], relay: relays[network] }));
    const family = usdcTransfers(payments);
    return new Transfers({ ledger, wallets, family, signer, seals, networks: carrying, clock });
  }

  function runSetups(transfers: Transfers, network: Network) {
    const store = setupStore(connection, network, owner, clock);
    const flow = new SetupFlow({ ...options, store, transfers });
    return new FlowRunner(
      new FlowTurns({ store, advance: (held) => flow.advance(held), waiting, clock, random, logger }),
    );
  }

  function runWithdrawals(transfers: Transfers, network: Network) {
    const store = withdrawalStore(connection, network, owner, clock);
    const departures = new Departures({ ...options, transfers, payouts: new Payouts(connection, ledger, clock) });
    const flow = new WithdrawalFlow({ ...options, store, transfers, departures });
    return new FlowRunner(
      new FlowTurns({ store, advance: (held) => flow.advance(held), waiting, clock, random, logger }),
    );
  }
}
