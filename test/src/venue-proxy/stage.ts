/** What the tests of the venue proxy play on: the sandbox venue with a funded account, a proxy process, freqtrade bots. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { type BundleName, bundleOf } from '@platform/bundler';
import { ManualClock, systemClock } from '@platform/clock';
import { createGrpcClient } from '@platform/grpc';
import { createLogger } from '@platform/logging';
import { walletService } from '@platform/protos/wallet';
import { createFaults } from '@platform/sandbox/faults';
import { type RunningHyperliquid, startHyperliquid } from '@platform/sandbox/hyperliquid';
import { openTestVenue, payIn } from '@platform/sandbox/hyperliquid/testing';
import { createTestTokens, type TestTokens } from '@platform/tokens/testing';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';

import { freePort } from '../verticals/processes.js';
import { Bot, BUILDER, CAPITAL_USD, stopProcess } from './bot.js';

/** More than the real venue allows: a bot's whole life is run through in seconds. */
const WEIGHT_PER_MINUTE = 1_000_000;
const ACCOUNT_ID = `acc_${randomBytes(8).toString('hex')}`;
const START_MS_MAX = 20_000;
const POLL_INTERVAL_MS = 200;

/** The venue, the wallet service with an account that has 1,000 USDC there, and proxies for bots of that account. */
export class Stage implements AsyncDisposable {
  readonly #started: ChildProcess[] = [];
  readonly #bots: Bot[] = [];
  #venueDirectory = '';
  readonly botKey = generatePrivateKey();
  /** What the venue does wrong, on request. */
  readonly faults = createFaults();
  /** Everything the proxies logged. */
  proxyLog = '';
  /** The managed wallet's address, which is its account at the venue. */
  account = '';
  #venue: RunningHyperliquid | undefined;

  private constructor(
    private readonly tokens: TestTokens,
    private readonly walletPort: number,
    private readonly venuePort: number,
  ) {}

  /** Starts the wallet service and the venue. */
  static async open(): Promise<Stage> {
    const stage = new Stage(await createTestTokens(systemClock), await freePort(), await freePort());
    await stage.#start().catch(async (error: unknown) => {
      await stage[Symbol.asyncDispose]();
      throw error;
    });
    return stage;
  }

  async #start(): Promise<void> {
    this.account = await this.#startWallet();
    const prepared = await openTestVenue(undefined, new ManualClock(Date.now()));
    this.#venueDirectory = prepared.directory;
    payIn(prepared, this.account, 1_000);
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

  /** Starts a proxy process and gives its address. */
  async startProxy(): Promise<string> {
    const child = this.#run('venue-proxy', {
      HTTP_LISTEN: '127.0.0.1:0',
      HYPERLIQUID_API_URL: this.venueUrl,
      HYPERLIQUID_WEIGHT_PER_MINUTE: String(WEIGHT_PER_MINUTE),
      HYPERLIQUID_WS_URL: `ws://127.0.0.1:${this.venuePort}/ws`,
      WALLET_GRPC_ADDRESS: `127.0.0.1:${this.walletPort}`,
      WORKLOAD_KEY_FILE: this.tokens.keyFile('venue-proxy'),
      ACCOUNT_ID: ACCOUNT_ID,
      AGENT_NAME: 'bot-1',
      BOT_MANDATE: JSON.stringify({
        bot: privateKeyToAddress(this.botKey),
        coins: ['ETH'],
        capitalMicroUsdc: String(CAPITAL_USD * 1_000_000),
        maximumLeverage: 1,
        builder: BUILDER,
      }),
    });
    for await (const line of createInterface({ input: child.stdout })) {
      this.proxyLog += `${line}\n`;
      const { url } = JSON.parse(line) as { url?: string };
      if (url === undefined) continue;
      child.stdout.on('data', (chunk: Buffer) => (this.proxyLog += chunk));
      child.stdout.resume();
      return url;
    }
    throw new Error(`the proxy did not start: ${this.proxyLog}`);
  }

  /** The wallet service over chains that are down: issuing agents needs none. Gives the address of the account's wallet. */
  async #startWallet(): Promise<string> {
    const nowhere = 'http://127.0.0.1:1';
    this.#run('wallet', {
      GRPC_LISTEN: `127.0.0.1:${this.walletPort}`,
      SUBGRAPH_LISTEN: '127.0.0.1:0',
      MONGODB_URI: process.env['TEST_MONGODB_URI'] ?? '',
      TRUSTED_KEYS_FILE: this.tokens.trustedKeysFile,
      WORKLOAD_KEY_FILE: this.tokens.keyFile('wallet'),
      CURSOR_SECRET: randomBytes(32).toString('base64'),
      WALLET_MASTER_KEY: randomBytes(32).toString('base64'),
      IDENTITY_GRPC_ADDRESS: '127.0.0.1:1',
      ARBITRUM_RPC_URL: nowhere,
      POLYGON_RPC_URL: nowhere,
      HYPERLIQUID_API_URL: this.venueUrl,
      HYPERLIQUID_BUILDER_ADDRESS: BUILDER.address,
      LOG_LEVEL: 'fatal',
    }).stdout.resume();
    const caller = { kind: 'workload', workload: 'venue-proxy', accountId: ACCOUNT_ID, cause: 'a test' } as const;
    const token = await this.tokens.mint(caller, 'wallet');
    const client = createGrpcClient(walletService.definition, `127.0.0.1:${this.walletPort}`);
    const giveUpAtMs = performance.now() + START_MS_MAX;
    for (;;) {
      try {
        // The first agent makes the wallet; nobody uses it.
        const request = { accountId: ACCOUNT_ID, venue: 'hyperliquid', agentName: 'first' };
        const { address } = await client.issueAgent(request, { token, requestId: 'r1' });
        client.close();
        return address.toLowerCase();
      } catch (error) {
        if (performance.now() > giveUpAtMs) throw error;
        await wait(POLL_INTERVAL_MS);
      }
    }
  }

  #run(name: BundleName, environment: Readonly<Record<string, string>>) {
    const env = { PATH: process.env['PATH'], ...environment };
    const child = spawn(process.execPath, [bundleOf(name)], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    this.#started.push(child);
    return child;
  }

  /** Starts a bot with the throw-away key, which `stop` or the stage's end stops. */
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

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#bots.map((bot) => bot.stop()));
    await Promise.all(this.#started.map(stopProcess));
    await this.#venue?.close();
    await this.tokens.remove();
    if (this.#venueDirectory !== '') await rm(this.#venueDirectory, { recursive: true });
  }
}
