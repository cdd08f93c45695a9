/** The wallet service over gRPC, on real parts, with a record of its logs and every key that it creates. */

import type { AgentGrant, Caller } from '@platform/keys/tokens';
import { createTestTokens } from '@platform/keys/tokens/testing';
import { ManualClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import type { Network } from '@platform/kit/networks';
import { createLogger } from '@platform/observability/logging';
import { type WalletServiceDefinition, walletService } from '@platform/protos/wallet';
import { createGrpcClient, type GrpcClient, startGrpcServer } from '@platform/rpc/grpc';
import { type Connection, connectMongo, storeUnavailableAs } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { type Address, parseEther, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { type Domain, openDomain } from '../domain.js';
import { walletAccess, walletHandlers } from '../server.js';
import { Keyring } from '../vault/keyring.js';
import { LocalMasterKey } from '../vault/local-master-key.js';
import { startTestChains, type TestChain } from './anvil.js';
import { TestLogins } from './logins.js';
import { testNetworks } from './networks.js';
import { RecordingRandom, spellings } from './recording-random.js';
import { closeVenues, startTestVenue, type TestVenue, testVenues } from './venue.js';
import { testObjects } from './wallets.js';

/** A running service with its surroundings. */
export interface TestServer {
  readonly client: GrpcClient<WalletServiceDefinition>;
  readonly domain: Domain;
  readonly connection: Connection;
  readonly clock: ManualClock;
  readonly chains: Readonly<Record<Network, TestChain>>;
  readonly venue: TestVenue;
  readonly logged: readonly string[];
  /** Returns the metadata of a caller's call. */
  as(caller: Caller): Promise<{ token: string; requestId: string }>;
  /** Returns a user's token, as sent to the execution service. */
  userToken(user: Caller): Promise<string>;
  /** Returns a grant of the runtime service. */
  grant(grant: AgentGrant): Promise<string>;
  /** The address that pays for gas, with ample funds at the start. */
  readonly relayer: Address;
  /** Returns every spelling of every key so far: the master key, the relayer's, and all that were created. */
  keySpellings(): string[];
  close(): Promise<void>;
}

/** Starts the service on an empty database. */
export async function startTestServer(database: string): Promise<TestServer> {
  const clock = new ManualClock(1_700_000_000_000);
  const random = new RecordingRandom();
  const masterBytes = systemRandom.bytes(32);
  const relayerBytes = systemRandom.bytes(32);
  const logged: string[] = [];
  const logger = createLogger(
    { process: 'wallet', level: 'trace' },
    { write: (line: string) => void logged.push(line) },
  );
  const tokens = await createTestTokens(clock);
  const connection = await connectMongo(new Secret(process.env['TEST_MONGODB_URI'] ?? ''), database);
  await resetDatabase(connection);
  const chains = await startTestChains();
  const { address: relayer } = privateKeyToAccount(toHex(relayerBytes));
  for (const { client } of Object.values(chains)) await client.setBalance({ address: relayer, value: parseEther('1') });
  const venue = await startTestVenue();
  const domain = await openDomain({
    connection,
    objects: testObjects(),
    keyring: new Keyring(new LocalMasterKey(new Secret(Buffer.from(masterBytes)), random)),
    codeSecret: new Secret(systemRandom.bytes(32)),
    relayerKey: new Secret(toHex(relayerBytes)),
    networks: testNetworks(chains),
    cursorSecret: new Secret(systemRandom.bytes(32)),
    openVenues: testVenues(venue.apiUrl, { connection, clock }),
    logins: new TestLogins(),
    verifyGrant: (token) => tokens.verifier('wallet').verifyGrant(token),
    verifyUser: (token) => tokens.verifier('execution').verify(token),
    venueExits: false,
    setupReconciliationMs: 60_000,
    ...{ clock, random, logger },
    owner: 'test',
  });
  const handlers = walletHandlers({ ...domain, withdrawalOtp: true, clock });
  const server = await startGrpcServer({
    listen: '127.0.0.1:0',
    service: { ...walletService, access: walletAccess, handlers },
    verifier: tokens.verifier('wallet'),
    translateError: storeUnavailableAs('wallet_repository_unavailable'),
    logger,
  });
  const client = createGrpcClient(walletService.definition, `127.0.0.1:${server.port}`);
  return {
    ...{ client, domain, connection, clock, chains, venue, relayer, logged },
    as: async (caller) => ({ token: await tokens.mint(caller, 'wallet'), requestId: 'r1' }),
    userToken: (user) => tokens.mint(user, 'execution'),
    grant: (grant) => tokens.grant(grant),
    keySpellings: () => [...random.keySpellings(), ...spellings(masterBytes), ...spellings(relayerBytes)],
    close: async () => {
      client.close();
      await server.close();
      await closeVenues(domain.openVenues);
      await Promise.all([
        ...[connection, ...Object.values(chains), venue].map((part) => part.close()),
        tokens.remove(),
      ]);
    },
  };
}
