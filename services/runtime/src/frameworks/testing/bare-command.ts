import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '@platform/kit/provisioning';
import { type BareResult, parseExport } from './bare-result.js';

/** A table of candles in one file, as the platform stores them. */
export interface StoredTable {
  readonly symbol: string;
  readonly timeframe: string;
  readonly path: string;
}

/** What the bare command is to do: the same work as a backtest of the platform. */
export interface BareWork {
  readonly code: string;
  readonly strategyClass: string;
  readonly symbols: readonly string[];
  /** Window, UTC milliseconds: `fromMs` inclusive, `toMs` exclusive. */
  readonly fromMs: number;
  readonly toMs: number;
  /** Fee per side as a fraction. */
  readonly feeRate: number;
  /** Parquet files as the platform stores candles, or a data directory of freqtrade's own. */
  readonly history: readonly StoredTable[] | string;
  /** What the user's own config says. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** The file that hyperopt leaves beside the strategy. */
  readonly parameters?: unknown;
  /** Base URL of a venue that answers what freqtrade asks before a backtest. */
  readonly venueUrl: string;
}

/** Runs freqtrade's command with these arguments in a home folder; rejects where it fails. */
export type FreqtradeCommand = (home: string, args: readonly string[]) => Promise<void>;

const COMMAND_TIMEOUT_MS = 120_000;

const WRITE_FEATHER = `
import json, sys
import pandas
for source, target in json.loads(sys.argv[1]):
    candles = pandas.read_parquet(source)
    candles.insert(0, "date", pandas.to_datetime(candles.pop("t"), unit="ms", utc=True))
    candles.to_feather(target)
`;

const READ_EXPORT = `
import glob, json, sys, zipfile
archive = zipfile.ZipFile(glob.glob(sys.argv[1] + "/*.zip")[0])
results = [json.loads(archive.read(name)) for name in archive.namelist() if name.endswith(".json")]
strategies = next(result["strategy"] for result in results if isinstance(result.get("strategy"), dict))
json.dump(next(iter(strategies.values())), open(sys.argv[2], "w"))
`;

/** freqtrade's own command line over its own data format, in a folder of its own. */
export class BareCommand implements AsyncDisposable {
  private constructor(
    private readonly python: string,
    private readonly home: string,
    private readonly work: BareWork,
  ) {}

  /** Writes the strategy, its config and its candles; `python` is the interpreter that sees freqtrade. */
  static async prepare(python: string, work: BareWork): Promise<BareCommand> {
    const command = new BareCommand(python, await mkdtemp(join(tmpdir(), 'bare-freqtrade-')), work);
    const { home } = command;
    for (const folder of ['data/futures', 'strategies', 'results'])
      await mkdir(join(home, folder), { recursive: true });
    await writeFile(join(home, 'strategies', 'strategy.py'), work.code);
    if (work.parameters !== undefined)
      await writeFile(join(home, 'strategies', 'strategy.json'), JSON.stringify(work.parameters));
    await writeFile(join(home, 'config.json'), JSON.stringify(bareConfig(work)));
    if (typeof work.history !== 'string') await command.#writeTables(work.history);
    return command;
  }

  /** Runs `freqtrade backtesting` once, from its start to its end, as a new process unless by another way. */
  async run(freqtrade: FreqtradeCommand = (_home, args) => this.#call('-m', 'freqtrade', ...args)): Promise<void> {
    const exported = ['--export', 'trades', '--backtest-directory', join(this.home, 'results')];
    await freqtrade(this.home, [...this.#arguments('backtesting'), '--cache', 'none', ...exported]);
  }

  /** Runs one of freqtrade's own checks of the strategy once. */
  async check(analysis: 'lookahead-analysis' | 'recursive-analysis', freqtrade: FreqtradeCommand): Promise<void> {
    await freqtrade(this.home, this.#arguments(analysis));
  }

  /** What the last run exported; the next one starts without it. */
  async takeResult(): Promise<BareResult> {
    const results = join(this.home, 'results');
    const file = join(this.home, 'result.json');
    await this.#call('-c', READ_EXPORT, results, file);
    await rm(results, { recursive: true });
    await mkdir(results);
    return parseExport(JSON.parse(await readFile(file, 'utf8')));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.home, { recursive: true });
  }

  /** What every command is given: the same config, strategy, data and range. */
  #arguments(command: string): string[] {
    const { home, work } = this;
    const data = typeof work.history === 'string' ? work.history : join(home, 'data');
    return [
      ...[command, '--config', join(home, 'config.json'), '--userdir', home, '--datadir', data],
      ...['--strategy', work.strategyClass, '--timerange', `${work.fromMs / 1000}-${work.toMs / 1000}`],
    ];
  }

  #writeTables(tables: readonly StoredTable[]): Promise<void> {
    const files = tables.map(({ symbol, timeframe, path }) => [
      path,
      join(this.home, 'data', 'futures', `${symbol.replaceAll(/[/:]/g, '_')}-${timeframe}-futures.feather`),
    ]);
    return this.#call('-c', WRITE_FEATHER, JSON.stringify(files));
  }

  #call(...args: string[]): Promise<void> {
    const env = { PATH: process.env['PATH'], HOME: this.home };
    return run(this.python, args, { env, timeoutMs: COMMAND_TIMEOUT_MS });
  }
}

/** The fastest configuration there is: perpetuals alone are asked for, and nothing waits for a rate limit. */
function bareConfig({ feeRate, symbols, venueUrl: url, config = {} }: BareWork): object {
  return {
    stake_currency: 'USDC',
    stake_amount: 100,
    dry_run_wallet: 1000,
    dry_run: true,
    trading_mode: 'futures',
    margin_mode: 'isolated',
    fee: feeRate,
    entry_pricing: { price_side: 'other' },
    exit_pricing: { price_side: 'other' },
    pairlists: [{ method: 'StaticPairList' }],
    ...config,
    exchange: {
      name: 'hyperliquid',
      pair_whitelist: symbols,
      ccxt_config: {
        urls: { api: { public: url, private: url } },
        enableRateLimit: false,
        options: { fetchMarkets: { types: ['swap'] }, hip3TokensByName: {} },
      },
    },
  };
}
