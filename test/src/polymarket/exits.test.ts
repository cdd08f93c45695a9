/** Money leaves Polymarket over REST, where the operator has switched it on. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { Customer } from '../money/customer.js';
import { payIn, usdcOf } from '../platform/chain.js';
import { injectFault } from '../platform/faults.js';
import { Platform } from '../platform/platform.js';

const PAID_IN_MICRO_USDC = 75_000_000n;
const SETUP = '/wallet/venues/polymarket/setup';
let platform: Platform;
let customer: Customer;

beforeAll(async () => {
  platform = await Platform.start('money leaves a venue of which that is under construction', {
    ...{ FEATURE_VENUE_EXITS: 'true', FEATURE_WITHDRAWAL_OTP: 'true' },
  });
  customer = await Customer.register(platform, 'exits');
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose]());

async function source() {
  const { body } = await customer.caller.send('GET', '/wallet/withdraw/sources');
  return body.sources.find(({ source: name }: { readonly source: string }) => name === 'polymarket');
}

test('from a setup there to USDC at the destination, to the cent, with what the bridge keeps', async () => {
  const { polygon, arbitrum } = await platform.descriptor();
  await payIn(polygon, [customer.address], PAID_IN_MICRO_USDC);
  await customer.confirmedDeposit();
  await customer.caller.send('POST', SETUP, { amount_usd: '75.00' }, { 'idempotency-key': randomUUID() });
  await customer.wallet(({ venues }) => venues.polymarket.operation?.status === 'completed');
  expect(await source()).toMatchObject({ status: 'available', available_usd: 75, fee_usd: 1 });
  await injectFault(platform, { venue: 'polymarket', kind: 'bridge_fee', cents: 25 });
  const destination = privateKeyToAddress(generatePrivateKey());
  const id = await customer.withdraw(await customer.authorize('40.00', destination, 'polymarket'));
  const { body } = await customer.withdrawal(id, 'confirmed', 'failed');
  expect(body).toMatchObject({ status: 'confirmed', source: 'polymarket' });
  expect([body.amount_usd, body.fee_usd, body.arrives_usd].map(Number)).toEqual([40, 0.25, 39.75]);
  expect(await usdcOf(arbitrum, destination)).toBe(39_750_000n);
  const wallet = await customer.wallet(({ venues }) => venues.polymarket.balance_usd < 40);
  expect(wallet.body.venues.polymarket.balance_usd).toBe(35);
  expect(wallet.body.balance.held_usd).toBe(0);
  expect(await customer.statement()).toEqual([
    'deposit 75 0 75',
    'venue_payment 75 0 -75',
    'venue_credit 75 0 0',
    'venue_withdrawal 40 0 0',
    'payout 39.75 0.25 39.75',
    'withdrawal 39.75 0 -39.75',
  ]);
  const { body: deposits } = await customer.caller.send('GET', '/wallet/deposits');
  expect(deposits.deposits).toHaveLength(1);
}, 300_000);
