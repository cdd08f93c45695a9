/** The whole database is deleted, and an operator does what docs/guides/production.md says: objects and keys are what is left. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Address } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { Customer } from '../money/customer.js';
import { usdcOf } from '../platform/chain.js';
import { operate } from '../platform/operator.js';
import { Platform } from '../platform/platform.js';
import { withStore } from '../platform/store.js';

const newAddress = () => privateKeyToAddress(generatePrivateKey());
const FUNDED_USD = 100;
let platform: Platform;
/** Who has paid in, and paid 10 of it out again. */
let owner: Customer;
/** Who has a wallet and no money. */
let idle: Customer;

beforeAll(async () => {
  platform = await Platform.start('its database is deleted', { FEATURE_WITHDRAWAL_OTP: 'true' });
  [owner, idle] = [await Customer.register(platform, 'owner'), await Customer.register(platform, 'idle')];
  await Customer.fund(platform, [owner], FUNDED_USD);
  await withdraw(owner, '10', newAddress());
  await platform.stop();
  await rm(join(platform.dataDirectory, 'mongod'), { recursive: true });
  await platform.startSupervisor();
}, 300_000);

afterAll(() => platform[Symbol.asyncDispose]());

async function withdraw(customer: Customer, amountUsd: string, destination: Address): Promise<void> {
  const id = await customer.withdraw(await customer.authorize(amountUsd, destination));
  await customer.withdrawal(id, 'confirmed');
}

async function walletIdOf(address: Address): Promise<string> {
  return withStore(platform, 'wallet', async (store) => {
    const wallet = await store.collection<{ _id: string }>('wallets').findOne({ address });
    if (wallet === null) throw new Error(`${address} has no row`);
    return wallet._id;
  });
}

test('the operator brings every wallet back from the objects, and the money that they have on the chain', async () => {
  const lost = await operate(platform, 'keys', 'check');
  expect([lost.code, lost.output]).toEqual([1, expect.stringContaining('2 keys are wrong')]);
  expect(await operate(platform, 'keys', 'restore')).toEqual({ code: 0, output: '2 wallets are restored\n' });
  expect(await operate(platform, 'keys', 'check')).toEqual({ code: 0, output: '0 keys are wrong\n' });

  const walletId = await walletIdOf(owner.address);
  const booked = await operate(platform, 'deposits', 'rescan', '0');
  expect(booked.output).toContain(`${FUNDED_USD}.00 USDC to ${walletId} of ${owner.caller.accountId}`);

  // What it had paid out is not in the new ledger.
  const checked = await operate(platform, 'ledger', 'check');
  expect([checked.code, checked.output]).toEqual([1, expect.stringContaining(walletId)]);
  const decision = ['--evidence=the database was lost', '--by=operator@example.com'];
  const location = `wallet:${walletId}:arbitrum:USDC`;
  const adjusted = await operate(platform, 'ledger', 'adjust', location, '--amount=-10', ...decision);
  expect(adjusted).toMatchObject({ code: 0 });
  expect(await operate(platform, 'ledger', 'lift-fence', location)).toMatchObject({ code: 0 });
  expect(await operate(platform, 'ledger', 'check')).toEqual({ code: 0, output: '0 problems\n' });
}, 300_000);

test('whose wallet it was signs in to the same account, sees the same address and is paid', async () => {
  const [again, other] = [await Customer.register(platform, 'owner'), await Customer.register(platform, 'idle')];
  const shown = ({ caller, address }: Customer) => [caller.accountId, address];
  expect([again, other].map(shown)).toEqual([owner, idle].map(shown));
  const { body } = await again.wallet();
  expect(body.balance.held_usd).toBe(90);
  const destination = newAddress();
  await withdraw(again, '90', destination);
  expect(await usdcOf((await platform.descriptor()).arbitrum, destination)).toBe(90_000_000n);
}, 300_000);
