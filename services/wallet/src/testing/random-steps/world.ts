/** A wallet service on two chains. A test advances it by hand, kills it and restarts it with other keys. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { testUser } from '@platform/keys/tokens/testing';
import { ManualClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { byNetwork, type Network } from '@platform/kit/networks';
import { createLogger } from '@platform/observability/logging';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { BRIDGE_ADDRESS } from '@platform/venues/hyperliquid/codec';
import { formatUnits, type Hash, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { LedgerChecker } from '../../checker/checker.js';
import { type Domain, openDomain } from '../../domain.js';
import { walletHandlers } from '../../server.js';
import { Keyring } from '../../vault/keyring.js';
import { LocalMasterKey } from '../../vault/local-master-key.js';
import type { MasterKey } from '../../vault/master-key.js';
import { rewrapAll } from '../../wallets/rewrap.js';
import { TestLogins } from '../logins.js';
import { testNetworks } from '../networks.js';
import { type Adapt, refuse, userOf } from '../stage.js';
import { closeVenues, startTestVenue, type TestVenue, testVenues } from '../venue.js';
import type { OwedPayout } from '../venue-money.js';
import { testObjects } from '../wallets.js';
import { type Nodes, WorldChain } from './chain.js';
import { LegsOperations } from './legs/operations.js';

const RECONCILIATION_MS = 24 * 3_600_000;
/** The chain's own finality lag, in blocks. */
const BLOCKS_UNTIL_FINAL = 2n;

/** What the bridge has paid, in a block that may still be taken back. */
type PaidPayout = OwedPayout & { readonly hash: Hash };

/** A running wallet service, with operations of legs beside its own. */
interface Running {
  readonly connection: Connection;
  readonly domain: Domain;
  readonly legs: LegsOperations;
  readonly checker: LedgerChecker;
}

/** The service, the chains, the venue and their users. */
export class World {
  readonly logins = new TestLogins();
  /** The service's log. */
  readonly logged: string[] = [];
  readonly #objects = testObjects();
  readonly #codeSecret = new Secret(systemRandom.bytes(32));
  readonly #cursorSecret = new Secret(systemRandom.bytes(32));
  #masterKey = newMasterKey();
  #relayerKey = generatePrivateKey();
  #creditedTo = 0n;
  /** Paid and not final yet. */
  #paid: PaidPayout[] = [];
  #running: Running | undefined;

  private constructor(
    private readonly database: string,
    readonly clock: ManualClock,
    readonly chains: Readonly<Record<Network, WorldChain>>,
    readonly venue: TestVenue,
    private readonly adapt: Adapt | undefined,
  ) {}

  /** Starts everything on an empty database; with `adapt`, which changes the venues, money leaves all of them. */
  static async open(database: string, nodes: Nodes, adapt?: Adapt): Promise<World> {
    const [arbitrum, polygon, venue] = await Promise.all([
      WorldChain.start('arbitrum', nodes),
      WorldChain.start('polygon', nodes),
      startTestVenue(),
    ]);
    const world = new World(database, new ManualClock(Date.now()), { arbitrum, polygon }, venue, adapt);
    const connection = await connectMongo(world.#mongodbUri, database);
    await resetDatabase(connection);
    await connection.close();
    await world.rotateRelayer();
    return world;
  }

  get domain(): Domain {
    return this.#live.domain;
  }

  get connection(): Connection {
    return this.#live.connection;
  }

  /** Operations of several legs. */
  get legs(): LegsOperations {
    return this.#live.legs;
  }

  /** Compares the ledger with itself, and with operations of legs too. */
  get checker(): LedgerChecker {
    return this.#live.checker;
  }

  /** The handlers of callers' requests, with withdrawals to login wallets. */
  get handlers() {
    return walletHandlers({ ...this.domain, withdrawalOtp: false, clock: this.clock });
  }

  /** Returns the context of a user's call. */
  as(accountId: string) {
    return { caller: testUser(accountId), token: '', requestId: randomUUID(), isGivenUp: () => false };
  }

  /** Starts some work and ends the service in the middle of it. The exact point in the work depends on the machine. */
  async kill(work: () => Promise<unknown>, afterMs: number): Promise<void> {
    // The rest of its work fails unnoticed.
    void work().catch(() => undefined);
    await sleep(afterMs);
    this.cut();
    await this.revive();
  }

  /** Ends the service like a power cut: from this moment on none of its writes reach the database. */
  cut(): void {
    const { connection } = this.#live;
    this.#running = undefined;
    void connection.close(true);
  }

  /** Starts the service again after `cut`. */
  async revive(): Promise<void> {
    await this.#start();
    await this.#endTransactions(this.connection);
  }

  /** Restarts the service with a new relayer key, which has coins on every network. */
  async rotateRelayer(): Promise<void> {
    await this.#stop();
    this.#relayerKey = generatePrivateKey();
    await this.onChains((chain) => chain.fuel(privateKeyToAddress(this.#relayerKey)));
    await this.#start();
  }

  /** Restarts the service under another master key, and rewraps what the former one wrapped. */
  async rotateMasterKey(): Promise<void> {
    await this.#stop();
    const former = this.#masterKey;
    this.#masterKey = newMasterKey();
    await this.#start([former]);
    await rewrapAll(this.connection, this.#objects, new Keyring(this.#masterKey, [former]));
    await this.#stop();
    await this.#start();
  }

  /** Advances time, for the chains too. */
  async pass(durationMs: number): Promise<void> {
    this.clock.advance(durationMs);
    await this.onChains((chain) => chain.pass(this.clock.nowMs()));
  }

  /** Does the same on every chain at once. */
  async onChains<Result>(act: (chain: WorldChain) => Promise<Result>): Promise<Result[]> {
    return Promise.all(Object.values(this.chains).map(act));
  }

  /** Makes the venue credit deposits that are final at its bridge since its last look; credits of one look share time and hash. */
  async credit(): Promise<void> {
    const { arbitrum } = this.chains;
    const final = (await arbitrum.test.client.getBlockNumber()) - BLOCKS_UNTIL_FINAL;
    if (final <= this.#creditedTo) return;
    const arrived = await arbitrum.transfers({ fromBlock: this.#creditedTo + 1n, toBlock: final, to: BRIDGE_ADDRESS });
    const [time, hash] = [this.clock.nowMs(), randomUUID()];
    for (const { from, microUsdc } of arrived) {
      const user = from.toLowerCase();
      const usdc = formatUnits(microUsdc, 6);
      this.venue.ledger.set(user, [
        ...(this.venue.ledger.get(user) ?? []),
        { time, hash, delta: { type: 'deposit', usdc } },
      ]);
      this.venue.equity.set(user, formatUnits(parseUnits(this.venue.equity.get(user) ?? '0', 6) + microUsdc, 6));
    }
    this.#creditedTo = final;
  }

  /** Makes the venue's bridge pay what it owes; a payment that the chain took back is made again. */
  async payOut(): Promise<void> {
    const { test } = this.chains.arbitrum;
    const owed: OwedPayout[] = this.venue.money.owed.splice(0);
    const final = (await test.client.getBlockNumber()) - BLOCKS_UNTIL_FINAL;
    const open: PaidPayout[] = [];
    for (const payout of this.#paid) {
      const receipt = await test.client.getTransactionReceipt({ hash: payout.hash }).catch(() => undefined);
      if (receipt === undefined) owed.push(payout);
      else if (receipt.blockNumber > final) open.push(payout);
    }
    for (const { to, microUsdc } of owed) {
      const hash = await test.payFrom(BRIDGE_ADDRESS, to, microUsdc);
      await test.mined(hash);
      open.push({ to, microUsdc, hash });
    }
    this.#paid = open;
  }

  async close(): Promise<void> {
    await this.#stop();
    await Promise.all([this.onChains(({ test }) => test.close()), this.venue.close()]);
  }

  get #live(): Running {
    if (this.#running === undefined) throw new Error('the service is not running');
    return this.#running;
  }

  get #mongodbUri(): Secret {
    return new Secret(`${process.env['TEST_MONGODB_URI']}&appName=${this.database}`);
  }

  async #start(former: readonly MasterKey[] = []): Promise<void> {
    const { clock, logins, chains } = this;
    const connection = await connectMongo(this.#mongodbUri, this.database);
    const sink = { write: (line: string) => void this.logged.push(line) };
    const logger = createLogger({ process: 'wallet', level: 'info' }, sink);
    const open = testVenues(this.venue.apiUrl, { connection, clock });
    const domain = await openDomain({
      ...{ connection, logins, clock, logger },
      verifyGrant: refuse,
      verifyUser: userOf,
      objects: this.#objects,
      networks: testNetworks(byNetwork((network) => chains[network].test)),
      keyring: new Keyring(this.#masterKey, former),
      codeSecret: this.#codeSecret,
      relayerKey: new Secret(this.#relayerKey),
      cursorSecret: this.#cursorSecret,
      openVenues: (parts) => this.adapt?.(open(parts), parts) ?? open(parts),
      venueExits: this.adapt !== undefined,
      setupReconciliationMs: RECONCILIATION_MS,
      random: systemRandom,
      owner: 'test',
    });
    const { wallets, ledger, transfers } = domain;
    if (transfers === undefined) throw new Error('no money can leave a wallet');
    const legs = new LegsOperations({ connection, wallets, transfers, clock, logger });
    const checker = new LedgerChecker(connection, ledger, logger, { legs: legs.holding });
    this.#running = { connection, domain, legs, checker };
  }

  /** Ends open transactions, as the server does by itself some seconds after a process was killed. */
  async #endTransactions(connection: Connection): Promise<void> {
    const admin = connection.getClient().db('admin');
    const open = { type: 'idleSession', appName: this.database, transaction: { $exists: true } };
    const stages = [{ $currentOp: { idleSessions: true } }, { $match: open }, { $project: { id: '$lsid.id' } }];
    const sessions = await admin.aggregate(stages, { readConcern: { level: 'local' } }).toArray();
    if (sessions.length > 0) await admin.command({ killSessions: sessions.map(({ id }) => ({ id })) });
  }

  async #stop(): Promise<void> {
    const running = this.#running;
    if (running === undefined) return;
    this.#running = undefined;
    await closeVenues(running.domain.openVenues);
    await running.connection.close();
  }
}

function newMasterKey(): MasterKey {
  return new LocalMasterKey(new Secret(systemRandom.bytes(32)), systemRandom);
}
