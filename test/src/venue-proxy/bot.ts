import { type ChildProcess, spawn } from 'node:child_process';
import { access, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { provisionFreqtrade } from '@platform/runtime-service/freqtrade-environment';
import { stopProcess } from '../processes/processes.js';

const BOT_MS_MAX = 120_000;
const POLL_INTERVAL_MS = 200;

/** The bot's capital. */
export const CAPITAL_USD = 100;
/** The platform's builder, to which each order of the bot pays its fee. */
export const BUILDER = { address: '0xb1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1b1', feeTenthsOfBasisPoint: 10 };

/** Which bot to start. */
export interface BotOrder {
  readonly proxyUrl: string;
  /** The strategy knows it too, and must not gain anything from it. */
  readonly venueUrl: string;
  readonly account: string;
  readonly botKey: string;
  /** Under `strategies`, and the class in it. */
  readonly file: string;
  readonly strategy: string;
}

/** A running `freqtrade trade`. */
export class Bot {
  #output = '';

  private constructor(
    private readonly process: ChildProcess,
    private readonly home: string,
  ) {
    for (const stream of [process.stdout, process.stderr])
      stream?.on('data', (chunk: Buffer) => (this.#output += chunk));
  }

  /** Starts it, bare and live, in its own folder; adds it to those that the caller stops. */
  static async start(order: BotOrder, started: Bot[]): Promise<Bot> {
    const { python, harness } = await provisionFreqtrade({
      cacheDirectory: defaultCacheDirectory(process.env),
      environment: process.env,
      report: () => {},
    });
    const home = await mkdtemp(join(tmpdir(), 'live-bot-'));
    await mkdir(join(home, 'strategies'));
    await copyFile(new URL(`strategies/${order.file}.py`, import.meta.url), join(home, 'strategies', 'strategy.py'));
    await writeFile(join(home, 'config.json'), JSON.stringify(botConfig(order)));
    const paths = ['--config', join(home, 'config.json'), '--userdir', home];
    const options = ['--strategy', order.strategy, '--db-url', 'sqlite://'];
    const child = spawn(python, ['-P', '-s', '-m', 'freqtrade', 'trade', ...paths, ...options], {
      env: { PATH: process.env['PATH'], HOME: home, PYTHONPATH: harness, PYTHONDONTWRITEBYTECODE: '1' },
      cwd: home,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const bot = new Bot(child, home);
    started.push(bot);
    return bot;
  }

  /** Waits until a condition holds. Throws the bot's output when it takes too long. */
  async until(isTrue: () => Promise<boolean>): Promise<void> {
    const startedAtMs = performance.now();
    while (!(await isTrue())) {
      if (this.process.exitCode !== null || performance.now() - startedAtMs > BOT_MS_MAX)
        throw new Error(`the bot did not do it: ${this.#output}`);
      await wait(POLL_INTERVAL_MS);
    }
  }

  /** Returns the JSON that the strategy wrote, once it is there. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read what they expect, and fail where it is not there.
  async outcomes(): Promise<any> {
    const file = join(this.home, 'outcomes.json');
    await this.until(() =>
      access(file).then(
        () => true,
        () => false,
      ),
    );
    return JSON.parse(await readFile(file, 'utf8'));
  }

  /** Stops it as an operator would. */
  async stop(): Promise<void> {
    await stopProcess(this.process);
    await rm(this.home, { recursive: true, force: true });
  }
}

function botConfig({ proxyUrl, venueUrl, account: walletAddress, botKey: privateKey }: BotOrder): object {
  const webSocket = `${proxyUrl.replace(/^http/, 'ws')}/ws`;
  return {
    dry_run: false,
    initial_state: 'running',
    trading_mode: 'futures',
    margin_mode: 'isolated',
    stake_currency: 'USDC',
    stake_amount: 50,
    available_capital: CAPITAL_USD,
    max_open_trades: 1,
    entry_pricing: { price_side: 'other', use_order_book: true, order_book_top: 1 },
    exit_pricing: { price_side: 'other', use_order_book: true, order_book_top: 1 },
    pairlists: [{ method: 'StaticPairList' }],
    internals: { process_throttle_secs: 1 },
    venue_url: venueUrl,
    exchange: {
      name: 'hyperliquid',
      walletAddress,
      privateKey,
      pair_whitelist: ['ETH/USDC:USDC'],
      ccxt_config: {
        urls: { api: { public: proxyUrl, private: proxyUrl, ws: { public: webSocket } } },
        enableRateLimit: false,
        options: {
          fetchMarkets: { types: ['swap'] },
          hip3TokensByName: {},
          builder: BUILDER.address,
          feeInt: BUILDER.feeTenthsOfBasisPoint,
          approvedBuilderFee: true,
          refSet: true,
        },
      },
    },
  };
}
