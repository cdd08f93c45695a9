/** Polymarket as a user has it: over REST alone. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Answer, Caller } from '../platform/caller.js';
import { payIn } from '../platform/chain.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';

const PAID_IN_MICRO_USDC = 75_000_000n;
const SETUP = '/wallet/venues/polymarket/setup';
let platform: Platform;
let caller: Caller;

beforeAll(async () => {
  platform = await Platform.shared();
  caller = await Caller.register(platform, 'polymarket-user@example.com');
}, 180_000);

/** Submits an action; returns its record once its outcome is known. */
async function execute(action: object): Promise<Answer['body']> {
  const key = { 'idempotency-key': randomUUID() };
  const { status, body } = await caller.send('POST', '/runtime/executions', { venue: 'polymarket', action }, key);
  if (status >= 300) throw new Error(`it was refused: ${JSON.stringify(body)}`);
  const settled = await until(
    'the execution',
    () => caller.send('GET', `/runtime/executions/${body.id}`),
    ({ body: record }) => !['submitting', 'reconciling'].includes(record?.status),
  );
  return settled.body;
}

async function openOrders(): Promise<Answer['body']> {
  const fields = 'id symbol side limitPrice size';
  const { body } = await caller.query(`{ wallet { openOrders(venue: "polymarket") { ${fields} } } }`);
  return body.data.wallet.openOrders;
}

afterAll(() => platform[Symbol.asyncDispose]());

test('a deposit on Arbitrum is set up at the venue, and the wallet shows it there', async () => {
  const { arbitrum } = await platform.descriptor();
  const { address, venues } = (await caller.send('GET', '/wallet')).body;
  expect(venues.polymarket).toMatchObject({
    balance_usd: 0,
    deposit: { chain: 'arbitrum', asset: 'USDC', address },
    readiness: { venue_reachable: true, wallet_ready: true, account_exists: false, deposit_route_ready: true },
    operation: null,
  });
  await payIn(arbitrum, [address], PAID_IN_MICRO_USDC);
  await until(
    'the deposit',
    () => caller.send('GET', '/wallet/deposits'),
    ({ body }) => body.deposits[0]?.status === 'confirmed',
  );
  const accepted = await caller.send('POST', SETUP, { amount_usd: '60.00' }, { 'idempotency-key': randomUUID() });
  expect([accepted.status, accepted.body]).toMatchObject([202, {}]);
  const { body } = await until(
    'the setup',
    () => caller.send('GET', '/wallet'),
    ({ body: wallet }) => wallet.venues?.polymarket.operation?.status === 'completed',
  );
  expect(body.venues.polymarket).toMatchObject({ balance_usd: 60, readiness: { account_exists: true } });
}, 240_000);

test('an order is placed there, shown and canceled, and another one buys', async () => {
  const { markets } = (await caller.send('GET', '/context/markets?venue=polymarket&query=will&limit=1')).body;
  const { symbol } = markets[0];
  const tokenID = symbol.replace('.POLYMARKET', '');
  const order = { type: 'placeLimitOrder', tokenID, side: 'BUY', size: '10', price: '0.01' };
  const placed = await execute(order);
  expect(placed).toMatchObject({ status: 'succeeded', venue: 'polymarket', action_type: 'placeLimitOrder' });
  const { orderID } = placed.result;
  expect(await openOrders()).toEqual([{ id: orderID, symbol, side: 'buy', limitPrice: '0.01', size: '10' }]);
  expect(await execute({ type: 'cancelOrder', orderID })).toMatchObject({ status: 'succeeded' });
  expect(await openOrders()).toEqual([]);
  const bought = await execute({ type: 'placeMarketOrder', tokenID, side: 'BUY', amount: '5', price: '0.99' });
  // Its answer says from the first that a match is not final.
  expect(bought).toMatchObject({
    status: 'succeeded',
    settlement: expect.stringMatching(/^(matched|mined|confirmed)$/),
  });
}, 240_000);
