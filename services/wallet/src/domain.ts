import { Seals } from '@platform/keys/seals';
import type { AgentGrant, Caller } from '@platform/keys/tokens';
import { type Clock, createIdSource, type Random } from '@platform/kit/clock';
import type { Secret } from '@platform/kit/config';
import { byNetwork, type Network } from '@platform/kit/networks';
import type { Logger } from '@platform/observability/logging';
import type { Connection } from '@platform/store/mongo';
import type { ObjectStore } from '@platform/store/objects';
import type { WalletVenueParts, WalletVenues } from '@platform/venues/wallet';
import type { Hex, LocalAccount } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { Agents } from './agents/agents.js';
import { AgentEndings } from './agents/endings.js';
import { AgentGrants } from './agents/grants.js';
import { LedgerChecker } from './checker/checker.js';
import { Deposits } from './deposits/deposits.js';
import { openFlows } from './flows.js';
import { Ledger } from './ledger/ledger.js';
import { type NetworkOptions, openNetwork } from './networks/open-network.js';
import { callSeals } from './relayer/call-seals.js';
import { openRelay } from './relayer/relay.js';
import { RelayChain } from './relayer/relay-chain.js';
import { Signer } from './signing/signer.js';
import { Statements } from './statements/statements.js';
import { AccountLabels } from './trading/account-labels.js';
import { TradingAccounts } from './trading/trading-accounts.js';
import { TradingWallets } from './trading/trading-wallets.js';
import { transferSeals } from './transfers/accepted-transfer.js';
import { EnvelopeVault } from './vault/envelope-vault.js';
import { Envelopes } from './vault/envelopes.js';
import type { Keyring } from './vault/keyring.js';
import { openServiceKey } from './vault/service-keys.js';
import { VenueSecrets } from './vault/venue-secrets.js';
import { WalletVenueSecrets } from './venues/account-secrets.js';
import { VenueSummaries } from './venues/summaries.js';
import { VenueAccounts } from './venues/venue-accounts.js';
import { WalletOwners } from './wallets/owners.js';
import { requireEveryKey } from './wallets/rewrap.js';
import { WalletAddresses } from './wallets/wallet-addresses.js';
import { WalletCopies } from './wallets/wallet-copies.js';
import { walletSeals } from './wallets/wallet-seals.js';
import { Wallets } from './wallets/wallets.js';
import type { AccountLogins } from './withdrawals/logins/account-logins.js';
import { PinnedLogins } from './withdrawals/logins/pinned-logins.js';

/** The options of the domain. */
export interface DomainOptions {
  readonly connection: Connection;
  /** Keeps the copies of keys. */
  readonly objects: ObjectStore;
  readonly keyring: Keyring;
  /** The secret for hashing the codes that authorize withdrawals. */
  readonly codeSecret: Secret<Buffer>;
  /** Pays for gas on every network. Absent: no money can leave a wallet. */
  readonly relayerKey: Secret<Hex> | undefined;
  readonly networks: Readonly<Record<Network, NetworkOptions>>;
  readonly cursorSecret: Secret<Buffer>;
  /** Opens the venues with what the service has for them. */
  readonly openVenues: (parts: Pick<WalletVenueParts, 'chain' | 'secrets'>) => WalletVenues;
  readonly logins: AccountLogins;
  /** Returns the runtime service's grant. Throws `insufficient_permissions`. */
  readonly verifyGrant: (token: string) => Promise<AgentGrant>;
  /** Returns the user who called the execution service. Throws `unauthorized`. */
  readonly verifyUser: (token: string) => Promise<Caller>;
  /** `FEATURE_VENUE_EXITS`: whether money leaves venues whose row doesn't offer it yet. */
  readonly venueExits: boolean;
  /** How long a setup's step may stay unproved once its transfer is settled, and a withdrawal unpaid that has left its venue. */
  readonly setupReconciliationMs: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Identifies this process, and only this process, across restarts. */
  readonly owner: string;
}

/** Builds the parts of the wallet service and creates their indexes. */
export async function openDomain(options: DomainOptions) {
  const { connection, objects, keyring, relayerKey, clock, random, logger, owner } = options;
  const ids = createIdSource(clock, random);
  const vault = new EnvelopeVault(keyring.current, random, keyring.former);
  const venueSecrets = new VenueSecrets({ connection, envelopes: new Envelopes(keyring, random), ids, clock });
  await requireEveryKey(connection, keyring);
  const seals = new Seals(await openServiceKey({ connection, objects }, 'seals', keyring, random), logger);
  const sealsOfWallets = walletSeals(seals);
  const copies = new WalletCopies(objects, keyring.ids);
  const wallets = new Wallets({ connection, vault, seals: sealsOfWallets, copies, ids, clock });
  const addresses = new WalletAddresses(connection, seals, clock);
  const owners = new WalletOwners(connection, sealsOfWallets);
  const ledger = new Ledger(connection, ids, clock);
  const deposits = new Deposits(connection, options.cursorSecret);
  const signer = new Signer(connection, vault, ids, clock);
  const agents = new Agents(connection, vault, signer, ids, clock);
  const agentGrants = new AgentGrants(connection, options.verifyGrant, clock);
  const agentEndings = new AgentEndings(connection, signer, random, clock);
  const venueAccounts = new VenueAccounts(connection, clock);
  const checker = new LedgerChecker(connection, ledger, logger);
  const shared = { connection, ids, clock, logger };
  const networks = byNetwork((network) =>
    openNetwork(network, options.networks[network], { ...shared, ledger, owners }),
  );
  const openVenues = options.openVenues({
    chain: (network) => networks[network].node,
    secrets: (venue, kind) => new WalletVenueSecrets(venue, kind, venueSecrets, owners),
  });
  const relays = relayerKey && byNetwork(relaying(privateKeyToAccount(relayerKey.reveal())));
  const venues = new VenueSummaries(openVenues, venueAccounts, {
    canSign: (wallet) => wallets.canSign(wallet),
    canPay: relays && ((network) => relays[network].solvency.canPay()),
  });
  const stores = [wallets, addresses, venueSecrets, ledger, deposits, signer, agents];
  for (const part of [...stores, ...Object.values(relays ?? {})]) await part.initialize();
  const flows = await openFlows({
    ...{
      connection,
      wallets,
      addresses,
      ledger,
      signer,
      seals: transferSeals(seals),
      networks,
      relays,
      openVenues,
      venueAccounts,
      clock,
      random,
      logger,
      owner,
    },
    logins: new PinnedLogins({ connection, logins: options.logins, seals, clock, logger }),
    codeSecret: options.codeSecret,
    cursorSecret: options.cursorSecret,
    venueExits: options.venueExits,
    reconciliationMs: options.setupReconciliationMs,
  });
  const tradingWallets = new TradingWallets({ wallets, openVenues, venueAccounts, setups: flows.setups, clock });
  const labels = new AccountLabels(connection);
  const tradingAccounts = new TradingAccounts({ wallets, labels, openVenues, venueAccounts });
  return {
    ...{
      wallets,
      tradingAccounts,
      statements: new Statements(connection, wallets, options.cursorSecret),
      addresses,
      venueSecrets,
      seals,
      tradingWallets,
      networks,
      ledger,
      deposits,
      signer,
      agents,
      agentGrants,
      agentEndings,
      verifyUser: options.verifyUser,
      openVenues,
      venues,
      checker,
      relays,
    },
    ...flows,
  };

  function relaying(account: LocalAccount) {
    const sending = { ...shared, account, owner, seals: callSeals(seals) };
    return (network: Network) => {
      const { feePerGasMaxWei, gasLimits } = options.networks[network];
      const chain = new RelayChain(networks[network].node);
      return openRelay({ ...sending, chain, feePerGasMaxWei }, gasLimits, random);
    };
  }
}

/** The parts of the wallet service. */
export type Domain = Awaited<ReturnType<typeof openDomain>>;
