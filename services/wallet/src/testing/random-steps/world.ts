/** A wallet service on a harsh chain. A test advances it by hand, kills it and restarts it with other keys. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { testUser } from '@platform/keys/tokens/testing';
import { ManualClock, systemRandom } from '@platform/kit/clock';
import { Secret } from '@platform/kit/config';
import { createLogger } from '@platform/observability/logging';
import { type Connection, connectMongo } from '@platform/store/mongo';
import { resetDatabase } from '@platform/store/mongo/testing';
import { BRIDGE_ADDRESS } from '@platform/venues/hyperliquid/codec';
import { type Address, erc20Abi, formatUnits, parseAbiItem, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { tokenRow, usdcOn } from '../../chains/token.js';
import { type Domain, openDomain } from '../../domain.js';
import { walletHandlers } from '../../server.js';
import { Keyring } from '../../vault/keyring.js';
import { LocalMasterKey } from '../../vault/local-master-key.js';
import type { MasterKey } from '../../vault/master-key.js';
import { rewrapAll } from '../../wallets/rewrap.js';
import { behaviourOf, startTestChain, type TestChain } from '../anvil.js';
import { TestLogins } from '../logins.js';
import { testNetworks } from '../networks.js';
import { refuse, userOf } from '../stage.js';
import { openTestVenues, startTestVenue, type TestVenue } from '../venue.js';
import { testObjects } from '../wallets.js';

const RECONCILIATION_MS = 24 * 3_600_000;
const SECOND_MS = 1_000;
/** Fewer than in the harsh world, where a day of steps would be a year of blocks; the lag of finality has its own tests. */
const BLOCKS_SHOWN = 4n;
/** The chain's own finality lag, in blocks. */
const BLOCKS_UNTIL_FINAL = 2n;
const MINING_LOOKS = 20;
const MINING_LOOK_MS = 10;
const transferEvent = parseAbiItem('event Transfer(address indexed from, address indexed to, uint256 value)');

/** A USDC transfer on the chain, read past all nodes. */
export interface ChainTransfer {
  readonly from: Address;
  readonly to: Address;
  readonly microUsdc: bigint;
}

/** A running wallet service. */
interface Running {
  readonly connection: Connection;
  readonly domain: Domain;
}

/** The service, the chain, the venue and their users. */
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
  #running: Running | undefined;

  private constructor(
    private readonly database: string,
    readonly clock: ManualClock,
    readonly arbitrum: TestChain,
    private readonly polygon: TestChain,
    readonly venue: TestVenue,
  ) {}

  /** Starts everything on an empty database. */
  static async open(database: string): Promise<World> {
    const behaviour = { ...behaviourOf('harsh', 'arbitrum'), blocksShown: BLOCKS_SHOWN };
    const [arbitrum, polygon, venue] = await Promise.all([
      startTestChain('arbitrum', { behaviour }),
      startTestChain('polygon'),
      startTestVenue(),
    ]);
    const world = new World(database, new ManualClock(Date.now()), arbitrum, polygon, venue);
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

  /** The handlers of callers' requests, with withdrawals to login wallets. */
  get handlers() {
    return walletHandlers({ ...this.domain, withdrawalOtp: false, clock: this.clock });
  }

  /** Returns the context of a user's call. */
  as(accountId: string) {
    return { caller: testUser(accountId), token: '', requestId: randomUUID(), isGivenUp: () => false };
  }

  /**
   * Starts some work and ends the service in the middle of it, like a power cut: from that moment on none of its writes reach the database.
   * The exact point in the work depends on the machine.
   */
  async kill(work: () => Promise<unknown>, afterMs: number): Promise<void> {
    const { connection } = this.#live;
    // The rest of its work fails unnoticed.
    void work().catch(() => undefined);
    await sleep(afterMs);
    this.#running = undefined;
    void connection.close(true);
    await this.#start();
    await this.#endTransactions(this.connection);
  }

  /** Restarts the service with a new relayer key. */
  async rotateRelayer(): Promise<void> {
    await this.#stop();
    this.#relayerKey = generatePrivateKey();
    const { address } = privateKeyToAccount(this.#relayerKey);
    await this.arbitrum.client.setBalance({ address, value: parseEther('100') });
    await this.arbitrum.client.mine({ blocks: 3 });
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

  /** Advances time, for the chain too. */
  async pass(durationMs: number): Promise<void> {
    this.clock.advance(durationMs);
    const { timestamp } = await this.arbitrum.client.getBlock();
    const seconds = BigInt(Math.ceil(this.clock.nowMs() / SECOND_MS));
    await this.arbitrum.client.setNextBlockTimestamp({ timestamp: seconds > timestamp ? seconds : timestamp + 1n });
    await this.arbitrum.client.mine({ blocks: 1 });
  }

  /** Reverts the newest non-final blocks with their transactions. */
  async reorganise(): Promise<void> {
    await this.#minePending();
    await this.arbitrum.client.request<{ Method: 'anvil_reorg'; Parameters: unknown[]; ReturnType: unknown }>({
      method: 'anvil_reorg',
      params: [1, []],
    });
  }

  /** Makes the venue credit deposits that are final at its bridge since its last look; credits of one look share time and hash. */
  async credit(): Promise<void> {
    const final = (await this.arbitrum.client.getBlockNumber()) - BLOCKS_UNTIL_FINAL;
    if (final <= this.#creditedTo) return;
    const arrived = await this.transfers({ fromBlock: this.#creditedTo + 1n, toBlock: final, to: BRIDGE_ADDRESS });
    const [time, hash] = [this.clock.nowMs(), randomUUID()];
    for (const { from, microUsdc } of arrived) {
      const user = from.toLowerCase();
      const usdc = formatUnits(microUsdc, 6);
      this.venue.ledger.set(user, [
        ...(this.venue.ledger.get(user) ?? []),
        { time, hash, delta: { type: 'deposit', usdc } },
      ]);
      this.venue.equity.set(user, String(Number(this.venue.equity.get(user) ?? '0') + Number(usdc)));
    }
    this.#creditedTo = final;
  }

  /** Returns the transfers on the chain itself, in its order. */
  async transfers(wanted: { fromBlock: bigint; toBlock?: bigint; to?: Address }): Promise<ChainTransfer[]> {
    const { fromBlock, toBlock, to } = wanted;
    const logs = await this.arbitrum.client.getLogs({
      ...{ address: tokenRow(usdcOn('arbitrum')).address, event: transferEvent, strict: true, fromBlock },
      ...(toBlock !== undefined && { toBlock }),
      ...(to !== undefined && { args: { to } }),
    });
    return logs.map(({ args }) => ({ from: args.from, to: args.to, microUsdc: args.value }));
  }

  /** Returns the balance of an address on the chain. */
  balance(address: Address): Promise<bigint> {
    const { address: usdcAddress } = tokenRow(usdcOn('arbitrum'));
    const call = { abi: erc20Abi, functionName: 'balanceOf', args: [address] } as const;
    return this.arbitrum.client.readContract({ address: usdcAddress, ...call });
  }

  async close(): Promise<void> {
    await this.#stop();
    await Promise.all([this.arbitrum.close(), this.polygon.close(), this.venue.close()]);
  }

  get #live(): Running {
    if (this.#running === undefined) throw new Error('the service is not running');
    return this.#running;
  }

  get #mongodbUri(): Secret {
    return new Secret(`${process.env['TEST_MONGODB_URI']}&appName=${this.database}`);
  }

  /**
   * Waits until the chain has mined the pending transactions. The chain answers a send before it mines, and a reorganisation in between
   * leaves logs of transfers that its balances don't include. A transaction that pays too little stays pending.
   */
  async #minePending(): Promise<void> {
    for (let look = 0; look < MINING_LOOKS && (await this.arbitrum.client.getTxpoolStatus()).pending > 0; look += 1)
      await sleep(MINING_LOOK_MS);
  }

  async #start(former: readonly MasterKey[] = []): Promise<void> {
    const { clock, logins, arbitrum, polygon } = this;
    const connection = await connectMongo(this.#mongodbUri, this.database);
    const sink = { write: (line: string) => void this.logged.push(line) };
    const domain = await openDomain({
      ...{ connection, logins, clock, logger: createLogger({ process: 'wallet', level: 'info' }, sink) },
      verifyGrant: refuse,
      verifyUser: userOf,
      objects: this.#objects,
      networks: testNetworks({ arbitrum, polygon }),
      keyring: new Keyring(this.#masterKey, former),
      codeSecret: this.#codeSecret,
      relayerKey: new Secret(this.#relayerKey),
      cursorSecret: this.#cursorSecret,
      openVenues: openTestVenues(this.venue.apiUrl, { connection, clock }),
      setupReconciliationMs: RECONCILIATION_MS,
      random: systemRandom,
      owner: 'test',
    });
    this.#running = { connection, domain };
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
    await running.domain.openVenues.hyperliquid.close();
    await running.connection.close();
  }
}

function newMasterKey(): MasterKey {
  return new LocalMasterKey(new Secret(systemRandom.bytes(32)), systemRandom);
}
