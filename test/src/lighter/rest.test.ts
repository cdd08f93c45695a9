/** Lighter as a user has it: over REST alone. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { VenueCustomer } from '../executions/venue-customer.js';
import type { Answer } from '../platform/caller.js';
import { payIn } from '../platform/chain.js';
import { Platform } from '../platform/platform.js';
import { until } from '../platform/wait.js';

const PAID_IN_MICRO_USDC = 575_000_000n;
/**
 * Between two reads of the venue, as a user has to wait: the platform has twenty requests per minute there for all wallets. While they are
 * spent a read is refused, or up to 15 seconds old.
 */
const READS = { pollIntervalMs: 5_000 };
let platform: Platform;
let customer: VenueCustomer;

beforeAll(async () => {
  platform = await Platform.shared();
  customer = await VenueCustomer.register(platform, 'lighter', 'lighter-user');
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

async function execute(action: object): Promise<Answer['body']> {
  return customer.settled(await customer.submitUntilRecorded(action, randomUUID()));
}

async function openOrders(expected: number): Promise<Answer['body']> {
  const fields = 'id symbol side limitPrice size';
  const { body } = await until(
    `${expected} open orders`,
    () => customer.caller.query(`{ wallet { openOrders(venue: "lighter") { ${fields} } } }`),
    ({ body }) => body.data?.wallet?.openOrders?.length === expected,
    READS,
  );
  return body.data.wallet.openOrders;
}

test('a deposit on Arbitrum is set up at the venue, and the wallet shows it there', async () => {
  const { arbitrum } = await platform.descriptor();
  const { address, venues } = (await customer.caller.send('GET', '/wallet')).body;
  expect(venues.lighter).toMatchObject({
    balance_usd: 0,
    deposit: { chain: 'arbitrum', asset: 'USDC', address },
    readiness: { venue_reachable: true, wallet_ready: true, account_exists: false, deposit_route_ready: true },
    operation: null,
  });
  await payIn(arbitrum, [address], PAID_IN_MICRO_USDC);
  await customer.setUp('500.00');
  const { body } = await until(
    'the balance at the venue',
    () => customer.caller.send('GET', '/wallet'),
    ({ body }) => body.venues?.lighter.balance_usd > 0,
    READS,
  );
  expect(body.venues.lighter).toMatchObject({ balance_usd: 500, readiness: { account_exists: true } });
}, 240_000);

test('an order is placed there, shown and canceled, and another one buys', async () => {
  const order = { type: 'create_order', market_index: 0, base_amount: 1_000, price: 100_000, is_ask: false };
  const placed = await execute({ ...order, order_type: 0, time_in_force: 1 });
  expect(placed).toMatchObject({ status: 'succeeded', venue: 'lighter', action_type: 'create_order' });
  const [shown] = await openOrders(1);
  expect(shown).toMatchObject({ symbol: 'ETH-PERP.LIGHTER', side: 'buy', limitPrice: '1000.00' });
  const cancel = { type: 'cancel_order', market_index: 0, order_index: shown.id };
  expect(await execute(cancel)).toMatchObject({ status: 'succeeded' });
  expect(await openOrders(0)).toEqual([]);
  const buy = { type: 'create_market_order', market_index: 0, base_amount: 1_000, is_ask: false };
  expect(await execute({ ...buy, avg_execution_price: 900_000 })).toMatchObject({ status: 'succeeded' });
  await until(
    'the position',
    () => customer.caller.query('{ wallet { positions(venue: "lighter") { symbol side } } }'),
    ({ body }) => body.data?.wallet?.positions?.length === 1,
    READS,
  );
}, 240_000);
