import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type Answer, Caller } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';

/** The venues beside the first one, through REST, and what a dashboard reads of a market by one query. */

/** On a busy machine a first release takes its time. */
const RELEASED_MS_MAX = 240_000;
let platform: Platform;
let caller: Caller;

jest.setTimeout(RELEASED_MS_MAX);

beforeAll(async () => {
  platform = await Platform.shared();
  caller = await Caller.register(platform, 'venues-in-context@example.com');
});

afterAll(() => platform[Symbol.asyncDispose]());

function get(path: string): Promise<Answer> {
  return caller.send('GET', `/context/${path}`);
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

/** Returns the releases of a venue, once there are some. */
async function released(venue: string): Promise<Answer['body']> {
  const hoped = ({ body }: Answer) => body.datasets?.length > 0;
  return (await until(`a release of ${venue}`, () => get(`datasets?venue=${venue}`), hoped)).body.datasets;
}

describe('lighter', () => {
  const market = 'venue=lighter&symbol=BTC-PERP.LIGHTER';

  test('has its markets, its candles and its funding', async () => {
    const { markets } = (await get('markets?query=lighter%20perp')).body;
    expect(markets.map(({ symbol, status }: Record<string, string>) => [symbol, status])).toEqual([
      ['1000PEPE-PERP.LIGHTER', 'active'],
      ['BTC-PERP.LIGHTER', 'active'],
      ['ETH-PERP.LIGHTER', 'active'],
      ['MKR-PERP.LIGHTER', 'closed'],
      ['POPCAT-PERP.LIGHTER', 'active'],
      ['SOL-PERP.LIGHTER', 'active'],
    ]);
    const of = 'venue=lighter&symbol=ETH-PERP.LIGHTER';
    const { body } = await get(`candles?${of}&timeframe=1h&limit=3`);
    expect(body).toMatchObject({ venue: 'lighter', candles: [{}, {}, {}], rows_from: [{ source: 'simulated' }] });
    expect((await get(`funding?${of}&limit=2`)).body.funding).toHaveLength(2);
    expect((await get('candles?venue=lighter&symbol=ETH&timeframe=1h')).body.error).toMatchObject({
      code: 'symbol_not_canonical',
      details: { candidate: 'ETH-PERP.LIGHTER' },
    });
  });

  test.each(['1m', '5m', '15m', '30m', '1h', '4h', '1d'])('gives candles of %s', async (timeframe) => {
    const enough = ({ body }: Answer) => body.candles?.length > 0;
    const path = `candles?${market}&timeframe=${timeframe}&limit=5`;
    const { body } = await until(`candles of ${timeframe}`, () => get(path), enough);
    expect(body.rows_from.map(({ source }: { source: string }) => source)).toEqual(['simulated']);
    expect(body.candles.every(({ volume }: { volume: unknown }) => typeof volume === 'number')).toBe(true);
  });

  test('publishes releases, which a backtest of the market would be run on', async () => {
    const datasets = await released('lighter');
    const { symbol, release, tables } = datasets[0];
    expect([release, Object.keys(tables)]).toEqual([expect.any(String), expect.arrayContaining(['candles_1m'])]);
    const { body } = await caller.send('GET', `/runtime/backtests/dataset?venue=lighter&market=${symbol}`);
    expect(body).toMatchObject({ venue: 'lighter', market: symbol, backtest_ready: true });
    expect(body.dataset).toMatchObject({ dataset_version: release, bars: { timeframe: '1m' } });
    const isReady = (markets: ListedMarket[]) => markets.some((each) => each.symbol === symbol && each.backtest_ready);
    // The reported readiness may be some seconds old.
    await until('its readiness', () => listed('lighter'), isReady);
  });
});

describe('polymarket', () => {
  test('is searched live, and shows what is predicted', async () => {
    const { body } = await get('markets?query=polymarket%20will&limit=2');
    expect(body.markets).toHaveLength(2);
    const [yes] = body.markets;
    expect(yes).toMatchObject({ venue: 'polymarket', kind: 'prediction', backtest_ready: false, max_leverage: null });
    expect(yes.prediction).toMatchObject({
      question: expect.any(String),
      outcomes: expect.any(Array),
      resolution: null,
    });
    expect(Date.parse(yes.prediction.end_date)).toBeGreaterThan(Date.now());
    const asked = `{ market(venue: "polymarket", symbol: "${yes.symbol}") { prediction { takerFees { rate exponent } } } }`;
    const { data } = (await caller.query(asked)).body;
    expect(yes.prediction.taker_fees).toEqual(data.market.prediction.takerFees);
    expect(body.next_cursor).toEqual(expect.any(String));
  });

  test('publishes releases that a token and a slug find; its candles have no volume', async () => {
    const [{ symbol }] = await released('polymarket');
    const [token] = symbol.split('.');
    const lookUp = async (market: string) =>
      (await caller.send('GET', `/runtime/backtests/dataset?venue=polymarket&market=${market}`)).body;
    const found = await lookUp(symbol);
    expect(found).toMatchObject({ backtest_ready: true, dataset: { funding: null } });
    const { body } = await caller.query(
      `{ market(venue: "polymarket", symbol: "${symbol}") { prediction { slug } candles(timeframe: "1h", first: 1) { volume close } } }`,
    );
    const { prediction, candles } = body.data.market;
    expect([candles.volume, candles.close.length]).toEqual([null, 1]);
    for (const market of [token, prediction.slug]) expect(await lookUp(market)).toEqual({ ...found, market });
    const { candles: minutes } = (await get(`candles?venue=polymarket&symbol=${symbol}&timeframe=1m&limit=1`)).body;
    expect(minutes[0].volume).toBeNull();
    const isReady = ({ body: page }: Answer) =>
      page.markets.some((market: ListedMarket) => market.symbol === symbol && market.backtest_ready);
    await until('its place among ready markets', () => get('markets?limit=200'), isReady);
  });
});

test('one query draws a market page', async () => {
  const { body } = await until(
    'the first snapshot',
    () =>
      caller.query(`{ market(venue: "hyperliquid", symbol: "BTC/USDC:USDC") {
        name kind status maxLeverage frameworkSymbols { freqtrade nautilus }
        candles(timeframe: "4h", last: 3) { t close rowsFrom { source } } funding(last: 3) { t annualized }
        setup { computedAt regime { state adx14 } levels { support resistance } }
        scan { category score } dataset { release tables { name } }
      } }`),
    (answer) => answer.body.data?.market?.setup !== null && answer.body.errors === undefined,
  );
  expect(body.data.market).toMatchObject({
    name: 'BTC',
    candles: { t: { length: 3 }, rowsFrom: [{ source: 'simulated' }] },
    setup: { regime: { adx14: expect.any(Number) } },
    dataset: { release: null },
  });
});
