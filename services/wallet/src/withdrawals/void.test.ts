import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Address } from 'viem';
import { chainTransactionModel } from '../relayer/model.js';
import { newAddress, openStage, type Stage } from '../testing/stage.js';
import { TRANSFER_TTL_MS } from '../transfers/transfers.js';

let stage: Stage;
let account = '';
let count = 0;
let destination: Address;

beforeAll(async () => {
  stage = await openStage('test_wallet_void_withdrawals');
});

beforeEach(() => {
  count += 1;
  account = `acc_${count}`;
  destination = newAddress();
});

afterAll(() => stage.close());

/** Accepts a withdrawal of 60 of the 100 USDC of its account. */
async function withdraw(): Promise<string> {
  await stage.fund(account, 100_000_000n);
  return stage.withdraw(account, 60_000_000n, destination);
}

/** Makes a withdrawal whose transfer the node refused because it would revert: the node has seen the authorization. */
async function refused(): Promise<{ id: string; address: Address }> {
  const id = await withdraw();
  const address = await stage.addressOf(account);
  await stage.arbitrum.setUsdc(address, 0n);
  await stage.round();
  await stage.pass(5_000);
  await stage.round();
  return { id, address };
}

async function get(id: string) {
  return (await stage.handlers.GetWithdrawal({ id }, stage.as(account))).withdrawal;
}

describe('a withdrawal', () => {
  test('that the chain refuses fails once its authorization is void, and its amount is free again', async () => {
    const { id, address } = await refused();
    expect(await get(id)).toMatchObject({ status: 'processing' });
    expect(await stage.booked(account)).toEqual({ balance: 100_000_000n, reserved: 60_000_000n });
    await stage.pass(TRANSFER_TTL_MS);
    await stage.round();
    expect(await get(id)).toMatchObject({ status: 'failed', error: { code: 'transfer_not_made' } });
    expect(await stage.booked(account)).toEqual({ balance: 100_000_000n, reserved: 0n });
    await stage.arbitrum.setUsdc(address, 100_000_000n);
    expect(await stage.balance(destination)).toBe(0n);
  });

  test('that a node refuses to estimate and then sends itself is confirmed, and never was failed', async () => {
    const { id, address } = await refused();
    expect(await get(id)).toMatchObject({ status: 'processing' });
    await stage.arbitrum.setUsdc(address, 100_000_000n);
    const shown = await chainTransactionModel(stage.connection).findOne({ 'operation.id': id }).orFail().lean();
    const { to, data } = shown;
    await stage.arbitrum.client.sendTransaction({ account: stage.arbitrum.payer, chain: null, to, data });
    await stage.round();
    expect(await stage.balance(destination)).toBe(60_000_000n);
    expect(await get(id)).toMatchObject({ status: 'confirmed' });
    expect(await stage.booked(account)).toEqual({ balance: 40_000_000n, reserved: 0n });
  });

  test('that the relayer never comes to fails once its authorization is void, and its amount is free again', async () => {
    const id = await withdraw();
    await stage.advance();
    await stage.pass(TRANSFER_TTL_MS);
    await stage.advance();
    expect(await get(id)).toMatchObject({ status: 'failed', error: { code: 'transfer_not_made' } });
    expect(await stage.booked(account)).toEqual({ balance: 100_000_000n, reserved: 0n });
    await stage.round();
    expect(await stage.balance(destination)).toBe(0n);
  });
});
