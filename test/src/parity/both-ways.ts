import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { provisionFreqtrade } from '@platform/runtime-service/freqtrade-environment';
import { BareCommand, type BareResult } from '@platform/runtime-service/testing';
import { Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import type { ParityCase } from './cases.js';
import { ForkedFreqtrade } from './forked-freqtrade.js';

const UNLIMITED = { SANDBOX_WEIGHT_PER_MINUTE: '1000000' };
const call = promisify(execFile);
const HISTORY = fileURLToPath(new URL('./history.py', import.meta.url));
const RECORDINGS = fileURLToPath(new URL('../../../../shared/data', import.meta.url));
const DATASETS = fileURLToPath(new URL('../../../services/context/dist/cli/main.js', import.meta.url));
const COMMAND_TIMEOUT_MS = 300_000;
const TRADES_A_PAGE = 100;
/** Taker and builder fee, per side. */
const FEE_RATE = 0.00055;

const TRADES = `query ($id: ID!, $first: Int!, $after: String) {
  backtest(id: $id) {
    trades(first: $first, after: $after) {
      edges { node {
        symbol side openedAt closedAt openRate closeRate amount stakeAmount leverage feesAbs profitAbs profitRatio
        entryTag exitReason
      } }
      pageInfo { hasNextPage endCursor }
    }
  }
}`;

/**
 * A platform that has imported a data directory of freqtrade's, and the bare command over that same directory: both use the same history,
 * each by its own path.
 */
export class BothWays implements AsyncDisposable {
  private constructor(
    private readonly platform: Platform,
    private readonly caller: Caller,
    private readonly python: string,
    private readonly freqtrade: ForkedFreqtrade,
    private readonly folder: string,
  ) {}

  /** Writes the history, starts a platform and imports it as a user does. */
  static async open(): Promise<BothWays> {
    const folder = await mkdtemp(join(tmpdir(), 'parity-'));
    const environment = { cacheDirectory: defaultCacheDirectory(process.env), environment: process.env };
    const { python } = await provisionFreqtrade({ ...environment, report: () => {} });
    const recordings = existsSync(RECORDINGS) ? [RECORDINGS] : [];
    await call(python, [HISTORY, join(folder, 'data'), ...recordings], { timeout: COMMAND_TIMEOUT_MS });
    // The bare commands of a whole suite call the venue from the platform's own address.
    const platform = await Platform.start('more backtests than an account may have', UNLIMITED);
    const caller = await Caller.register(platform, 'parity@example.com');
    const both = new BothWays(platform, caller, python, ForkedFreqtrade.start(python), folder);
    await both.#import();
    return both;
  }

  /** Runs a strategy through the API; returns the record, and its trades as the graph shows them. */
  async runThroughApi(parityCase: ParityCase, checks?: readonly string[]) {
    const { code, symbols, config, strategyClass, from, to } = parityCase;
    const created = await this.caller.send('POST', '/runtime/backtests', {
      ...{ framework: 'freqtrade', venue: 'hyperliquid', symbols, code, config },
      ...{ strategy_class: strategyClass, range: { from, to }, ...(checks && { checks }) },
    });
    if (created.status !== 202) return { backtest: created.body, trades: [] };
    const backtest = await this.caller.untilEnded(created.body.id, COMMAND_TIMEOUT_MS);
    return { backtest, trades: backtest.status === 'finished' ? await this.#tradesOf(created.body.id) : [] };
  }

  /** Runs the same strategy with freqtrade's own command. */
  async runBare(parityCase: ParityCase): Promise<BareResult> {
    await using command = await this.#bareCommand(parityCase);
    await command.run(async (home, args) => void (await this.freqtrade.run(home, args)));
    return await command.takeResult();
  }

  /** Checks the strategy with both of freqtrade's own commands; returns their output. */
  async runBareChecks(parityCase: ParityCase): Promise<{ lookahead: string; recursive: string }> {
    const printedBy = async (analysis: 'lookahead-analysis' | 'recursive-analysis') => {
      await using command = await this.#bareCommand(parityCase);
      let printed = '';
      await command.check(analysis, async (home, args) => {
        printed = await this.freqtrade.run(home, args);
      });
      return printed;
    };
    return { lookahead: await printedBy('lookahead-analysis'), recursive: await printedBy('recursive-analysis') };
  }

  /** Returns the framework's own strategies: its sample, and its templates as `new-strategy` fills them in. */
  async packagedStrategies(): Promise<{ name: string; code: string; strategyClass: string }[]> {
    const home = join(this.folder, 'packaged');
    await mkdir(home);
    await this.freqtrade.run(home, ['create-userdir', '--userdir', home]);
    for (const template of ['Full', 'Minimal', 'Advanced']) {
      const name = `${template}Template`;
      await this.freqtrade.run(home, [
        'new-strategy',
        '--userdir',
        home,
        '-s',
        name,
        '--template',
        template.toLowerCase(),
      ]);
    }
    const files = (await readdir(join(home, 'strategies'))).filter((file) => file.endsWith('.py')).sort();
    return Promise.all(
      files.map(async (file) => {
        const code = await readFile(join(home, 'strategies', file), 'utf8');
        return { name: file, code, strategyClass: /^class (\w+)\(IStrategy\)/m.exec(code)?.[1] ?? '' };
      }),
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.freqtrade[Symbol.asyncDispose]();
    await this.platform[Symbol.asyncDispose]();
    await rm(this.folder, { recursive: true, force: true });
  }

  async #bareCommand({ code, symbols, config, strategyClass, from, to }: ParityCase): Promise<BareCommand> {
    const { venues } = await this.platform.descriptor();
    const { strategy_parameters: parameters, ...userConfig } = config;
    return BareCommand.prepare(this.python, {
      ...{ code, symbols, strategyClass, feeRate: FEE_RATE, venueUrl: venues.hyperliquid.url },
      ...{ fromMs: Date.parse(from), toMs: Date.parse(to) },
      ...{ history: join(this.folder, 'data'), config: userConfig, parameters },
    });
  }

  async #import(): Promise<void> {
    const env = { PATH: process.env['PATH'], DATA_DIR: this.platform.dataDirectory };
    const args = ['import', '--venue', 'hyperliquid', '--datadir', join(this.folder, 'data'), '--replace'];
    await call(process.execPath, [DATASETS, ...args], {
      env,
      timeout: COMMAND_TIMEOUT_MS,
      maxBuffer: 16 * 1024 * 1024,
    });
  }

  async #tradesOf(id: string): Promise<unknown[]> {
    const trades: unknown[] = [];
    for (let after: string | null = null; ; ) {
      const { body } = await this.caller.query(TRADES, { id, first: TRADES_A_PAGE, after });
      const page = body.data.backtest.trades;
      for (const { node } of page.edges) {
        const { openedAt, closedAt, ...same } = node;
        trades.push({ ...same, openedAtMs: Date.parse(openedAt), closedAtMs: Date.parse(closedAt) });
      }
      if (!page.pageInfo.hasNextPage) return trades;
      after = page.pageInfo.endCursor;
    }
  }
}
