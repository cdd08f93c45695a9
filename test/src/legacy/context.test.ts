/** Intelligence, markets and boards of the older surface. */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { type Answer, Caller, send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';

/** On a busy machine a first release takes its time. */
const RELEASED_MS_MAX = 240_000;
const CATEGORIES = ['momentum', 'mean_reversion', 'breakout', 'volume'];

let platform: Platform;
let caller: Caller;

jest.setTimeout(RELEASED_MS_MAX);

beforeAll(async () => {
  platform = await Platform.shared();
  caller = await Caller.register(platform, 'older-context@example.com');
});

afterAll(() => platform[Symbol.asyncDispose]());

const get = (path: string): Promise<Answer> => caller.send('GET', path);

/** A market in the lists of either surface. */
interface Found {
  readonly symbol: string;
  readonly score: number;
  readonly evidence: object;
}

describe('the scan', () => {
  /** Returns both surfaces' answers of one round. */
  async function both(older: string, unified: string): Promise<{ older: Answer['body']; unified: Found[] }> {
    const asked = async () => ({ older: (await get(older)).body, unified: (await get(unified)).body });
    const ofOneRound = await until('one round', asked, (read) => read.older.computed_at === read.unified.computed_at);
    return { older: ofOneRound.older, unified: ofOneRound.unified.results };
  }

  test.each(CATEGORIES)('lists by %s what the unified one does, with scores up to one', async (category) => {
    const { older, unified } = await both(
      '/v2/intelligence/scan?top_n=3',
      `/context/scan?bucket=alts&category=${category}&top_n=3`,
    );
    const rows = older.alts.buckets[category];
    expect(rows.map(({ score, evidence }: Found) => ({ score: score * 100, evidence }))).toEqual(
      unified.map(({ score, evidence }) => ({ score: expect.closeTo(score, 6), evidence })),
    );
    for (const [index, row] of rows.entries()) {
      expect(unified[index]?.symbol.startsWith(row.pair)).toBe(true);
      expect(row).toMatchObject({ timeframe: '1h', best_fit: { bucket: category, deploy_template: null } });
      expect(row.snapshot).toMatchObject({ pair: row.pair, mark_px: null });
    }
  });

  test('has what the older one had and nothing here computes as null, never as empty', async () => {
    const { status, body } = await get('/v2/intelligence/scan');
    expect([status, Object.keys(body)]).toEqual([200, ['computed_at', 'alts']]);
    expect(body.alts.scanned).toBeNull();
    expect(body.alts.buckets).toMatchObject({ squeeze: null, stealth: null, coiled: null, basis: null });
  });

  test('names markets of other exchanges as the older one did, each list as long as it was asked for', async () => {
    const { older, unified } = await both(
      '/v2/intelligence/scan?category=both&top_n=2',
      '/context/scan?bucket=hip3&top_n=2',
    );
    expect(Object.keys(older)).toEqual(['computed_at', 'alts', 'tradfi']);
    const { markets, ...others } = older.tradfi;
    expect(others).toEqual({ scanned: null, stocks: null, indices: null, commodities: null, fx: null });
    expect(markets.map(({ score }: Found) => score * 100)).toEqual(
      unified.map(({ score }) => expect.closeTo(score, 6)),
    );
    for (const { pair } of markets) expect(pair).toMatch(/^[a-z]+:[A-Z0-9]+$/);
    const alone = (await get('/v2/intelligence/scan?category=tradfi')).body;
    expect(Object.keys(alone)).toEqual(['computed_at', 'tradfi']);
  });

  test.each([
    ['bucket=squeeze', 501, 'feature_not_available'],
    ['bucket=other', 400, 'validation_failed'],
    ['category=stocks', 400, 'validation_failed'],
    ['top_n=11', 400, 'validation_failed'],
  ])('of %s is %i %s', async (query, status, code) => {
    const answer = await get(`/v2/intelligence/scan?${query}`);
    expect([answer.status, answer.body.error, 'docs_url' in answer.body]).toEqual([status, code, status === 501]);
  });
});

describe('a setup', () => {
  test('is found by a pair, with prices and the categories of the scan', async () => {
    const { status, body } = await get('/v2/intelligence/setup/eth');
    expect([status, body]).toEqual([
      200,
      {
        ...{ pair: 'ETH', found: true, computed_at: expect.any(String) },
        snapshot: {
          ...{ pair: 'ETH', mark_px: expect.any(Number), pct_change_24h: null },
          ...{ volume_usd_24h: expect.any(Number), oi_usd: expect.any(Number), funding_apr_pct: expect.any(Number) },
        },
        best_fit: body.bucket_fits[0] ?? null,
        bucket_fits: expect.any(Array),
      },
    ]);
    const unified = await get(`/context/setup/${encodeURIComponent('ETH/USDC:USDC')}`);
    // A round may end between the two.
    expect(Date.parse(unified.body.computed_at)).toBeGreaterThanOrEqual(Date.parse(body.computed_at));
    const { data } = (
      await caller.query('{ market(venue: "hyperliquid", symbol: "ETH/USDC:USDC") { scan { category score } } }')
    ).body;
    const fits = new Map(data.market.scan.map(({ category, score }: Answer['body']) => [category, score]));
    expect(body.bucket_fits.map(({ bucket }: { bucket: string }) => bucket).sort()).toEqual([...fits.keys()].sort());
  });

  test('of a third party’s exchange is found by the name that the scan gives it', async () => {
    const [row] = (await get('/v2/intelligence/scan?category=tradfi&top_n=1')).body.tradfi.markets;
    const { body } = await get(`/v2/intelligence/setup/${encodeURIComponent(row.pair)}`);
    expect(body).toMatchObject({ pair: row.pair, found: true });
  });

  test.each(['NOBODY', 'xyz:NOBODY', 'NO/USDC:USDC', 'N'.repeat(100)])(
    'of %s is not found, which is no refusal',
    async (pair) => {
      const { status, body } = await get(`/v2/intelligence/setup/${encodeURIComponent(pair)}`);
      expect([status, body]).toEqual([200, { pair, found: false }]);
    },
  );
});

describe('the search of markets', () => {
  const UNSTORED = { coverage: null, coverageStatus: 'metadata_only', backtestSupported: false };
  const STORED = { coverageStatus: 'available', backtestSupported: true };
  const search = (body: object) => caller.send('POST', '/v3/markets/search', body);

  test('finds prediction markets by words, each once, without tokens', async () => {
    const { status, body } = await search({ query: 'will', limit: 3, sector: 'any' });
    expect([status, body.status, body.candidates.length]).toEqual([200, 'candidates_found', 3]);
    const slugs = body.candidates.map(({ slug }: { slug: string }) => slug);
    expect(new Set(slugs).size).toBe(3);
    for (const candidate of body.candidates)
      expect(candidate).toEqual({
        ...{ slug: expect.any(String), question: expect.stringMatching(/will/i) },
        ...{ tradeCount: null, liquidity: null, volume: null, volume24h: null },
        // Histories are stored while the tests run.
        ...(candidate.coverage === null ? UNSTORED : { ...STORED, coverage: candidate.coverage }),
        deploymentSupported: false,
      });
    const { markets } = (await get('/context/markets?query=will&venue=polymarket&limit=6')).body;
    expect(slugs).toEqual([...new Set(markets.map((market: Answer['body']) => market.prediction.slug))]);
  });

  test('finds a market by its slug, and by the address of its page', async () => {
    const [{ slug, question }] = (await search({ query: 'will' })).body.candidates;
    for (const query of [slug, `https://markets.example/event/any/${slug}?tid=1`]) {
      const { body } = await search({ query });
      expect(body.candidates).toMatchObject([{ slug, question }]);
    }
    const tokens = (await get(`/context/markets?query=${slug}`)).body.markets;
    expect(tokens.map((market: Answer['body']) => market.prediction.slug)).toEqual([slug, slug]);
  });

  test('finds the markets of an event by its address', async () => {
    const { venues } = await platform.descriptor();
    const events = await fetch(`${venues.polymarket.gamma_url}/events/keyset?closed=false&limit=50`);
    const listed: { events: { slug: string; markets: unknown[] }[] } = JSON.parse(await events.text());
    const event = listed.events.find(({ markets }) => markets.length > 1);
    const { body } = await search({ query: `https://markets.example/event/${event?.slug}`, limit: 50 });
    expect(body.candidates.length).toBeGreaterThan(1);
  });

  test('says which markets have a stored history', async () => {
    const hoped = ({ body }: Answer) => body.datasets?.length > 0;
    const { datasets } = (await until('a release', () => get('/context/datasets?venue=polymarket'), hoped)).body;
    const { data } = (
      await caller.query(
        `{ market(venue: "polymarket", symbol: "${datasets[0].symbol}") { status prediction { slug } } }`,
      )
    ).body;
    const { slug } = data.market.prediction;
    const { body } = await search({ query: slug });
    const day = expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/);
    const candidate = { ...STORED, slug, coverage: { start: day, end: day } };
    // A closed market is not listed live.
    expect(body.candidates).toMatchObject(data.market.status === 'active' ? [candidate] : []);
  });

  test.each([
    [{ query: 'nothing has words like these' }, 200, 'not_found'],
    [{}, 400, 'validation_failed'],
    [{ query: ' ' }, 400, 'validation_failed'],
    [{ query: 'will', limit: 51 }, 400, 'validation_failed'],
  ])('for %j answers %i %s', async (asked, status, word) => {
    const { status: answered, body } = await search(asked);
    expect([answered, body.status ?? body.error]).toEqual([status, word]);
  });
});

describe('what is stored for backtests', () => {
  test('is that of the dataset', async () => {
    const { status, body } = await get('/v2/backtesting-data/hyperliquid?pair=BTC/USDC:USDC&timeframe=1h');
    const { datasets } = (await get('/context/datasets?venue=hyperliquid&symbol=BTC/USDC:USDC')).body;
    const { from, to, rows } = datasets[0].tables.candles_1h;
    expect([status, body]).toEqual([
      200,
      {
        available: true,
        pair: 'BTC/USDC:USDC',
        timeframe: '1h',
        from,
        to: expect.any(String),
        candles: expect.any(Number),
      },
    ]);
    // An hour may end between the two.
    expect([rows - body.candles <= 1, Date.parse(to) >= Date.parse(body.to)]).toEqual([true, true]);
  });

  test.each([
    ['hyperliquid?pair=NO/USDC:USDC&timeframe=1h', 404, 'market_not_found'],
    ['hyperliquid?pair=BTC-PERP.HYPERLIQUID&timeframe=1h', 400, 'symbol_not_canonical'],
    ['hyperliquid?pair=BTC/USDC:USDC&timeframe=2h', 400, 'validation_failed'],
    ['hyperliquid?timeframe=1h', 400, 'validation_failed'],
    ['binance?pair=BTC/USDT&timeframe=1h', 501, 'feature_not_available'],
    ['aerodrome?pair=AERO/USDC&timeframe=5m', 501, 'feature_not_available'],
  ])('of %s is %i %s', async (path, status, code) => {
    const answer = await get(`/v2/backtesting-data/${path}`);
    expect([answer.status, answer.body.error]).toEqual([status, code]);
  });
});

test('the leaderboard lists what the unified one does', async () => {
  const { status, body } = await get('/v2/leaderboard-strategies');
  const { strategies, disclaimer } = (await get('/context/leaderboard')).body;
  expect([status, body]).toEqual([200, { items: strategies, nextCursor: null, disclaimer }]);
});

test.each([
  '/v2/copy-trading/traders?limit=5',
  '/v2/copy-trading/traders/0x52908400098527886E0F7030069857D2E4169EE7',
  '/v2/daily-digest?locale=en',
])('%s is not there, with a page that says so', async (path) => {
  const { status, body } = await get(path);
  expect([status, body]).toEqual([
    501,
    {
      error: 'feature_not_available',
      message: expect.any(String),
      details: { successor: expect.stringMatching(/^GET \/context\//) },
      docs_url: expect.stringMatching(/\/docs\/errors\/feature_not_available$/),
    },
  ]);
});

test.each([
  ['GET', '/v2/intelligence/scan'],
  ['GET', '/v2/intelligence/setup/ETH'],
  ['POST', '/v3/markets/search'],
  ['GET', '/v2/backtesting-data/hyperliquid?pair=BTC/USDC:USDC&timeframe=1h'],
  ['GET', '/v2/leaderboard-strategies'],
  ['GET', '/v2/copy-trading/traders'],
  ['GET', '/v2/daily-digest'],
])('without a credential, %s %s is unauthorized', async (method, path) => {
  const { status, body } = await send(caller.baseUrl, method, path, method === 'POST' ? { body: {} } : {});
  expect([status, body.error, typeof body.request_id]).toEqual([401, 'unauthorized', 'string']);
});
