import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isVenue } from '@platform/venues/registry';
import { type Answer, Caller, send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { capabilitiesByRoute } from './capabilities.js';
import { describeReleases } from './releases.js';
import { deploymentRequest } from './strategies.js';

const DATASETS = fileURLToPath(new URL('../../../services/context/dist/cli/main.js', import.meta.url));
const BTC = 'venue=hyperliquid&symbol=BTC/USDC:USDC';
const HOUR_MS = 3_600_000;
let platform: Platform;
let caller: Caller;

beforeAll(async () => {
  // All that an operator can switch on: live deployments are on beside the sandbox's venues.
  const switches = { FEATURE_WITHDRAWAL_OTP: 'true', FEATURE_VENUE_EXITS: 'true' };
  platform = await Platform.start('markets are imported and removed', switches);
  caller = await Caller.register(platform, 'context@example.com');
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

function get(path: string): Promise<Answer> {
  return caller.send('GET', `/context/${path}`);
}

/** Reads the pages of a list, one after the other, until the last. */
async function pages(path: string, items: string): Promise<unknown[][]> {
  const found: unknown[][] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { status, body }: Answer = await get(`${path}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    expect(status).toBe(200);
    found.push(body[items]);
    cursor = body.next_cursor;
  }
  return found;
}

/** The fields of a market in lists that these tests read. */
interface ListedMarket {
  readonly symbol: string;
  readonly backtest_ready: boolean;
  readonly builder_dex?: string;
}

/** The markets of one venue that are listed whole. */
async function listed(venue: string): Promise<ListedMarket[]> {
  return (await get(`markets?query=${venue}&limit=200`)).body.markets.filter(
    (market: { venue: string }) => market.venue === venue,
  );
}

describe('markets', () => {
  test('are listed in full, page by page, ready for backtests from the first moment', async () => {
    const own = (await listed('hyperliquid')).filter((market) => market.builder_dex === undefined);
    expect(own).toHaveLength(16);
    expect(own.every((market) => market.backtest_ready)).toBe(true);
    const perpetuals = (await get('markets?query=hyperliquid%20usdc')).body.markets;
    expect((await pages('markets?query=hyperliquid%20usdc&limit=5', 'markets')).flat()).toEqual(perpetuals);
  });

  test('are found by words and shown as the interface states', async () => {
    const { body } = await get('markets?query=hyperliquid%20kpepe');
    expect(body.markets).toEqual([
      {
        venue: 'hyperliquid',
        symbol: 'KPEPE/USDC:USDC',
        name: 'kPEPE',
        kind: 'perpetual',
        status: 'active',
        backtest_ready: true,
        framework_symbols: { freqtrade: 'KPEPE/USDC:USDC', nautilus: 'KPEPE-PERP.HYPERLIQUID' },
        tick_size: expect.any(Number),
        min_order_usd: 10,
        max_leverage: 10,
      },
    ]);
    expect(body.unavailable_venues).toEqual([]);
  });

  test('are narrowed to a venue', async () => {
    const { body } = await get('markets?venue=hyperliquid&limit=200');
    expect(new Set(body.markets.map(({ venue }: { venue: string }) => venue))).toEqual(new Set(['hyperliquid']));
    expect(body.markets).toEqual(await listed('hyperliquid'));
    const found = (await get('markets?venue=lighter&query=btc')).body.markets;
    expect(found.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['BTC-PERP.LIGHTER']);
  });

  test.each([
    'setup/DOGECOIN',
    'candles?venue=hyperliquid&symbol=DOGECOIN/USDC:USDC&timeframe=1h',
    'funding?venue=hyperliquid&symbol=DOGECOIN/USDC:USDC',
  ])('%s names no market, and near ones are told', async (path) => {
    const { status, body } = await get(path);
    expect([status, body.error.code]).toEqual([404, 'market_not_found']);
    expect(body.error.message).toContain('DOGE/USDC:USDC');
    expect(body.error.details.similar).toContainEqual({ venue: 'hyperliquid', symbol: 'DOGE/USDC:USDC' });
    const graph = await caller.query('{ market(venue: "hyperliquid", symbol: "DOGECOIN/USDC:USDC") { name } }');
    expect(graph.body.errors[0].extensions.details.similar).toEqual([
      { venue: 'hyperliquid', symbol: 'DOGE/USDC:USDC' },
    ]);
  });

  test('of builder-deployed exchanges are shown as such, and are never ready', async () => {
    const deployed = (await listed('hyperliquid')).filter((market) => market.builder_dex !== undefined);
    expect(deployed.length).toBeGreaterThan(0);
    expect(deployed.some((market) => market.backtest_ready)).toBe(false);
  });
});

describe('history', () => {
  test('candles ascend without a seam from the oldest stored to the newest closed one', async () => {
    const candles = (await pages(`candles?${BTC}&timeframe=1h&from=2020-01-01&limit=1000`, 'candles')).flat() as {
      t: string;
    }[];
    const times = candles.map(({ t }) => Date.parse(t));
    expect(times.every((time, index) => index === 0 || time === (times[index - 1] ?? 0) + HOUR_MS)).toBe(true);
    expect(candles.length).toBeGreaterThanOrEqual(4_999);
    expect(Date.now() - (times.at(-1) ?? 0)).toBeLessThan(2 * HOUR_MS + 60_000);
  });

  test('without a start the newest rows are listed, in one page; over REST, GraphQL and as a tool alike', async () => {
    const { body } = await get(`candles?${BTC}&timeframe=1h&limit=3`);
    const newestMs = Date.now() - (Date.now() % HOUR_MS) - HOUR_MS;
    expect(body.candles).toHaveLength(3);
    // The hour may turn between the two.
    expect(newestMs - Date.parse(body.candles[2].t)).toBeLessThanOrEqual(HOUR_MS);
    expect([body.next_cursor, Date.parse(body.available_from) < newestMs - 1_000 * HOUR_MS]).toEqual([null, true]);
    const graph = await caller.query(
      `{ candles(venue: "hyperliquid", symbol: "BTC/USDC:USDC", timeframe: "1h", first: 3) { t nextCursor availableFrom }
         funding(venue: "hyperliquid", symbol: "BTC/USDC:USDC", first: 2) { t nextCursor } }`,
    );
    const { t, nextCursor, availableFrom } = graph.body.data.candles;
    expect({ t, nextCursor, availableFrom }).toEqual({
      t: body.candles.map((candle: { t: string }) => candle.t),
      nextCursor: null,
      availableFrom: body.available_from,
    });
    const funding = (await get(`funding?${BTC}&limit=2`)).body;
    expect([funding.funding.map((rate: { t: string }) => rate.t), funding.next_cursor]).toEqual([
      graph.body.data.funding.t,
      null,
    ]);
    expect(Date.now() - Date.parse(funding.funding[1].t)).toBeLessThan(2 * HOUR_MS);
    const early = await get(`candles?${BTC}&timeframe=1h&from=2020-01-01&to=2020-02-01`);
    expect(early.body).toMatchObject({ candles: [], available_from: body.available_from, next_cursor: null });
  });

  test('a window is taken as dates or instants, and a candle has the documented fields', async () => {
    const day = new Date(Date.now() - 72 * HOUR_MS).toISOString().slice(0, 10);
    const next = new Date(Date.parse(day) + 24 * HOUR_MS).toISOString();
    const { body } = await get(`candles?${BTC}&timeframe=4h&from=${day}&to=${next}`);
    expect(body).toMatchObject({ venue: 'hyperliquid', symbol: 'BTC/USDC:USDC', timeframe: '4h', next_cursor: null });
    expect(body.candles).toHaveLength(6);
    expect(Object.keys(body.candles[0])).toEqual(['t', 'open', 'high', 'low', 'close', 'volume']);
    expect(body.candles[0].t).toBe(`${day}T00:00:00.000Z`);
  });

  test('funding carries its yearly rate', async () => {
    const { body } = await get(`funding?${BTC}&from=2020-01-01&limit=3`);
    expect(body.funding).toHaveLength(3);
    for (const { rate, annualized } of body.funding) expect(annualized).toBe(rate * 8_760);
    expect(body.next_cursor).toEqual(expect.any(String));
  });

  test('GraphQL shows the same values as REST, and a market with its history in one query', async () => {
    const { candles: rest, rows_from: rowsFrom } = (await get(`candles?${BTC}&timeframe=1h&limit=2`)).body;
    const { body } = await caller.query(
      `query { market(venue: "hyperliquid", symbol: "BTC/USDC:USDC") {
        backtestReady candles(timeframe: "1h", first: 2) {
          t open high low close volume nextCursor rowsFrom { source from to }
        }
        funding(first: 1) { t rate } dataset { release tables { name rows source } gaps { table } }
      } }`,
    );
    const { candles, funding, dataset, backtestReady } = body.data.market;
    const columns = ['t', 'open', 'high', 'low', 'close', 'volume'];
    const rows = [0, 1].map((row) => Object.fromEntries(columns.map((column) => [column, candles[column][row]])));
    expect(rows).toEqual(rest);
    expect(candles.rowsFrom).toEqual(rowsFrom);
    expect(rowsFrom).toEqual([{ source: 'simulated', from: rest[0].t, to: expect.any(String) }]);
    expect([backtestReady, funding.t.length, dataset.release]).toEqual([true, 1, null]);
    expect(dataset.tables[0].source).toEqual(['simulated']);
  });
});

describe('datasets', () => {
  test('show what is stored, without a release, with the gaps that the audit found', async () => {
    const { body } = await get(`datasets?${BTC}`);
    expect(body).toMatchObject({
      datasets: [{ venue: 'hyperliquid', symbol: 'BTC/USDC:USDC', release: null, gaps: [] }],
      next_cursor: null,
    });
    expect(body.datasets[0].tables.candles_1h).toEqual({
      from: expect.stringMatching(/:00:00\.000Z$/),
      to: expect.stringMatching(/:00:00\.000Z$/),
      rows: expect.any(Number),
      source: ['simulated'],
    });
  });

  test("take a user's own history by command", async () => {
    const file = join(platform.dataDirectory, 'own.csv');
    await writeFile(file, 'date,open,high,low,close,volume\n2024-01-01,1,2,0.5,1.5,10\n2024-01-02,1.5,2,1,1.5,10\n');
    const options = ['--venue', 'hyperliquid', '--symbol', 'LTC/USDC:USDC', '--table', 'candles_1h', file];
    const environment = { PATH: process.env['PATH'], DATA_DIR: platform.dataDirectory };
    const run = promisify(execFile)(process.execPath, [DATASETS, 'import', ...options], { env: environment });
    expect((await run).stdout).toMatch(/^2 rows added/);
    const { body } = await get('datasets?venue=hyperliquid&symbol=LTC/USDC:USDC');
    expect(body.datasets[0].tables.candles_1h.from).toBe('2024-01-01T00:00:00.000Z');
    expect(body.datasets[0].tables.candles_1h.source).toEqual(['simulated', 'imported']);
    const page = await get('candles?venue=hyperliquid&symbol=LTC/USDC:USDC&timeframe=1h&from=2024-01-01&limit=2');
    const imported = { source: 'imported', from: '2024-01-01T00:00:00.000Z', to: '2024-01-02T01:00:00.000Z' };
    expect(page.body.rows_from).toEqual([imported]);
    expect(body.datasets[0].gaps.map((gap: { table: string }) => gap.table)).toEqual(['candles_1h', 'candles_1h']);
  });
});

describeReleases(() => ({ platform, caller }));

test('venues say what can be done now', async () => {
  const { body } = await get('venues');
  expect(body.venues.map(({ id, status }: { id: string; status: string }) => [id, status])).toEqual([
    ['binance', 'planned'],
    ['hyperliquid', 'available'],
    ['lighter', 'available'],
    ['polymarket', 'available'],
  ]);
  expect(body.venues[1]).toMatchObject({
    kinds: ['perpetual'],
    capabilities: { context: true, backtest: true, live: true, execution: true, setup: true },
    fees: { taker_pct: 0.045, maker_pct: 0.015, builder_pct: 0.01, by_market: false },
    minimum_deposit_usd: 50,
  });
  expect(body.venues[3].fees).toEqual({ taker_pct: 0, maker_pct: 0, builder_pct: 0, by_market: true });
});

test('what venues say can be done is what the routes do', async () => {
  const { body } = await get('venues');
  const said = body.venues.map(({ id, capabilities }: { id: string; capabilities: object }) => [id, capabilities]);
  const found: [string, object][] = [];
  for (const [id] of said) if (isVenue(id)) found.push([id, await capabilitiesByRoute(caller, id)]);
  expect(said).toEqual(found);
});

test('a deployment of a framework at a venue where it does not run is refused, whatever its config', async () => {
  const elsewhere = { venue: 'lighter', config: {} };
  const { status, body } = await caller.send('POST', '/runtime/deployments', deploymentRequest('elsewhere', elsewhere));
  expect([status, body.error.code]).toEqual([400, 'venue_not_supported']);
});

describe('what is computed of the markets', () => {
  const setupPath = (symbol: string) => `setup/${encodeURIComponent(symbol)}`;

  test('is a scan, there from the first moment, with the numbers behind each score', async () => {
    const { status, body } = await get('scan');
    expect([status, Date.parse(body.computed_at) > 0]).toEqual([200, true]);
    expect(body.results.length).toBeGreaterThan(0);
    expect(body.results.length).toBeLessThanOrEqual(10);
    for (const result of body.results)
      expect(result).toEqual({
        symbol: expect.stringMatching(/^(?!BTC|ETH|SOL)/),
        category: expect.stringMatching(/^(momentum|mean_reversion|breakout|volume)$/),
        score: expect.any(Number),
        evidence: expect.objectContaining({ direction: expect.any(String), close: expect.any(Number) }),
      });
    const momentum = (await get('scan?bucket=alts&category=momentum&top_n=3')).body.results;
    expect(momentum.map(({ category }: { category: string }) => category)).toEqual(Array(3).fill('momentum'));
  });

  test('is a setup of each market, the same over REST and GraphQL', async () => {
    const { status, body } = await until(
      'the funding',
      () => get(setupPath('ETH/USDC:USDC')),
      (answer) => answer.body.funding?.trend !== null,
    );
    expect([status, body]).toEqual([
      200,
      {
        symbol: 'ETH/USDC:USDC',
        computed_at: expect.any(String),
        regime: { state: expect.any(String), adx_14: expect.any(Number) },
        levels: { support: expect.any(Array), resistance: expect.any(Array) },
        volatility: { atr_14_pct: expect.any(Number), bb_width_pctile_90d: expect.any(Number) },
        // There once the funding of every market was stored, and a round followed.
        funding: { current_annualized: expect.any(Number), trend: expect.any(String) },
      },
    ]);
    const query = `{ market(venue: "hyperliquid", symbol: "ETH/USDC:USDC") {
      setup { computedAt regime { adx14 } levels { support resistance } volatility { atr14Pct bbWidthPctile90d } }
      scan { category score evidenceJson }
    } }`;
    // A round may end between the two.
    const both = async () => ({
      rest: (await get(setupPath('ETH/USDC:USDC'))).body,
      graph: (await caller.query(query)).body.data.market,
    });
    const { rest, graph } = await until(
      'both of one round',
      both,
      (read) => read.rest.computed_at === read.graph.setup.computedAt,
    );
    expect(graph.setup).toEqual({
      computedAt: rest.computed_at,
      regime: { adx14: rest.regime.adx_14 },
      levels: rest.levels,
      volatility: { atr14Pct: rest.volatility.atr_14_pct, bbWidthPctile90d: rest.volatility.bb_width_pctile_90d },
    });
    expect(graph.scan.length).toBeGreaterThan(0);
  }, 240_000);

  test('is a leaderboard without strategies while nobody shows one', async () => {
    const { status, body } = await get('leaderboard');
    expect([status, body]).toEqual([200, { strategies: [], disclaimer: expect.stringContaining('Paper trading') }]);
  });

  test.each([
    ['scan?top_n=51', 400, 'invalid_request'],
    ['scan?top_n=0', 400, 'invalid_request'],
    ['scan?bucket=majors', 400, 'invalid_request'],
    ['scan?category=everything', 400, 'invalid_request'],
    [setupPath('ETH-PERP.HYPERLIQUID'), 400, 'symbol_not_canonical'],
    [setupPath('NO/USDC:USDC'), 404, 'market_not_found'],
    ['traders', 501, 'feature_not_available'],
    ['traders/0x52908400098527886E0F7030069857D2E4169EE7', 501, 'feature_not_available'],
  ])('%s is %i %s', async (path, status, code) => {
    const answer = await get(path);
    expect({ status: answer.status, code: answer.body?.error?.code }).toEqual({ status, code });
    expect(answer.body.error.docs_url).toMatch(new RegExp(`/docs/errors/${code}$`));
  });
});

describe('a bad request', () => {
  test.each([
    ['markets?limit=201', 400, 'invalid_request'],
    ['markets?limit=0', 400, 'invalid_request'],
    ['markets?nope=1', 400, 'invalid_request'],
    ['markets?venue=nowhere', 400, 'invalid_request'],
    ['markets?venue=binance', 501, 'feature_not_available'],
    ['markets?cursor=abc', 400, 'invalid_cursor'],
    [`candles?${BTC}`, 400, 'invalid_request'],
    [`candles?${BTC}&timeframe=2h`, 400, 'invalid_request'],
    [`candles?${BTC}&timeframe=1h&from=yesterday`, 400, 'invalid_request'],
    [`candles?${BTC}&timeframe=1h&from=2025-02-02&to=2025-02-01`, 400, 'invalid_request'],
    [`candles?${BTC}&timeframe=1h&limit=5001`, 400, 'invalid_request'],
    ['candles?venue=nowhere&symbol=BTC/USDC:USDC&timeframe=1h', 400, 'invalid_request'],
    ['candles?venue=hyperliquid&symbol=BTC-PERP.HYPERLIQUID&timeframe=1h', 400, 'symbol_not_canonical'],
    ['candles?venue=hyperliquid&symbol=NO/USDC:USDC&timeframe=1h', 404, 'market_not_found'],
    ['candles?venue=binance&symbol=BTC/USDT&timeframe=1h', 501, 'feature_not_available'],
    ['candles?venue=lighter&symbol=BTC&timeframe=1h', 400, 'symbol_not_canonical'],
    ['candles?venue=polymarket&symbol=1&timeframe=1h', 400, 'symbol_not_canonical'],
    ['candles?venue=polymarket&symbol=1.POLYMARKET&timeframe=1h', 404, 'market_not_found'],
    ['setup/BTC-PERP.HYPERLIQUID', 400, 'symbol_not_canonical'],
    ['setup/NO%2FUSDC:USDC', 404, 'market_not_found'],
    ['scan?top_n=51', 400, 'invalid_request'],
    ['scan?bucket=majors', 400, 'invalid_request'],
    ['traders', 501, 'feature_not_available'],
    ['traders/0x1', 501, 'feature_not_available'],
    ['funding?venue=hyperliquid&symbol=BTC', 400, 'symbol_not_canonical'],
    ['datasets?symbol=BTC/USDC:USDC', 400, 'invalid_request'],
    ['datasets?venue=hyperliquid&symbol=BTC-PERP.HYPERLIQUID', 400, 'symbol_not_canonical'],
  ])('%s is %i %s', async (path, status, code) => {
    const answer = await get(path);
    expect({ status: answer.status, code: answer.body?.error?.code }).toEqual({ status, code });
  });

  test.each(['markets', 'candles', 'funding', 'venues', 'datasets', 'scan', 'setup/x', 'leaderboard', 'traders'])(
    'without a key, %s is unauthorized',
    async (path) => {
      const { base_url: baseUrl } = await platform.descriptor();
      const answer = await send(baseUrl, 'GET', `/context/${path}`);
      expect({ status: answer.status, code: answer.body?.error?.code }).toEqual({ status: 401, code: 'unauthorized' });
    },
  );
});
