import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { usdcOn } from '../../chains/token.js';
import { openDomain } from '../../domain.js';
import { inWallet } from '../../ledger/locations.js';
import { StageCustomer } from '../../testing/customer.js';
import { openStage, type Stage } from '../../testing/stage.js';
import { closeVenues } from '../../testing/venue.js';

let stage: Stage;
let customer: StageCustomer;
let count = 0;

beforeAll(async () => {
  stage = await openStage('test_wallet_sources');
});

beforeEach(() => {
  count += 1;
  customer = new StageCustomer(stage, `acc_${count}`);
});

afterAll(() => stage.close());

const arbitrum = async () => (await customer.sources()).sources[0];

test('names every source with what is there and what it costs', async () => {
  await stage.fund(customer.accountId, 100_000_000n);
  await stage.fund(customer.accountId, 7_000_000n, 'polygon');
  const usdc = { asset: 'USDC', chain: 'arbitrum' };
  expect(await customer.sources()).toEqual({
    sources: [
      { source: 'arbitrum', status: 'available', ...usdc, availableUsd: '100.00', feeUsd: '0.00' },
      { source: 'hyperliquid', status: 'available', ...usdc, availableUsd: '0.00', feeUsd: '1.00' },
      { source: 'polymarket', status: 'coming_soon', ...usdc },
      { source: 'lighter', status: 'coming_soon', ...usdc },
    ],
  });
});

test('what a withdrawal holds is no longer available', async () => {
  await stage.fund(customer.accountId, 100_000_000n);
  const key = randomUUID();
  await customer.withdraw(key, await customer.prove(key));
  expect(await arbitrum()).toMatchObject({ status: 'available', availableUsd: '40.00' });
});

test('is unavailable with the reason where the chain is silent, the wallet is fenced, or nothing can be sent', async () => {
  await stage.fund(customer.accountId, 100_000_000n);
  const { _id } = await stage.domain.wallets.primary(customer.accountId);
  await stage.domain.ledger.books.fence(inWallet(_id, usdcOn('arbitrum')), 'for this test');
  expect(await arbitrum()).toMatchObject({ status: 'unavailable', reason: 'balance_under_review' });
  const without = await openDomain({ ...stage.options, relayerKey: undefined });
  const [alone] = await without.withdrawals.describeSources(customer.accountId);
  expect(alone).toMatchObject({ status: 'unavailable', obstacle: 'transfers_unavailable' });
  await closeVenues(without.openVenues);
});

test('a refusal for lack of USDC on Arbitrum says what is on Polygon, which is not spent', async () => {
  await stage.fund(customer.accountId, 10_000_000n);
  const withdraw = async () => {
    const key = randomUUID();
    const proof = await customer.prove(key);
    stage.clock.advance(60_000);
    return customer.withdraw(key, proof);
  };
  await expect(withdraw()).rejects.toMatchObject({
    code: 'insufficient_held_balance',
    details: { available_usd: '10.00' },
  });
  await stage.fund(customer.accountId, 90_000_000n, 'polygon');
  await expect(withdraw()).rejects.toMatchObject({
    code: 'insufficient_held_balance',
    message: expect.stringContaining('90.00 USDC on Polygon'),
    details: { available_usd: '10.00', held_on_polygon_usd: '90.00' },
  });
  expect(await stage.booked(customer.accountId, 'polygon')).toEqual({ balance: 90_000_000n, reserved: 0n });
});

test('the fee and what arrives are in the message with the code, in what the code is bound to, and in the record', async () => {
  await stage.fund(customer.accountId, 100_000_000n);
  const key = randomUUID();
  const proof = await customer.prove(key);
  expect(stage.logins.coded.get(proof.code)).toMatchObject({
    source: 'arbitrum',
    feeMicroUsdc: 0n,
    arrivesMicroUsdc: 60_000_000n,
  });
  const challenges = stage.connection.collection<{ _id: string }>('withdrawal_challenges');
  const feeOf = (feeMicroUsdc: bigint) => challenges.updateOne({ _id: proof.challengeId }, { $set: { feeMicroUsdc } });
  await feeOf(1_000_000n);
  await expect(customer.withdraw(key, proof)).rejects.toMatchObject({ code: 'withdrawal_challenge_mismatch' });
  await feeOf(0n);
  expect(await customer.withdraw(key, proof)).toMatchObject({
    withdrawal: { source: 'arbitrum', amountUsd: '60.00', feeUsd: '0.00', arrivesUsd: '60.00' },
  });
});
