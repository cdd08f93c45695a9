/** The setting of the venue proxy's tests: the sandbox venue with a funded account, a proxy process, freqtrade bots. */

import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { ManualClock, systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { walletService } from '@platform/protos/wallet';
import { createGrpcClient } from '@platform/rpc/grpc';
import { type RunningHyperliquid, startHyperliquid } from '@platform/venues/hyperliquid/sandbox';
import { openTestVenue, payIn } from '@platform/venues/hyperliquid/sandbox/testing';
import { createFaults } from '@platform/venues/simulation';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { endAgentsIn } from '../platform/venue.js';
import { freeAddress, freePort, Processes } from '../processes/processes.js';
import { SHARED_MASTER_KEY } from '../processes/wallet-keys.js';
import { Bot, BUILDER, CAPITAL_USD } from './bot.js';

/** More than the real venue allows: a bot's whole life is run through in seconds. */
const WEIGHT_PER_MINUTE = 1_000_000;
const AGENT_NAME = 'live-bots';
const ACCOUNT_ID = `acc_${randomBytes(8).toString('hex')}`;

/** The venue, the wallet service with an account that has 1,000 USDC there, and proxies for bots of that account. */
export class ProxiedAccount implements AsyncDisposable {
  readonly #bots: Bot[] = [];
  #venueDirectory = '';
  #objectsDirectory = '';
  readonly botKey = generatePrivateKey();
  /** The faults of the venue, on request. */
  readonly faults = createFaults();
  /** Everything the proxies logged. */
  proxyLog = '';
  /** The managed wallet's address, which is its account at the venue. */
  account = '';
  #venue: RunningHyperliquid | undefined;

  private constructor(
    private readonly processes: Processes,
    private readonly walletAddress: string,
    private readonly venuePort: number,
  ) {}

  /** Starts the wallet service and the venue, where other addresses have 1,000 USDC as well. */
  static open(
    mongodbUri = process.env['TEST_MONGODB_URI'] ?? '',
    others: readonly string[] = [],
  ): Promise<ProxiedAccount> {
    return Processes.make(async (processes) => {
      const account = new ProxiedAccount(processes, await freeAddress(), await freePort());
      await account.#start(mongodbUri, others);
      return account;
    });
  }

  async #start(mongodbUri: string, others: readonly string[]): Promise<void> {
    this.account = await this.#startWallet(mongodbUri);
    const prepared = await openTestVenue(undefined, new ManualClock(Date.now()));
    this.#venueDirectory = prepared.directory;
    for (const address of [this.account, ...others]) payIn(prepared, address, 1_000);
    prepared.journal.close();
    this.#venue = await startHyperliquid({
      host: '127.0.0.1',
      port: this.venuePort,
      seed: 1,
      recordingsDirectory: undefined,
      stateDirectory: prepared.directory,
      weightPerMinute: WEIGHT_PER_MINUTE,
      faults: this.faults,
      clock: systemClock,
      logger: createLogger({ process: 'test', level: 'fatal' }),
    });
  }

  /** The venue's base address. */
  get venueUrl(): string {
    return `http://127.0.0.1:${this.venuePort}`;
  }

  /** The default permissions of the account's bots: one bot that trades ETH. */
  limits(overrides: object = {}): object {
    return {
      deploymentId: 'dep_1',
      bot: privateKeyToAddress(this.botKey),
      coins: ['ETH'],
      capitalMicroUsdc: String(CAPITAL_USD * 1_000_000),
      maximumLeverage: 1,
      ...overrides,
    };
  }

  /** Writes the orders of a proxy, with its own grant, as the runtime service does; or with another one. */
  async assign(file: string, bots: readonly object[], given?: string): Promise<void> {
    const grant = given ?? (await this.#grant(bots.length > 0 ? 'issue_agent' : 'end_agent'));
    await writeFile(`${file}.partial`, JSON.stringify({ grant, bots }));
    await rename(`${file}.partial`, file);
  }

  /** The grant of an assignment: with another one the proxy would get another agent. */
  async grantOf(file: string): Promise<string> {
    return JSON.parse(await readFile(file, 'utf8')).grant;
  }

  #grant(purpose: 'issue_agent' | 'end_agent', agentName = AGENT_NAME): Promise<string> {
    const deployment = { deploymentId: 'dep_1', accountId: ACCOUNT_ID, venue: 'hyperliquid' };
    return this.processes.tokens.grant({
      id: `agr_${randomBytes(8).toString('hex')}`,
      purpose,
      agentName,
      ...deployment,
    });
  }

  /** Starts a proxy process and returns its address. */
  async startProxy(): Promise<string> {
    return (await this.startProxyOf([this.limits()])).url;
  }

  /** Starts a proxy process for some bots, with more of an environment; returns its address, its orders and the process. */
  async startProxyOf(
    bots: readonly object[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<{ url: string; assignmentFile: string; child: ChildProcess }> {
    const assignmentFile = join(this.#venueDirectory, `assignment-${randomBytes(4).toString('hex')}.json`);
    await this.assign(assignmentFile, bots);
    const child = this.processes.run(
      'venue-proxy',
      {
        HTTP_LISTEN: '127.0.0.1:0',
        LOG_LEVEL: 'info',
        VENUE: 'hyperliquid',
        HYPERLIQUID_API_URL: this.venueUrl,
        HYPERLIQUID_WEIGHT_PER_MINUTE: String(WEIGHT_PER_MINUTE),
        HYPERLIQUID_BUILDER_ADDRESS: BUILDER.address,
        HYPERLIQUID_WS_URL: `ws://127.0.0.1:${this.venuePort}/ws`,
        WALLET_GRPC_ADDRESS: this.walletAddress,
        ACCOUNT_ID,
        AGENT_NAME,
        ASSIGNMENT_FILE: assignmentFile,
        JOURNAL_FILE: `${assignmentFile}.journal`,
        ...environment,
      },
      'pipe',
    );
    const { stdout } = child;
    if (stdout === null) throw new Error('the proxy says nothing');
    for await (const line of createInterface({ input: stdout })) {
      this.proxyLog += `${line}\n`;
      const { url } = JSON.parse(line) as { url?: string };
      if (url === undefined) continue;
      stdout.on('data', (chunk: Buffer) => (this.proxyLog += chunk));
      stdout.resume();
      return { url, assignmentFile, child };
    }
    throw new Error(`the proxy did not start: ${this.proxyLog}`);
  }

  /** The wallet service over chains that are down: issuing agents needs none. Returns the address of the account's wallet. */
  async #startWallet(mongodbUri: string): Promise<string> {
    this.#objectsDirectory = await mkdtemp(join(tmpdir(), 'wallet-objects-'));
    const nowhere = 'http://127.0.0.1:1';
    this.processes.run('wallet', {
      GRPC_LISTEN: this.walletAddress,
      SUBGRAPH_LISTEN: '127.0.0.1:0',
      MONGODB_URI: mongodbUri,
      CURSOR_SECRET: randomBytes(32).toString('base64'),
      WALLET_MASTER_KEY: SHARED_MASTER_KEY,
      WALLET_CODE_SECRET: randomBytes(32).toString('base64'),
      OBJECT_STORE_URL: pathToFileURL(this.#objectsDirectory).href,
      IDENTITY_GRPC_ADDRESS: '127.0.0.1:1',
      ARBITRUM_RPC_URL: nowhere,
      POLYGON_RPC_URL: nowhere,
      HYPERLIQUID_API_URL: this.venueUrl,
      HYPERLIQUID_BUILDER_ADDRESS: BUILDER.address,
      POLYMARKET_CLOB_URL: nowhere,
      POLYMARKET_BRIDGE_URL: nowhere,
      POLYMARKET_RELAYER_URL: nowhere,
      LIGHTER_API_URL: nowhere,
      LOG_LEVEL: 'fatal',
    });
    const caller = { kind: 'workload', workload: 'execution', accountId: ACCOUNT_ID, cause: 'a test' } as const;
    const token = await this.processes.tokens.mint(caller, 'wallet');
    const client = createGrpcClient(walletService.definition, this.walletAddress);
    const resolve = () =>
      client.resolveTradingWallet({ accountId: ACCOUNT_ID, venue: 'hyperliquid' }, { token, requestId: 'r1' });
    // The venue, which does not run yet, has the last word on whether it may trade.
    const { address } = await this.processes.until('the wallet service makes the wallet', resolve, () => true);
    client.close();
    return address.toLowerCase();
  }

  /** Starts a bot with the throw-away key, which `stop` or the end of the account's processes stops. */
  startBot(proxyUrl: string, file: string, strategy: string): Promise<Bot> {
    const { account, botKey, venueUrl } = this;
    return Bot.start({ proxyUrl, venueUrl, account, botKey, file, strategy }, this.#bots);
  }

  /** Reads from the venue itself, about the account. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail where it is not there.
  async read(type: string, extra: object = {}): Promise<any> {
    const response = await fetch(`${this.venueUrl}/info`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type, user: this.account, ...extra }),
    });
    return response.json();
  }

  /** Has the venue end the account's agents, as it does of its own accord. */
  endAgents(): void {
    endAgentsIn(this.#venueDirectory, this.account);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#bots.map((bot) => bot.stop()));
    await this.processes[Symbol.asyncDispose]();
    await this.#venue?.close();
    for (const directory of [this.#venueDirectory, this.#objectsDirectory])
      if (directory !== '') await rm(directory, { recursive: true });
  }
}
