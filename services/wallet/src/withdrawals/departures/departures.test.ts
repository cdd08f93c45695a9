import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { BRIDGE_ADDRESS } from '@platform/venues/hyperliquid/codec';
import { Leaving } from '../../testing/leaving.js';
import { doWork } from '../../testing/random-steps/steps.js';
import { World } from '../../testing/random-steps/world.js';
import { newAddress } from '../../testing/stage.js';
import { withdrawalModel } from '../model.js';

const USD = 1_000_000n;
const paid = { paidOut: [29], received: [29], atVenue: 45, deposits: [], wrong: [] };
const kept = { paidOut: [], received: [], atVenue: 75, deposits: [], wrong: [] };
const booked = { venue: -30, inTransit: 0, wallet: 0, reserved: 0 };
const unbooked = { venue: 0, inTransit: 0, wallet: 0, reserved: 0 };
let world: World;

// Each withdrawal takes many blocks of two chains.
jest.setTimeout(600_000);

beforeAll(async () => {
  world = await World.open('test_wallet_departures', 'kind');
});

afterAll(() => world.close());

/** Begins an account that has won 75 USD at the venue, and accepts a withdrawal of 30. */
async function begin(): Promise<Leaving> {
  const leaving = new Leaving(world, `acc_${randomUUID()}`, 30n * USD);
  await leaving.earn(75n * USD);
  await leaving.accept();
  world.venue.money.arrived.length = 0;
  Object.assign(world.venue.money, { answersLost: 0, actionsLost: 0 });
  return leaving;
}

/** Pays a wallet from the venue's bridge, as anybody's withdrawal to that address. */
async function payFromBridge({ accountId }: Leaving, microUsdc: bigint): Promise<void> {
  const { address } = await world.domain.wallets.primary(accountId);
  const { test: chain } = world.chains.arbitrum;
  await chain.mined(await chain.payFrom(BRIDGE_ADDRESS, address, microUsdc));
  await world.chains.arbitrum.mine(3);
  await doWork(world, 'deposits');
}

test('profit leaves the venue: less its fee it passes through the wallet, and is no deposit on the way', async () => {
  const leaving = await begin();
  const states = new Set<string>();
  const record = await leaving.carry(({ state }) => states.add(state));
  expect(record).toMatchObject({ state: 'confirmed', feeMicroUsdc: USD, amountMicroUsdc: 30n * USD });
  expect([...states]).toEqual(expect.arrayContaining(['requested', 'left', 'broadcast']));
  expect(await leaving.shown()).toEqual({ ...paid, booked });
});

test.each(['answersLost', 'actionsLost'] as const)(
  'of an action that is lost (%s) the outcome is looked up, and it is done once',
  async (what) => {
    const leaving = await begin();
    world.venue.money[what] = 2;
    expect(await leaving.carry()).toMatchObject({ state: 'confirmed' });
    expect(await leaving.shown()).toEqual({ ...paid, booked });
  },
);

describe('what never leaves', () => {
  test('for the venue’s refusal fails a minute after its nonce is spent, and the money stays there', async () => {
    const leaving = await begin();
    await leaving.earn(20n * USD);
    expect(await leaving.carry()).toMatchObject({ state: 'failed', error: 'venue_withdrawal_not_made' });
    expect(world.venue.money.arrived).toEqual(['withdraw3', 'noop']);
    expect(await leaving.shown()).toEqual({ ...kept, atVenue: 20, booked: unbooked });
  });

  test('and whose nonce was spent though nobody heard of it fails all the same', async () => {
    const leaving = await begin();
    await leaving.earn(20n * USD);
    world.venue.money.noopAnswersLost = 1;
    const record = await leaving.carry();
    expect(record).toMatchObject({ state: 'failed', error: 'venue_withdrawal_not_made' });
    expect(world.venue.money.arrived).toEqual(['withdraw3', 'noop', 'noop']);
    expect(await leaving.shown()).toEqual({ ...kept, atVenue: 20, booked: unbooked });
  });

  test('since no send arrives for half an hour has its nonce spent, and fails', async () => {
    const leaving = await begin();
    world.venue.money.actionsLost = 10_000;
    const record = await leaving.carry(({ departure }) => {
      if (departure && departure.sendUntil <= world.clock.now()) world.venue.money.actionsLost = 0;
    });
    expect(record).toMatchObject({ state: 'failed', error: 'venue_withdrawal_not_made' });
    expect(world.venue.money.arrived).toEqual(['noop']);
    expect(await leaving.shown()).toEqual({ ...kept, booked: unbooked });
  });

  test('since its nonce was used by something else stays open until the venue takes no nonce of that age', async () => {
    const leaving = await begin();
    const { departure, walletId } = await leaving.record();
    const { address } = await world.domain.wallets.get(walletId);
    world.venue.money.spend(address, departure?.nonce ?? 0);
    let days = 0;
    const record = await leaving.carry((now) => {
      if (now.departure?.spentAt === undefined || days > 0) return;
      expect(now.state).toBe('sent');
      days = 2;
      world.clock.advance(days * 24 * 3_600_000);
    });
    expect(record).toMatchObject({ state: 'failed', error: 'venue_withdrawal_not_made' });
    expect(await leaving.shown()).toEqual({ ...kept, booked: unbooked });
  });
});

describe('a transfer from the bridge', () => {
  test('that no withdrawal waits for is a deposit, once it is final', async () => {
    const leaving = await begin();
    await payFromBridge(leaving, 28n * USD);
    expect(await leaving.shown()).toMatchObject({ deposits: [28], booked: { wallet: 28 }, wrong: [] });
    await leaving.carry();
    expect(await leaving.shown()).toEqual({
      ...{ ...paid, paidOut: [28, 29], deposits: [28] },
      booked: { ...booked, wallet: 28 },
    });
  });

  test('of the same amount, by somebody else, is a deposit after all when the venue pays nothing', async () => {
    const leaving = await begin();
    world.venue.money.actionsLost = 10_000;
    await doWork(world, 'withdrawals');
    await payFromBridge(leaving, 29n * USD);
    expect(await leaving.record()).toMatchObject({ state: 'sent', payout: { txHash: expect.any(String) } });
    expect(await leaving.shown()).toMatchObject({ deposits: [], wrong: [] });
    await leaving.carry(({ departure }) => {
      if (departure && departure.sendUntil <= world.clock.now()) world.venue.money.actionsLost = 0;
    });
    expect(await leaving.shown()).toEqual({
      ...{ ...kept, paidOut: [29], deposits: [29] },
      booked: { ...unbooked, wallet: 29 },
    });
  });
});

test('a payout whose transfer is not made stays in the wallet, and the withdrawal says so', async () => {
  const leaving = await begin();
  const { faults } = world.chains.arbitrum.test;
  const record = await leaving.carry(({ state }) => {
    const taken = { venue: 'arbitrum', method: 'eth_sendRawTransaction', scope: 'all' } as const;
    if (state === 'left') faults.inject({ ...taken, kind: 'reject', when: 'before_accept', count: 10_000 });
  });
  faults.clear();
  expect(record).toMatchObject({ state: 'failed', error: 'payout_held' });
  expect(await leaving.shown()).toEqual({ ...paid, received: [], booked: { ...booked, wallet: 29 } });
});

test('two withdrawals of more than the balance: one is accepted', async () => {
  const first = await begin();
  const second = new Leaving(world, first.accountId, 50n * USD);
  await expect(second.accept()).rejects.toMatchObject({
    code: 'insufficient_held_balance',
    details: { available_usd: '45.00' },
  });
  const third = new Leaving(world, first.accountId, 45n * USD);
  const fourth = new Leaving(world, first.accountId, 44n * USD);
  const raced = await Promise.allSettled([third.accept(), fourth.accept()]);
  expect(raced.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await first.carry();
  expect(await world.domain.withdrawals.describeSources(first.accountId)).toContainEqual(
    expect.objectContaining({ name: 'hyperliquid', status: 'available', feeMicroUsdc: USD }),
  );
});

test('a record that was changed in the store is not sealed again: nothing is sent to the other address', async () => {
  const leaving = await begin();
  let forged = 0;
  const robber = newAddress();
  await expect(
    leaving.carry(async ({ _id, state }) => {
      if (state !== 'left' || forged > 0) return;
      forged += 1;
      await withdrawalModel(world.connection).updateOne({ _id }, { destinationWallet: robber });
    }),
  ).rejects.toThrow('it is left');
  expect(forged).toBe(1);
  const transfers = await world.chains.arbitrum.transfers({ fromBlock: 0n, to: robber });
  expect(transfers).toEqual([]);
});
