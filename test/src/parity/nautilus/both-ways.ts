import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { provisionNautilus } from '@platform/runtime-service/nautilus-environment';
import { z } from 'zod';
import { Caller, send } from '../../platform/caller.js';
import { Platform } from '../../platform/platform.js';
import { type BareInstrument, BareNautilus, type BareResult } from './bare-nautilus.js';
import type { NautilusCase, ParityVenue } from './cases.js';

const call = promisify(execFile);
const DATA = fileURLToPath(new URL('./data.py', import.meta.url));
const DATASETS = fileURLToPath(new URL('../../../../services/context/dist/cli/main.js', import.meta.url));
const COMMAND_TIMEOUT_MS = 300_000;
const TRADES_A_PAGE = 100;
const SEED = 1;

const HOUR_MS = 3_600_000;
const time = z.union([z.number(), z.string()]).transform((shown) => new Date(shown).getTime());
const rates = z.array(z.object({ t: time, rate: z.number() }));
const closes = z.array(z.object({ t: time, close: z.number() }));

/** A market of the sandbox that ended and was resolved as true long ago, the same for every sandbox with its seed. */
const PREDICTION = 'will-the-price-of-dogecoin-be-above-29-000-on-june-1-2025-304026';

/** Decimal places of a size, as the venues list them. */
const SIZE_DECIMALS: Readonly<Record<ParityVenue, Readonly<Record<string, number>>>> = {
  hyperliquid: { BTC: 5, ETH: 4, SOL: 2 },
  lighter: { BTC: 5, ETH: 4 },
  polymarket: { Yes: 2, No: 2 },
};

/** The fee of a venue per order, in percent, and the platform's on hyperliquid. */
const FEES_PCT: Readonly<Record<ParityVenue, readonly number[]>> = {
  hyperliquid: [0.045, 0.01],
  lighter: [0],
  polymarket: [0],
};

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

const MARKET = `query ($venue: String!, $symbol: String!) {
  market(venue: $venue, symbol: $symbol) {
    kind tickSize maxLeverage frameworkSymbols { nautilus } prediction { question outcome endDate resolution }
  }
}`;

/** A platform that has imported history, and nautilus's own engine over the same files. */
export class NautilusBothWays implements AsyncDisposable {
  readonly #instruments = new Map<string, BareInstrument>();

  private constructor(
    private readonly platform: Platform,
    private readonly caller: Caller,
    private readonly nautilus: BareNautilus,
    private readonly folder: string,
    /** Canonical symbols by venue and name. */
    private readonly symbols: Readonly<Record<ParityVenue, Readonly<Record<string, string>>>>,
  ) {}

  /** Writes the history, starts a platform, and imports and publishes it as a user does. */
  static async open(): Promise<NautilusBothWays> {
    const folder = await mkdtemp(join(tmpdir(), 'parity-nautilus-'));
    const environment = { cacheDirectory: defaultCacheDirectory(process.env), environment: process.env };
    const { python } = await provisionNautilus({ ...environment, report: () => {} });
    const [platform] = await Promise.all([
      Platform.start('it collects the markets of the cases', {
        POLYMARKET_COLLECTED_MARKETS: PREDICTION,
        SANDBOX_WEIGHT_PER_MINUTE: '1000000',
      }),
      call(python, [DATA, folder], { timeout: COMMAND_TIMEOUT_MS }),
    ]);
    const caller = await Caller.register(platform, 'parity-nautilus@example.com');
    const nautilus = BareNautilus.start(python, join(folder, 'bare.log'));
    const both = new NautilusBothWays(platform, caller, nautilus, folder, await symbolsOf(platform));
    await both.#import();
    return both;
  }

  /** Returns the text of a case's strategy. */
  async codeOf({ code }: NautilusCase): Promise<string> {
    return typeof code === 'string' ? code : this.nautilus.packaged(code.packaged);
  }

  /** Runs a strategy through the API; returns the record, and its trades in the runner's terms. */
  async runThroughApi(parityCase: NautilusCase) {
    const { venue, markets, config, strategyClass, from, to } = parityCase;
    const aliases = await this.#aliases(venue, markets);
    const created = await this.caller.send('POST', '/runtime/backtests', {
      ...{ framework: 'nautilus', venue, symbols: Object.values(aliases), code: await this.codeOf(parityCase) },
      ...{ config: config(aliases), strategy_class: strategyClass, range: { from, to } },
    });
    if (created.status !== 202) return { backtest: created.body, trades: [] };
    const backtest = await this.caller.untilEnded(created.body.id, COMMAND_TIMEOUT_MS);
    return { backtest, trades: backtest.status === 'finished' ? await this.#tradesOf(created.body.id) : [] };
  }

  /** Runs the same strategy in nautilus's own engine. */
  async runBare(parityCase: NautilusCase): Promise<BareResult> {
    const { venue, markets, fed, config, strategyClass, from, to } = parityCase;
    const aliases = await this.#aliases(venue, markets);
    const aliasOf = (market: string) => aliases[market] ?? '';
    const candles = Object.entries(fed).map(([market, timeframes]) => [
      aliasOf(market),
      Object.fromEntries(timeframes.map((timeframe) => [timeframe, [this.#candles(venue, market, timeframe)]])),
    ]);
    const funding = venue === 'hyperliquid' ? markets.map((market) => [aliasOf(market), [this.#funding(market)]]) : [];
    return this.nautilus.run({
      ...{ code: await this.codeOf(parityCase), strategy_class: strategyClass, config: config(aliases) },
      ...{ venue: venue.toUpperCase(), symbols: Object.values(aliases), seed: SEED },
      ...{ from_ms: Date.parse(from), to_ms: Date.parse(to), candles: Object.fromEntries(candles) },
      fee_rate: FEES_PCT[venue].reduce((sum, fee) => sum + fee, 0) / 100,
      instruments: await Promise.all(markets.map((market) => this.#instrument(venue, market))),
      funding: Object.fromEntries(funding),
    });
  }

  /** Returns the platform's own data of a market of hyperliquid: its funding, and the closing price of each hour, by time. */
  async heldBy({ from, to }: NautilusCase) {
    const symbol = this.symbols.hyperliquid['BTC'] ?? '';
    // Pages end before their `to`; funding that is due as the range ends belongs to the run.
    const until = new Date(Date.parse(to) + HOUR_MS).toISOString();
    const shown = async (what: 'funding' | 'candles', more: object) => {
      const query = new URLSearchParams({ venue: 'hyperliquid', symbol, from, to: until, limit: '1000', ...more });
      return (await this.caller.send('GET', `/context/${what}?${query}`)).body[what];
    };
    const funding = rates.parse(await shown('funding', {}));
    const candles = closes.parse(await shown('candles', { timeframe: '1h' }));
    return { funding, closes: new Map(candles.map(({ t, close }) => [t + HOUR_MS, close])) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.nautilus[Symbol.asyncDispose]();
    await this.platform[Symbol.asyncDispose]();
    await rm(this.folder, { recursive: true, force: true });
  }

  #candles(venue: ParityVenue, market: string, timeframe: string): string {
    if (venue === 'hyperliquid')
      return join(this.folder, venue, 'futures', `${market}_USDC_USDC-${timeframe}-futures.parquet`);
    return join(this.folder, venue, `${market}-${timeframe}.parquet`);
  }

  #funding(market: string): string {
    return join(this.folder, 'hyperliquid', 'futures', `${market}_USDC_USDC-1h-funding_rate.parquet`);
  }

  async #aliases(venue: ParityVenue, markets: readonly string[]): Promise<Record<string, string>> {
    const found = await Promise.all(
      markets.map(async (market) => [market, (await this.#instrument(venue, market)).symbol]),
    );
    return Object.fromEntries(found);
  }

  async #instrument(venue: ParityVenue, name: string): Promise<BareInstrument> {
    const symbol = this.symbols[venue][name];
    const known = this.#instruments.get(`${venue} ${name}`);
    if (known !== undefined) return known;
    const { market } = (await this.caller.query(MARKET, { venue, symbol })).body.data;
    const { kind, tickSize, maxLeverage, frameworkSymbols, prediction } = market;
    const instrument: BareInstrument = {
      ...{ symbol: frameworkSymbols.nautilus, kind, tick_size: tickSize, max_leverage: maxLeverage ?? 1 },
      size_decimals: SIZE_DECIMALS[venue][name] ?? 0,
      prediction: prediction && {
        ...{ question: prediction.question, outcome: prediction.outcome, resolution: prediction.resolution },
        end_date_ms: Date.parse(prediction.endDate),
      },
    };
    this.#instruments.set(`${venue} ${name}`, instrument);
    return instrument;
  }

  /** Imports everything that was written, as a user who brings history does. */
  async #import(): Promise<void> {
    const file = (venue: ParityVenue, market: string, timeframe: string) => [
      ...['import', '--venue', venue, '--symbol', this.symbols[venue][market] ?? '', '--replace'],
      ...['--table', `candles_${timeframe}`, this.#candles(venue, market, timeframe)],
    ];
    await Promise.all([
      this.#datasets('import', '--venue', 'hyperliquid', '--datadir', join(this.folder, 'hyperliquid'), '--replace'),
      this.#datasets(...file('lighter', 'BTC', '5m')),
      this.#datasets(...file('lighter', 'ETH', '1h')),
      this.#datasets(...file('polymarket', 'Yes', '1m')),
      this.#datasets(...file('polymarket', 'No', '1m')),
    ]);
    await Promise.all([
      ...['BTC', 'ETH'].map((market) =>
        this.#datasets('publish', '--venue', 'lighter', '--market', this.symbols.lighter[market] ?? ''),
      ),
      this.#datasets('publish', '--venue', 'polymarket', '--market', PREDICTION),
    ]);
  }

  async #datasets(...args: readonly string[]): Promise<void> {
    const env = { PATH: process.env['PATH'], DATA_DIR: this.platform.dataDirectory };
    const options = { env, timeout: COMMAND_TIMEOUT_MS, maxBuffer: 16 * 1024 * 1024 };
    await call(process.execPath, [DATASETS, ...args], options);
  }

  async #tradesOf(id: string): Promise<unknown[]> {
    const trades: unknown[] = [];
    for (let after: string | null = null; ; ) {
      const { body } = await this.caller.query(TRADES, { id, first: TRADES_A_PAGE, after });
      const page = body.data.backtest.trades;
      trades.push(
        ...page.edges.map(({ node }: { node: Readonly<Record<string, unknown>> }) => inWordsOfTheRunner(node)),
      );
      if (!page.pageInfo.hasNextPage) return trades;
      after = page.pageInfo.endCursor;
    }
  }
}

/** Returns canonical symbols; those of the prediction's outcomes come from the venue itself. */
async function symbolsOf(platform: Platform): Promise<Record<ParityVenue, Record<string, string>>> {
  const { venues } = await platform.descriptor();
  const { body } = await send(venues.polymarket.gamma_url, 'GET', `/gamma/markets/slug/${PREDICTION}`);
  const [yes, no] = JSON.parse(body.clobTokenIds).map((token: string) => `${token}.POLYMARKET`);
  return {
    hyperliquid: { BTC: 'BTC/USDC:USDC', ETH: 'ETH/USDC:USDC', SOL: 'SOL/USDC:USDC' },
    lighter: { BTC: 'BTC-PERP.LIGHTER', ETH: 'ETH-PERP.LIGHTER' },
    polymarket: { Yes: yes, No: no },
  };
}

function inWordsOfTheRunner({ openedAt, closedAt, ...same }: Readonly<Record<string, unknown>>): object {
  const renamed = Object.entries(same).map(([name, value]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ]);
  return {
    ...Object.fromEntries(renamed),
    ...{ opened_at_ms: Date.parse(String(openedAt)), closed_at_ms: Date.parse(String(closedAt)) },
  };
}
