/** The whole service except its port, on a real database and chain, advanced by hand: nothing happens except in rounds. */
import { randomUUID } from 'node:crypto';
import { PlatformError } from '@platform/errors';
import { giveAllTurns } from '@platform/flows/testing';
import { testUser } from '@platform/keys/tokens/testing';
import { type Clock, ManualClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import type { Network } from '@platform/kit/networks';
import { createLogger } from '@platform/observability/logging';
import type { SandboxWorld } from '@platform/sandbox/node';
import { connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import type { WalletVenues } from '@platform/venues/wallet';
import { type Address, erc20Abi, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { tokenRow, usdcOn } from '../chains/token.js';
import { type DomainOptions, openDomain } from '../domain.js';
import { inWallet } from '../ledger/locations.js';
import { walletHandlers } from '../server.js';
import { Keyring } from '../vault/keyring.js';
import { LocalMasterKey } from '../vault/local-master-key.js';
import { patiently, startTestChains } from './anvil.js';
import { TestLogins } from './logins.js';
import { testNetworks } from './networks.js';
import { closeVenues, startTestVenue, testVenues } from './venue.js';
import { testObjects } from './wallets.js';

/** No process calls a stage. */
export const refuse = () => Promise.reject(new PlatformError('insufficient_permissions'));

/** A user's token is the account's id here. */
export const userOf = async (token: string) => testUser(token);

export const RECONCILIATION_MS = 900_000;

/** What the service has for venues. */
export type VenueServices = Parameters<DomainOptions['openVenues']>[0];

/** Changes which venues a service has. */
export type Adapt = (venues: WalletVenues, parts: VenueServices) => WalletVenues;

/** How a stage differs from the service as it is. */
interface StageOptions {
  readonly adapt?: Adapt | undefined;
  readonly world?: SandboxWorld;
  /** `FEATURE_VENUE_EXITS`. */
  readonly venueExits?: boolean;
}

/** Starts everything on its own database, with a manual clock. */
export async function openStage(database: string, adapt?: Adapt, options: Pick<StageOptions, 'venueExits'> = {}) {
  const stage = await openStageOn(database, new ManualClock(Date.now()), { adapt, ...options });
  const { clock, chains } = stage;
  return {
    ...stage,
    /** Advances time, for the chain too. */
    pass: async (durationMs: number) => {
      clock.advance(durationMs);
      for (const { client } of Object.values(chains)) {
        const { timestamp } = await client.getBlock();
        const seconds = BigInt(Math.ceil(clock.nowMs() / 1_000));
        // A chain that mined many blocks is ahead of the clock: no two have the same second.
        await client.setNextBlockTimestamp({ timestamp: seconds > timestamp ? seconds : timestamp + 1n });
        await client.mine({ blocks: 3 });
      }
    },
  };
}

/** Starts everything on its own database, with the caller's clock, and the nodes of a world; absent: as `SANDBOX_WORLD` says. */
export async function openStageOn<StageClock extends Clock>(
  database: string,
  clock: StageClock,
  { adapt = (venues) => venues, world, venueExits = false }: StageOptions = {},
) {
  const logged: string[] = [];
  const logger = createLogger(
    { process: 'wallet', level: 'trace' },
    { write: (line: string) => void logged.push(line) },
  );
  const connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), database);
  await resetDatabase(connection);
  const [chains, venue] = await Promise.all([startTestChains(world), startTestVenue()]);
  const { arbitrum } = chains;
  const relayerKey = generatePrivateKey();
  for (const { client } of Object.values(chains))
    await client.setBalance({ address: privateKeyToAccount(relayerKey).address, value: parseEther('1') });
  const logins = new TestLogins();
  const options = {
    ...{ connection, logins, clock, logger },
    verifyGrant: refuse,
    verifyUser: userOf,
    objects: testObjects(),
    keyring: new Keyring(new LocalMasterKey(new Secret(systemRandom.bytes(32)), systemRandom)),
    codeSecret: new Secret(systemRandom.bytes(32)),
    relayerKey: new Secret(relayerKey),
    networks: testNetworks(chains),
    cursorSecret: new Secret(systemRandom.bytes(32)),
    openVenues: (parts: VenueServices) => adapt(testVenues(venue.apiUrl, { connection, clock })(parts), parts),
    venueExits,
    setupReconciliationMs: RECONCILIATION_MS,
    random: systemRandom,
    owner: 'test',
  };
  const domain = await openDomain(options);
  const { wallets, ledger, networks, relays, setupRunners, withdrawalRunners } = domain;
  if (relays === undefined || setupRunners === undefined || withdrawalRunners === undefined)
    throw new Error('no money can leave a wallet');

  /** Advances all operations of one kind as far as possible now. */
  const relay = () =>
    patiently(async () => {
      for (const { runner } of Object.values(relays)) await giveAllTurns(runner.turns);
    });
  const advance = () =>
    patiently(async () => {
      for (const runner of Object.values(setupRunners)) await giveAllTurns(runner.turns);
      for (const runner of Object.values(withdrawalRunners)) await giveAllTurns(runner.turns);
    });
  const watch = () =>
    patiently(async () => {
      for (const { watcher } of Object.values(networks)) await watcher.advance();
    });
  const finalise = async () => {
    for (const { client } of Object.values(chains)) await client.mine({ blocks: 2 });
  };
  const addressOf = async (accountId: string) => (await wallets.primary(accountId)).address;
  /** Sends USDC to an address and makes it spendable. */
  const pay = async (address: Address, microUsdc: bigint, network: Network = 'arbitrum') => {
    const chain = chains[network];
    // The chain answers before it has mined: in the first block that is mined by hand, the payment would not be final yet.
    await chain.mined(await chain.pay(address, microUsdc));
    await finalise();
    await watch();
  };
  return {
    ...{ domain, options, connection, clock, logged, logins, chains, arbitrum, venue, finalise, addressOf },
    ...{ advance, relay },
    handlers: walletHandlers({ ...domain, withdrawalOtp: true, clock }),
    as: (accountId: string) => ({ caller: testUser(accountId), token: '', requestId: 'r1', isGivenUp: () => false }),
    /** Runs one round of every worker, twice, with final blocks between. */
    round: async () => {
      for (let half = 0; half < 2; half += 1) {
        await advance();
        await relay();
        await finalise();
        await relay();
        await watch();
      }
      await advance();
    },
    /** Sends USDC to an account's wallet and makes it spendable. */
    fund: async (accountId: string, microUsdc: bigint, network: Network = 'arbitrum') =>
      pay(await addressOf(accountId), microUsdc, network),
    pay,
    /** Accepts a withdrawal with its intent alone, as where login wallets are the only destinations; returns its id. */
    withdraw: async (accountId: string, amountMicroUsdc: bigint, destinationWallet = newAddress()) => {
      const assetAddress = tokenRow(usdcOn('arbitrum')).address;
      const route = { source: 'arbitrum', chain: 'arbitrum', assetAddress } as const;
      const intent = { ...route, amountMicroUsdc, destinationWallet };
      const { withdrawal } = await domain.withdrawals.accept({ accountId, key: randomUUID(), intent }, undefined);
      return withdrawal._id;
    },
    /** Returns the balance of an address on the chain. */
    balance: (address: Address, network: Network = 'arbitrum') =>
      chains[network].client.readContract({
        address: tokenRow(usdcOn(network)).address,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [address],
      }),
    /** Returns the ledger's balances of an account's primary wallet. */
    booked: async (accountId: string, network: Network = 'arbitrum') => {
      const location = inWallet((await wallets.primary(accountId))._id, usdcOn(network));
      return { balance: await ledger.balance(location), reserved: await ledger.reserved(location) };
    },
    close: async () => {
      await closeVenues(domain.openVenues);
      await Promise.all([connection, ...Object.values(chains), venue].map((part) => part.close()));
    },
  };
}

/** Returns an address that nobody has used. */
export function newAddress(): Address {
  return privateKeyToAddress(generatePrivateKey());
}

export type Stage = Awaited<ReturnType<typeof openStage>>;
