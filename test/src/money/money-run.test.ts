import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Address, createPublicClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import type { Answer } from '../platform/caller.js';
import { transfersTo, usdcOf } from '../platform/chain.js';
import type { Descriptor } from '../platform/descriptor.js';
import { operate } from '../platform/operator.js';
import { Platform } from '../platform/platform.js';
import { restingMarket, restingOrder } from '../platform/venue.js';
import { until } from '../platform/wait.js';
import { Customer } from './customer.js';
import { storedIntegers } from './stored-integers.js';

/** One real dollar in, one order, one dollar out: all of it through REST, on a whole platform in a harsh world. */

const TEST_MS_MAX = 240_000;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
let platform: Platform;
let descriptor: Descriptor;

beforeAll(async () => {
  platform = await Platform.start('its world is harsh', { SANDBOX_WORLD: 'harsh', FEATURE_WITHDRAWAL_OTP: 'true' });
  descriptor = await platform.descriptor();
}, 180_000);

afterAll(() => platform[Symbol.asyncDispose](), 180_000);

const freshAddress = (): Address => privateKeyToAddress(generatePrivateKey());

/** A registered account with 100 USDC that it can spend. */
async function funded(name: string): Promise<Customer> {
  const customer = await Customer.register(platform, name);
  await Customer.fund(platform, [customer], 100);
  return customer;
}

test(
  'deposit, setup, order, cancel and withdrawal to a fresh address: each record, the chain and the venue agree',
  async () => {
    const customer = await funded('one-dollar');
    const { caller } = customer;

    const { deposits, next_cursor: cursor } = (await caller.send('GET', '/wallet/deposits')).body;
    expect(cursor).toBeNull();
    expect(deposits).toEqual([
      {
        id: expect.stringMatching(/^dep_/),
        status: 'confirmed',
        asset: 'USDC',
        chain: 'arbitrum',
        amount_usd: 100,
        tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        created_at: expect.stringMatching(INSTANT),
        confirmed_at: expect.stringMatching(INSTANT),
      },
    ]);

    const { body: wallet } = await customer.setUp('50');
    expect(wallet.venues.hyperliquid).toMatchObject({
      balance_usd: 50,
      operation: { status: 'completed', step: 'done' },
    });
    expect(wallet.balance).toMatchObject({
      held_usd: 50,
      allocated: [{ venue: 'hyperliquid', balance_usd: 50 }],
      total_usd: 100,
    });

    const market = await restingMarket(descriptor.venues.hyperliquid.url);
    const placed = await customer.execute(restingOrder(market));
    expect(placed).toMatchObject({ status: 'succeeded', action_type: 'order', account_address: customer.address });
    const [{ resting }] = placed.result.response.data.statuses;
    expect(await customer.openOrders()).toMatchObject([{ oid: resting.oid }]);
    const canceled = await customer.execute({ type: 'cancel', cancels: [{ a: market.asset, o: resting.oid }] });
    expect(canceled).toMatchObject({ status: 'succeeded', action_type: 'cancel' });
    expect(await customer.openOrders()).toEqual([]);

    const destination = freshAddress();
    const id = await customer.withdraw(await customer.authorize('30', destination));
    const { body: withdrawal } = await customer.withdrawal(id, 'confirmed', 'failed');
    expect(withdrawal).toEqual({
      id,
      status: 'confirmed',
      source: 'arbitrum',
      amount_usd: 30,
      fee_usd: 0,
      arrives_usd: 30,
      asset: 'USDC',
      chain: 'arbitrum',
      destination_wallet: destination,
      // In the harsh world a node that was shown the transaction may have sent it first: then none of the platform's transactions has moved
      // anything.
      ...(withdrawal.tx_hash !== undefined && { tx_hash: expect.stringMatching(/^0x[0-9a-f]{64}$/) }),
      created_at: expect.stringMatching(INSTANT),
      updated_at: expect.stringMatching(INSTANT),
    });
    expect(await transfersTo(descriptor.arbitrum, destination)).toEqual([30_000_000n]);
    const chain = createPublicClient({ transport: http(descriptor.arbitrum.rpc_url) });
    // The customer never had any gas: another account pays for it.
    expect(await chain.getBalance({ address: customer.address })).toBe(0n);
    if (withdrawal.tx_hash !== undefined)
      expect((await chain.getTransaction({ hash: withdrawal.tx_hash })).from).not.toBe(customer.address.toLowerCase());
    expect((await customer.wallet()).body.balance).toMatchObject({ held_usd: 20, total_usd: 70 });
    expect(await usdcOf(descriptor.arbitrum, customer.address)).toBe(20_000_000n);
    expect(await operate(platform, 'ledger', 'check')).toEqual({ code: 0, output: '0 problems\n' });
  },
  TEST_MS_MAX,
);

describe('withdrawals at once', () => {
  test(
    '200 identical ones are one, and one transfer',
    async () => {
      const customer = await funded('two-hundred');
      const destination = freshAddress();
      const authorized = await customer.authorize('60', destination);
      // On a busy machine some are not answered in time: their callers send them again under their key.
      const isAnswered = ({ status }: Answer) => status !== 504;
      const request = () => until('an answer', () => customer.requestWithdrawal(authorized), isAnswered);
      const answers = await Promise.all(Array.from({ length: 200 }, request));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
      const made = answers.filter(({ headers }) => headers.get('idempotency-replayed') === null);
      expect(made.length).toBeLessThanOrEqual(1);
      await customer.withdrawal(answers[0]?.body.id, 'confirmed');
      expect(await transfersTo(descriptor.arbitrum, destination)).toEqual([60_000_000n]);
      const { body } = await customer.caller.send('GET', '/wallet/withdrawals');
      expect(body.withdrawals).toHaveLength(1);
      expect((await customer.wallet()).body.balance.held_usd).toBe(40);
    },
    TEST_MS_MAX,
  );

  test(
    'of two that exceed the balance together exactly one is accepted',
    async () => {
      const customer = await funded('two-of-sixty');
      const destinations = [freshAddress(), freshAddress()];
      const authorized = [];
      for (const destination of destinations) authorized.push(await customer.authorize('60', destination));
      const answers = await Promise.all(authorized.map((each) => customer.requestWithdrawal(each)));
      const refused = answers.filter(({ status }) => status !== 202);
      expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual([
        [409, 'insufficient_held_balance'],
      ]);
      const accepted = answers.find(({ status }) => status === 202);
      await customer.withdrawal(accepted?.body.id, 'confirmed');
      const received = await Promise.all(destinations.map((to) => transfersTo(descriptor.arbitrum, to)));
      expect(received.flat()).toEqual([60_000_000n]);
      // A refused withdrawal stays refused while the money is gone.
      const again = await customer.requestWithdrawal(authorized[answers.findIndex(({ status }) => status !== 202)]!);
      expect(again.body.error.code).toBe('insufficient_held_balance');
      expect(await operate(platform, 'ledger', 'check')).toEqual({ code: 0, output: '0 problems\n' });
    },
    TEST_MS_MAX,
  );
});

test(
  'the blocks that the platform has settled are read again by the node it reads them by',
  async () => {
    await funded('rescanned');
    const { code, output } = await operate(platform, 'deposits', 'rescan', '0');
    expect([code, output]).toEqual([0, expect.stringMatching(/^0 deposits were missed$/m)]);
  },
  TEST_MS_MAX,
);

test('in the store money and gas are 64-bit integers, and nothing else is', async () => {
  const { long, other } = await storedIntegers(await platform.mongodbUri());
  expect([...long].sort()).toEqual([
    'wallet.deposits.amountMicroUsdc',
    'wallet.gas_spending.gwei',
    'wallet.ledger_balances.amountMicroUsdc',
    'wallet.movements.postings.amountMicroUsdc',
    'wallet.reservations.amountMicroUsdc',
    'wallet.setups.amountMicroUsdc',
    'wallet.setups.creditedMicroUsdc',
    'wallet.withdrawal_challenges.feeMicroUsdc',
    'wallet.withdrawals.amountMicroUsdc',
    'wallet.withdrawals.feeMicroUsdc',
  ]);
  expect([...other].filter((path) => path.endsWith('MicroUsdc'))).toEqual([]);
});
