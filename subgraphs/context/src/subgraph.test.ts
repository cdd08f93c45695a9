import { InMemoryCache } from '@apollo/client/cache';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { createTestTokens, type TestTokens, testUser } from '@platform/keys/tokens/testing';
import { systemClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { type ContextServiceDefinition, contextService } from '@platform/protos/context';
import { type AccessTable, type GrpcServer, type Handlers, startGrpcServer } from '@platform/rpc/grpc';
import { startSubgraph } from '@platform/rpc/subgraph';
import { parse, print } from 'graphql';
import { createContext } from './context.js';
import { build } from './subgraph.js';

const logger = createLogger({ process: 'test', level: 'silent' });
let tokens: TestTokens;
let service: GrpcServer<ContextServiceDefinition>;
let subgraph: Awaited<ReturnType<typeof startSubgraph>>;
/** The requests that the service received. */
const asked: unknown[] = [];

/** A market whose candles have no volume. */
const NO_VOLUME = 'NO-VOLUME';
const unasked = () => Promise.reject(new Error('nobody asks this'));
const marketOf = (symbol: string, kind = 'perpetual') => ({
  ...{ venue: 'hyperliquid', symbol, kind, status: 'active', backtestReady: true },
  ...{ name: symbol, frameworkSymbols: {}, tickSize: '1.0', minOrderUsd: '10.00', maxLeverage: 40, prediction: null },
});
const wishOf = (state: object) => ({
  ...{ venue: 'polymarket', market: 'rain', symbols: ['1.POLYMARKET', '2.POLYMARKET'], requestedAtMs: 60_000 },
  ...{ state: 'ready', ...state },
});
const findingOf = (symbol: string) => ({
  ...{ venue: 'hyperliquid', symbol, category: 'volume', score: 50, evidenceJson: '{"volume_ratio":2}' },
});
const access: AccessTable<ContextServiceDefinition> = {
  ...{ ListMarkets: { users: 'read' }, GetMarket: { users: 'read' }, BatchGetMarkets: { users: 'read' } },
  ...{ ListCandles: { users: 'read' }, ListFunding: { users: 'read' }, ListVenues: { users: 'read' } },
  ...{ ListDatasets: { users: 'read' }, GetBacktestDataset: { users: 'read' }, ResolveHistory: { users: 'none' } },
  ListInstruments: { users: 'none' },
  ...{ GetScan: { users: 'read' }, GetSetup: { users: 'read' }, BatchGetSnapshots: { users: 'read' } },
  BatchGetTickers: { users: 'read' },
  ...{
    RequestMarket: { users: 'write' },
    DropMarketRequest: { users: 'write' },
    ListMarketRequests: { users: 'read' },
  },
};
const handlers: Handlers<ContextServiceDefinition> = {
  ...{ GetMarket: unasked, BatchGetMarkets: unasked, ListVenues: unasked, ResolveHistory: unasked },
  ...{ GetSetup: unasked, GetBacktestDataset: unasked, ListInstruments: unasked, DropMarketRequest: unasked },
  RequestMarket: async (request) => {
    asked.push(request);
    return { request: wishOf({ state: 'requested' }) };
  },
  ListMarketRequests: async () => ({ requests: [wishOf({ state: 'refused', reason: 'no_bars', progress: 0.5 })] }),
  GetScan: async (request) => {
    asked.push(request);
    return { scan: { computedAtMs: 60_000, results: [findingOf('ETH/USDC:USDC')] } };
  },
  BatchGetTickers: async (request) => {
    asked.push(request);
    const [read, ...unreadable] = request.references;
    const prices = { mark: 97_000.5, volume24h: 0, atMs: 60_000 };
    return { tickers: read === undefined ? [] : [{ ...read, ...prices }], unreadable };
  },
  BatchGetSnapshots: async (request) => {
    asked.push(request);
    const setup = {
      ...{ venue: 'hyperliquid', symbol: 'BTC/USDC:USDC', computedAtMs: 60_000 },
      ...{ regime: { state: 'ranging', adx14: 12.5 }, levels: { support: [90, 80], resistance: [] } },
      ...{ volatility: {}, funding: { currentAnnualized: 0.1, trend: 'flat' } },
    };
    return { snapshots: [{ setup, findings: [findingOf('BTC/USDC:USDC')] }] };
  },
  ListMarkets: async (request) => {
    asked.push(request);
    const markets = [marketOf('BTC/USDC:USDC'), marketOf('ETH/USDC:USDC')];
    return { markets, cursors: ['c0', 'c1'], totalCount: 57, unavailableVenues: ['lighter'] };
  },
  ListCandles: async (request) => {
    asked.push(request);
    return {
      tMs: [60_000, 0],
      open: [1, 2],
      high: [3, 4],
      low: [5, 6],
      close: [7, 8],
      volume: request.symbol === NO_VOLUME ? [] : [9, 10],
      nextCursor: 'n',
      rowsFrom: [{ source: 'recorded', fromMs: 0, toMs: 120_000 }],
    };
  },
  ListFunding: async (request) => {
    asked.push(request);
    return { tMs: [0], rate: [0.1], annualized: [876], rowsFrom: [{ source: 'venue', fromMs: 0, toMs: 3_600_000 }] };
  },
  ListDatasets: async () => ({
    datasets: ['BTC/USDC:USDC', 'ETH/USDC:USDC'].map((symbol) => ({
      ...{ venue: 'hyperliquid', symbol, tables: [], audited: false, gaps: [] },
    })),
  }),
};

beforeAll(async () => {
  tokens = await createTestTokens(systemClock);
  const verifier = tokens.verifier('context');
  service = await startGrpcServer({
    ...{ listen: '127.0.0.1:0', verifier, logger },
    service: { ...contextService, access, handlers },
  });
  subgraph = await startSubgraph({
    ...{ listen: '127.0.0.1:0', passes: async () => true, verifier, logger },
    schema: (await build()).schema,
    context: (request) => createContext(service.localClient, request),
  });
});

afterAll(async () => {
  await subgraph.close();
  await service.close();
  await tokens.remove();
});

beforeEach(() => {
  asked.length = 0;
});

async function ask(query: string) {
  const token = await tokens.mint(testUser('acc_1'), 'context');
  const response = await fetch(`http://127.0.0.1:${subgraph.port}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read the fields that they expect, and fail if one is missing.
  return (await response.json()) as any;
}

const MARKET = 'venue: "hyperliquid", symbol: "BTC/USDC:USDC"';

describe('candles', () => {
  test('come as columns and as rows with the same values', async () => {
    const { data } = await ask(
      `{ candles(${MARKET}, timeframe: "1m", first: 2) { t open rows { t open high low close volume } } }`,
    );
    expect(data.candles).toEqual({
      t: ['1970-01-01T00:01:00.000Z', '1970-01-01T00:00:00.000Z'],
      open: [1, 2],
      rows: [
        { t: '1970-01-01T00:01:00.000Z', open: 1, high: 3, low: 5, close: 7, volume: 9 },
        { t: '1970-01-01T00:00:00.000Z', open: 2, high: 4, low: 6, close: 8, volume: 10 },
      ],
    });
    const funding = await ask(`{ funding(${MARKET}) { rows { t rate annualized } } }`);
    expect(funding.data.funding.rows).toEqual([{ t: '1970-01-01T00:00:00.000Z', rate: 0.1, annualized: 876 }]);
  });

  test('say where their rows come from', async () => {
    const rowsFrom = 'rowsFrom { source from to }';
    const { data } = await ask(
      `{ candles(${MARKET}, timeframe: "1m") { ${rowsFrom} } funding(${MARKET}) { ${rowsFrom} } }`,
    );
    const [from, minutes, hour] = ['00:00', '00:02', '01:00'].map((time) => `1970-01-01T${time}:00.000Z`);
    expect(data.candles.rowsFrom).toEqual([{ source: 'recorded', from, to: minutes }]);
    expect(data.funding.rowsFrom).toEqual([{ source: 'venue', from, to: hour }]);
  });

  test('of a venue without volumes have none, as a column and in rows', async () => {
    const { data } = await ask(
      `{ candles(venue: "hyperliquid", symbol: "${NO_VOLUME}", timeframe: "1m") { volume rows { volume } } }`,
    );
    expect(data.candles).toEqual({ volume: null, rows: [{ volume: null }, { volume: null }] });
  });

  test.each([
    ['', { limit: 500, newestFirst: false }],
    ['first: 3, after: "c"', { limit: 3, cursor: 'c', newestFirst: false }],
    ['last: 4', { limit: 4, newestFirst: true }],
    ['last: 4, before: "c"', { limit: 4, cursor: 'c', newestFirst: true }],
    ['first: null, after: null, last: 4', { limit: 4, newestFirst: true }],
  ])('with (%s) are asked for accordingly', async (page, request) => {
    await ask(`{ candles(${MARKET}, timeframe: "1m", ${page}) { nextCursor } }`);
    expect(asked).toEqual([{ venue: 'hyperliquid', symbol: 'BTC/USDC:USDC', timeframe: '1m', ...request }]);
  });

  test.each([
    ['first: 3, last: 4', 'last'],
    ['last: 4, after: "c"', 'after'],
    ['before: "c"', 'before'],
  ])('with (%s) are refused, naming %s', async (page, path) => {
    const { errors } = await ask(`{ candles(${MARKET}, timeframe: "1m", ${page}) { nextCursor } }`);
    expect(errors[0].extensions).toMatchObject({ code: 'invalid_request', details: [{ path }] });
    expect(asked).toEqual([]);
  });
});

describe('markets', () => {
  test('are narrowed by every argument, and counted', async () => {
    const { data } = await ask(`{ markets(query: "b", first: 2, venue: "hyperliquid", kind: perpetual, status: active,
      framework: "nautilus", backtestReady: true) { totalCount unavailableVenues nodes { symbol } } }`);
    const nodes = [{ symbol: 'BTC/USDC:USDC' }, { symbol: 'ETH/USDC:USDC' }];
    expect(data.markets).toEqual({ totalCount: 57, unavailableVenues: ['lighter'], nodes });
    const filters = {
      venue: 'hyperliquid',
      kind: 'perpetual',
      status: 'active',
      framework: 'nautilus',
      backtestReady: true,
    };
    expect(asked).toEqual([{ query: 'b', limit: 2, ...filters }]);
  });

  test('are given back by a cache that keeps objects by type and id as they were', async () => {
    const cache = new InMemoryCache();
    const query = cache.transformDocument(
      parse('{ markets { nodes { id symbol dataset { id symbol } } } datasets { id venue symbol } }'),
    );
    const { data } = await ask(print(query));
    cache.writeQuery({ query, data });
    expect(cache.readQuery({ query })).toEqual(data);
    expect(Object.keys(cache.extract()).sort()).toEqual([
      ...['Dataset:hyperliquid/BTC/USDC:USDC', 'Dataset:hyperliquid/ETH/USDC:USDC'],
      ...['Market:hyperliquid/BTC/USDC:USDC', 'Market:hyperliquid/ETH/USDC:USDC', 'ROOT_QUERY'],
    ]);
  });
});

describe('what was computed of markets', () => {
  test('is read of all of them in one call', async () => {
    const { data } = await ask(`{ markets { nodes {
      setup { computedAt regime { state adx14 } levels { support resistance } volatility { atr14Pct } funding { trend } }
      scan { category score evidenceJson }
    } } }`);
    const setup = {
      computedAt: '1970-01-01T00:01:00.000Z',
      regime: { state: 'ranging', adx14: 12.5 },
      levels: { support: [90, 80], resistance: [] },
      volatility: { atr14Pct: null },
      funding: { trend: 'flat' },
    };
    expect(data.markets.nodes).toEqual([
      { setup, scan: [{ category: 'volume', score: 50, evidenceJson: '{"volume_ratio":2}' }] },
      { setup: null, scan: [] },
    ]);
    expect(asked.slice(1)).toEqual([
      {
        references: ['BTC/USDC:USDC', 'ETH/USDC:USDC'].map((symbol) => ({ venue: 'hyperliquid', symbol })),
      },
    ]);
  });

  test.each([
    ['', { topN: 10 }],
    ['bucket: null, category: null', { topN: 10 }],
    ['bucket: hip3, category: mean_reversion, topN: 3', { bucket: 'hip3', category: 'mean_reversion', topN: 3 }],
  ])('is a scan, asked for by (%s)', async (page, request) => {
    const { data } = await ask(`{ scan${page && `(${page})`} { computedAt results { symbol } } }`);
    expect(data.scan).toEqual({ computedAt: '1970-01-01T00:01:00.000Z', results: [{ symbol: 'ETH/USDC:USDC' }] });
    expect(asked).toEqual([request]);
  });
});

test('tickers of markets are read in one call, and a venue that cannot be read is an error of its markets alone', async () => {
  const { data, errors } = await ask(
    `{ markets { nodes { symbol ticker { mark mid bid volume24h openInterest fundingRate at } } } }`,
  );
  const unknown = { mid: null, bid: null, openInterest: null, fundingRate: null };
  const ticker = { ...unknown, mark: 97_000.5, volume24h: 0, at: '1970-01-01T00:01:00.000Z' };
  expect(data.markets.nodes).toEqual([
    { symbol: 'BTC/USDC:USDC', ticker },
    { symbol: 'ETH/USDC:USDC', ticker: null },
  ]);
  expect(errors).toMatchObject([
    { path: ['markets', 'nodes', 1, 'ticker'], extensions: { code: 'context_upstream_unavailable' } },
  ]);
  expect(asked).toHaveLength(2);
});

describe('requests of markets', () => {
  test('are made by venue and market, and listed with what became of them', async () => {
    const fields = 'venue market symbols state reason progress requestedAt';
    const { data } = await ask(
      `mutation { requestMarket(input: { venue: "polymarket", market: "rain" }) { request { ${fields} } } }`,
    );
    const wish = { venue: 'polymarket', market: 'rain', symbols: ['1.POLYMARKET', '2.POLYMARKET'] };
    const requestedAt = '1970-01-01T00:01:00.000Z';
    const made = { ...wish, state: 'requested', reason: null, progress: null, requestedAt };
    expect([data.requestMarket.request, asked]).toEqual([made, [{ venue: 'polymarket', market: 'rain' }]]);
    const listed = await ask(`{ marketRequests { ${fields} } }`);
    expect(listed.data.marketRequests).toEqual([{ ...made, state: 'refused', reason: 'no_bars', progress: 0.5 }]);
  });
});
