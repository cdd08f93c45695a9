import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { holdRequest } from '../end-to-end/nautilus-strategies.js';
import { type Answer, Caller, send } from '../platform/caller.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';
import { callTool } from './call-tool.js';

/** Markets that accounts ask for, through the graph and by tools. */

const VENUE = 'polymarket';
const WAIT_MS_MAX = 240_000;
const AT_ONCE_MAX = 10;
const FIELDS = 'market symbols state reason progress';
let platform: Platform;
let alice: Caller;
let bob: Caller;
/** Slugs of markets that trade, have known fees and that the operator does not collect. */
let uncollected: readonly string[];

jest.setTimeout(WAIT_MS_MAX);

beforeAll(async () => {
  platform = await Platform.start('its context service is killed');
  [alice, bob] = (await Promise.all(
    ['alice-asks@example.com', 'bob-asks@example.com'].map((email) => Caller.register(platform, email)),
  )) as [Caller, Caller];
  uncollected = await findUncollected();
});

afterAll(() => platform[Symbol.asyncDispose]());

function request(caller: Caller, market: string, venue = VENUE): Promise<Answer> {
  const mutation = `mutation ($input: RequestMarketInput!) { requestMarket(input: $input) { request { ${FIELDS} } } }`;
  return caller.query(mutation, { input: { venue, market } });
}

function drop(caller: Caller, market: string): Promise<Answer> {
  const mutation = `mutation ($input: DropMarketRequestInput!) { dropMarketRequest(input: $input) { request { market } } }`;
  return caller.query(mutation, { input: { venue: VENUE, market } });
}

async function requestsOf(caller: Caller): Promise<Answer['body'][]> {
  return (await caller.query(`{ marketRequests { ${FIELDS} } }`)).body.data.marketRequests;
}

function codeOf({ body }: Answer): unknown {
  return body.errors?.[0].extensions.code;
}

function datasetOf(market: string): Promise<Answer> {
  return alice.send('GET', `/runtime/backtests/dataset?venue=${VENUE}&market=${market}`);
}

async function findUncollected(): Promise<string[]> {
  const asked =
    '{ markets(query: "will", venue: "polymarket", first: 100) { nodes { prediction { slug takerFees { rate } } } } }';
  const { nodes } = (await alice.query(asked)).body.data.markets;
  const known = nodes.filter(({ prediction }: Answer['body']) => prediction.takerFees !== null);
  const slugs = new Set<string>(known.map(({ prediction }: Answer['body']) => prediction.slug));
  const found = await Promise.all(
    [...slugs].map(async (slug) =>
      (await datasetOf(slug)).body.unavailability_reason === 'not_published' ? [slug] : [],
    ),
  );
  return found.flat();
}

function nth(index: number): string {
  const slug = uncollected[index];
  if (slug === undefined) throw new Error(`only ${uncollected.length} markets are not collected`);
  return slug;
}

test('a market that nobody collects becomes ready for two accounts that ask for it, past the death of the service', async () => {
  const market = nth(0);
  const asked = await request(alice, market);
  // The collector may have taken it up before the answer was read.
  const state = expect.stringMatching(/^(requested|collecting)$/);
  expect(asked.body).toMatchObject({ data: { requestMarket: { request: { market, state } } } });
  const [symbol] = asked.body.data.requestMarket.request.symbols;
  const refused = await alice.send(
    'POST',
    '/runtime/backtests',
    holdRequest(symbol, { from: '2026-01-01', to: '2026-01-02' }),
  );
  expect(refused.body.error).toMatchObject({
    code: 'data_unavailable',
    message: expect.stringContaining('requestMarket'),
  });
  await platform.kill('context');
  const tool = () => callTool(bob, 'context.market_requests.create', { venue: VENUE, market: symbol });
  const again = await until('an answer of the restarted service', tool, ({ isError }) => !isError);
  expect(again.body).toMatchObject({ market, symbols: asked.body.data.requestMarket.request.symbols });
  const isReady = ({ body }: Awaited<ReturnType<typeof tool>>) => body.requests[0]?.state === 'ready';
  const listed = await until('a ready market', () => callTool(bob, 'context.market_requests.list'), isReady);
  expect(listed.body.requests).toEqual([{ ...again.body, state: 'ready', progress: 1 }]);
  expect(await requestsOf(alice)).toMatchObject([{ market, state: 'ready', reason: null, progress: 1 }]);
  const { nodes } = (
    await alice.query('{ markets(venue: "polymarket", backtestReady: true, first: 100) { nodes { symbol } } }')
  ).body.data.markets;
  expect(nodes).toContainEqual({ symbol });
  const { bars } = (await datasetOf(market)).body.dataset;
  const range = { from: bars.coverage_start, to: bars.coverage_end };
  const { body } = await alice.send('POST', '/runtime/backtests', holdRequest(symbol, range, '1-MINUTE', '100'));
  expect(await alice.untilEnded(body.id, WAIT_MS_MAX)).toMatchObject({ status: 'finished', result: { trades: 1 } });
});

describe('a request', () => {
  test('is seen and dropped by its account alone, and what was collected stays', async () => {
    const market = nth(0);
    const carol = await Caller.register(platform, 'carol-asks@example.com');
    expect([await requestsOf(carol), codeOf(await drop(carol, market))]).toEqual([[], 'market_not_found']);
    expect((await drop(alice, market)).body.data.dropMarketRequest.request).toEqual({ market });
    expect((await callTool(bob, 'context.market_requests.list')).body.requests).toHaveLength(1);
    const dropped = await callTool(bob, 'context.market_requests.drop', { venue: VENUE, market });
    expect([dropped.isError, dropped.body.market]).toEqual([false, market]);
    expect([await requestsOf(alice), await requestsOf(bob)]).toEqual([[], []]);
    expect((await datasetOf(market)).body.backtest_ready).toBe(true);
  });

  test('needs a key that may trade', async () => {
    const minted = await alice.sendAsSession('POST', '/account/keys', { name: 'reads', permissions: ['read'] });
    const reader = new Caller(alice.baseUrl, alice.graphqlUrl, alice.email, minted.body.api_key, '', alice.accountId);
    expect(codeOf(await request(reader, nth(1)))).toBe('insufficient_permissions');
    const { isError, body } = await callTool(reader, 'context.market_requests.create', {
      venue: VENUE,
      market: nth(1),
    });
    expect([isError, body.error.code]).toEqual([true, 'insufficient_permissions']);
    expect(await requestsOf(reader)).toEqual([]);
  });

  test.each([
    ['a market that does not exist', VENUE, 'there-is-no-such-market', 'market_not_found'],
    ['a venue that collects all of its markets', 'hyperliquid', 'BTC/USDC:USDC', 'invalid_request'],
    ['a venue that is planned', 'binance', 'BTC/USDT', 'feature_not_available'],
  ])('of %s is refused', async (_, venue, market, code) => {
    expect(codeOf(await request(alice, market, venue))).toBe(code);
    const { body } = await callTool(alice, 'context.market_requests.create', { venue, market });
    expect(body.error.code).toBe(code);
    expect(await requestsOf(alice)).toEqual([]);
  });

  test('has no route', async () => {
    const body = { venue: VENUE, market: nth(1) };
    const headers = { 'x-api-key': alice.apiKey };
    expect(await send(alice.baseUrl, 'POST', '/mcp/context/market-requests', { headers, body })).toMatchObject({
      ...{ status: 404, body: { error: { code: 'not_found' } } },
    });
  });

  test('beyond what an account may ask for at once is refused, until it drops one', async () => {
    for (let index = 1; index <= AT_ONCE_MAX; index += 1)
      expect(codeOf(await request(bob, nth(index)))).toBeUndefined();
    const refused = await request(bob, nth(AT_ONCE_MAX + 1));
    expect(refused.body.errors[0].extensions).toMatchObject({
      ...{ code: 'quota_exceeded', details: { scope: 'account', limit: AT_ONCE_MAX, used: AT_ONCE_MAX } },
    });
    expect(codeOf(await request(bob, nth(1)))).toBeUndefined();
    await drop(bob, nth(1));
    expect(codeOf(await request(bob, nth(AT_ONCE_MAX + 1)))).toBeUndefined();
    expect(await requestsOf(bob)).toHaveLength(AT_ONCE_MAX);
  });
});
