import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Customer } from '../money/customer.js';
import { clearFaults, injectFault } from '../platform/faults.js';
import { Platform } from '../platform/platform.js';
import { askVenue, restingMarket, restingOrder } from '../platform/venue.js';
import { until } from '../platform/wait.js';

const HOLDINGS = `{ wallet {
  positions(venue: "hyperliquid") { symbol side size sizeUsd entryPrice unrealizedPnlUsd marginUsedUsd liquidationPrice marginMode leverage }
  openOrders(venue: "hyperliquid") { id symbol side type limitPrice triggerPrice size originalSize reduceOnly createdAt }
} }`;
let platform: Platform;
let customer: Customer;

beforeAll(async () => {
  platform = await Platform.start('its venue has faults');
  customer = await Customer.register(platform, 'holdings');
  await Customer.fund(platform, [customer], 120);
  await customer.setUp('100');
}, 240_000);

afterAll(() => platform[Symbol.asyncDispose]());

test('positions and open orders of a wallet are what the venue shows, and unknown while it is down', async () => {
  expect((await customer.caller.query(HOLDINGS)).body.data.wallet).toMatchObject({ positions: [], openOrders: [] });
  const { url } = (await platform.descriptor()).venues.hyperliquid;
  const market = await restingMarket(url);
  const [meta, contexts] = await askVenue(url, { type: 'metaAndAssetCtxs' });
  const crossing = { p: String(Math.ceil(Number(contexts[market.asset].markPx) * 1.02)), t: { limit: { tif: 'Ioc' } } };
  await customer.execute(restingOrder(market));
  await customer.execute(restingOrder(market, crossing));
  const isShown = ({ body }: { body: { data: { wallet: { positions: unknown[]; openOrders: unknown[] } } } }) =>
    body.data.wallet.positions.length === 1 && body.data.wallet.openOrders.length === 1;
  const shown = await until('what was ordered', () => customer.caller.query(HOLDINGS), isShown);
  // Worth less than the account has, so it is never liquidated.
  const symbol = `${meta.universe[market.asset].name}/USDC:USDC`;
  const { positions, openOrders } = shown.body.data.wallet;
  expect(positions).toMatchObject([{ symbol, side: 'long', marginMode: 'cross', liquidationPrice: null }]);
  expect(Number(positions[0].size)).toBe(Number(market.size));
  expect(openOrders).toMatchObject([{ symbol, side: 'buy', type: 'Limit', triggerPrice: null, reduceOnly: false }]);
  const [{ oid, limitPx }] = await askVenue(url, { type: 'openOrders', user: customer.address });
  expect(openOrders[0]).toMatchObject({ id: String(oid), limitPrice: limitPx });
  await injectFault(platform, { kind: 'disconnect', count: 10_000, scope: 'all' });
  // What was just read may be shown for as long as the venue's allowance is short.
  const areUnknown = ({ body }: typeof shown) =>
    body.data.wallet.positions === null && body.data.wallet.openOrders === null;
  const down = await until('what is unknown', () => customer.caller.query(HOLDINGS), areUnknown);
  await clearFaults(platform);
  expect(down.body.errors.map(({ extensions }: { extensions: { code: string } }) => extensions.code)).toEqual([
    'wallet_upstream_unavailable',
    'wallet_upstream_unavailable',
  ]);
});

test.each([
  ['polymarket', 'feature_not_available'],
  ['nowhere', 'venue_not_supported'],
])('positions at %s are null with %s', async (venue, code) => {
  const { body } = await customer.caller.query(`{ wallet { positions(venue: "${venue}") { symbol } } }`);
  expect([body.data.wallet.positions, body.errors[0].extensions.code]).toEqual([null, code]);
});
