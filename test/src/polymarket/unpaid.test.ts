/** An operator settles withdrawals that Polymarket's bridge has not paid as promised, by commands, while the customer sees them over REST. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Address, zeroHash } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { Customer } from '../money/customer.js';
import { payIn, usdcOf } from '../platform/chain.js';
import { clearFaults, injectFault } from '../platform/faults.js';
import { operate } from '../platform/operator.js';
import { Platform } from '../platform/platform.js';
import { withStore } from '../platform/store.js';
import { until } from '../platform/wait.js';

const EVIDENCE = ['--evidence', 'the bridge has answered: ticket 4711', '--by', 'ada'];
const LOOK_INTERVAL_MS = 100;
let platform: Platform;
let customer: Customer;

beforeAll(async () => {
  platform = await Platform.start('an operator looks after twenty seconds', {
    ...{ FEATURE_VENUE_EXITS: 'true', FEATURE_WITHDRAWAL_OTP: 'true', SETUP_RECONCILIATION_SECONDS: '20' },
  });
  customer = await Customer.register(platform, 'unpaid');
  const { polygon } = await platform.descriptor();
  await payIn(polygon, [customer.address], 75_000_000n);
  await customer.confirmedDeposit();
  const key = { 'idempotency-key': randomUUID() };
  await customer.caller.send('POST', '/wallet/venues/polymarket/setup', { amount_usd: '75.00' }, key);
  await customer.wallet(({ venues }) => venues.polymarket.operation?.status === 'completed');
}, 300_000);

afterAll(() => platform[Symbol.asyncDispose](), 180_000);

/** Waits until a withdrawal is in a state of the store, which callers see as `processing`. */
async function isIn(id: string, state: 'sent' | 'unpaid'): Promise<void> {
  await withStore(platform, 'wallet', (store) => {
    const look = () => store.collection<{ _id: string; state: string }>('withdrawals').findOne({ _id: id });
    return until(`${id} to be ${state}`, look, (found) => found?.state === state, { pollIntervalMs: LOOK_INTERVAL_MS });
  });
}

async function withdraw(amountUsd: string, destination: Address): Promise<string> {
  return customer.withdraw(await customer.authorize(amountUsd, destination, 'polymarket'));
}

const decide = (verb: string, id: string, ...more: string[]) =>
  operate(platform, 'withdrawal', verb, id, ...more, ...EVIDENCE);
const listed = () => operate(platform, 'withdrawal', 'list');
const newDestination = () => privateKeyToAddress(generatePrivateKey());

/** The account's deposits in USD, the newest first, once all are final and as many as expected. */
async function deposits(count: number): Promise<number[]> {
  const { body } = await until(
    'the deposits',
    () => customer.caller.send('GET', '/wallet/deposits'),
    ({ body: { deposits: all } }) => all.length === count && all.every(isFinal),
  );
  return body.deposits.map(({ amount_usd: amountUsd }: { readonly amount_usd: number }) => amountUsd);
}

const isFinal = ({ status }: { readonly status: string }) => status === 'confirmed';

test('a withdrawal that the bridge never pays is written off, and what comes later is a deposit', async () => {
  const { arbitrum } = await platform.descriptor();
  await injectFault(platform, { venue: 'polymarket', kind: 'bridge_failure' });
  const destination = newDestination();
  const id = await withdraw('20.00', destination);
  await isIn(id, 'unpaid');
  expect((await customer.withdrawal(id, 'processing')).body).toMatchObject({ status: 'processing' });
  const line = new RegExp(`^${id} of .*: 20\\.00 USD from polymarket, unpaid since .*; arrived: nothing has\n`);
  expect(await listed()).toEqual({ code: 1, output: expect.stringMatching(line) });
  const unfounded = await operate(platform, 'withdrawal', 'write-off', id, '--by', 'ada');
  expect(unfounded).toEqual({ code: 1, output: expect.stringMatching(/--evidence must say what shows it/) });
  const unknown = await decide('accept-payout', id, '--transaction', zeroHash);
  expect(unknown).toEqual({ code: 1, output: expect.stringMatching(/pays nothing to 0x/) });

  expect(await decide('write-off', id)).toMatchObject({ code: 0 });
  const { body } = await customer.withdrawal(id, 'failed');
  expect(body.error).toMatchObject({ code: 'payout_written_off' });
  const again = await decide('write-off', id);
  expect(again).toEqual({ code: 1, output: expect.stringMatching(/can not be written_off: it is failed/) });
  expect(await listed()).toEqual({ code: 0, output: '0 withdrawals wait\n' });

  await payIn(arbitrum, [customer.address], 20_000_000n);
  expect(await deposits(2)).toEqual([20, 75]);
  expect((await customer.wallet()).body.balance.held_usd).toBe(20);
  expect(await usdcOf(arbitrum, destination)).toBe(0n);
  expect((await customer.statement()).slice(-3)).toEqual([
    'venue_withdrawal 20 0 0',
    'written_off 20 0 0',
    'deposit 20 0 20',
  ]);
}, 300_000);

test('a withdrawal of which the bridge keeps too much waits, and goes on with what has come', async () => {
  const { arbitrum } = await platform.descriptor();
  await clearFaults(platform);
  const destination = newDestination();
  const id = await withdraw('40.00', destination);
  // What it would keep was asked for the last time.
  await isIn(id, 'sent');
  await injectFault(platform, { venue: 'polymarket', kind: 'bridge_fee', cents: 500 });
  await isIn(id, 'unpaid');
  expect(await deposits(3)).toEqual([35, 20, 75]);
  const { output } = await listed();
  const [, hash = ''] = /arrived: 35\.00 in (0x[0-9a-f]{64})\n/.exec(output) ?? [];
  expect(await decide('accept-payout', id)).toEqual({
    code: 1,
    output: expect.stringMatching(/--transaction must be/),
  });
  expect(await decide('resume', id)).toMatchObject({ code: 0 });
  const early = await decide('accept-payout', id, '--transaction', hash);
  expect(early).toEqual({ code: 1, output: expect.stringMatching(/can not be payout_accepted: it is left/) });
  await isIn(id, 'unpaid');

  const accepted = await decide('accept-payout', id, '--transaction', hash);
  expect(accepted).toEqual({ code: 0, output: expect.stringContaining(`${id} goes on with the 35.00`) });
  const { body } = await customer.withdrawal(id, 'confirmed', 'failed');
  expect([body.status, ...[body.amount_usd, body.fee_usd, body.arrives_usd].map(Number)]).toEqual([
    ...['confirmed', 40, 5, 35],
  ]);
  expect(await usdcOf(arbitrum, destination)).toBe(35_000_000n);
  expect((await customer.wallet(({ balance }) => balance.held_usd === 20)).body.venues.polymarket.balance_usd).toBe(15);
  expect(await deposits(2)).toEqual([20, 75]);
  expect((await customer.statement()).slice(-5)).toEqual([
    ...['venue_withdrawal 40 0 0', 'deposit 35 0 35', 'correction 35 0 -35', 'payout 35 5 35', 'withdrawal 35 0 -35'],
  ]);
  expect(await operate(platform, 'ledger', 'check')).toEqual({ code: 0, output: '0 problems\n' });
}, 300_000);
