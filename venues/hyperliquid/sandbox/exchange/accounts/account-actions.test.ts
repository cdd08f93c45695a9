import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openTestVenue, TestUser, type TestVenue } from '../../testing/index.js';

let venue: TestVenue;

beforeAll(async () => {
  venue = await openTestVenue();
});
afterAll(() => {
  venue.journal.close();
  rmSync(venue.directory, { recursive: true });
});

const done = { status: 'ok', response: { type: 'default' } };

interface State {
  withdrawable: string;
  assetPositions: { position: { marginUsed: string; positionValue: string } }[];
}

describe('requests beyond the allowance', () => {
  const limit = (user: TestUser) => user.info<Record<string, number>>('userRateLimit');

  test('are bought from the perpetual balance, and used after those that trading allows', async () => {
    const user = new TestUser(venue, 100);
    expect(await user.act({ type: 'reserveRequestWeight', weight: 2_000 })).toEqual(done);
    expect(user.info('clearinghouseState')).toMatchObject({ withdrawable: '99.0' });
    expect(limit(user)).toMatchObject({ nRequestsUsed: 0, nRequestsCap: 10_000, nRequestsSurplus: 1_999 });
    const { store } = venue.exchange;
    store.saveAccount({ ...store.accountOrNew(user.address), requests: 11_999 });
    expect(await user.act({ type: 'noop' })).toEqual(done);
    expect(await user.act({ type: 'noop' })).toEqual(done);
    expect(await user.act({ type: 'noop' })).toMatchObject({
      status: 'err',
      response: /^Too many cumulative requests/,
    });
    expect(limit(user)).toMatchObject({ nRequestsUsed: 10_001, nRequestsSurplus: 0 });
  });

  test('are bought for another account, and by nobody who can not pay them', async () => {
    const [user, other] = [new TestUser(venue, 10), new TestUser(venue, 10)];
    const reserve = (weight: number, destination: string) =>
      user.act({ type: 'reserveRequestWeight', weight, destination });
    expect(await reserve(100, other.address)).toEqual(done);
    expect(limit(other)).toMatchObject({ nRequestsSurplus: 100 });
    expect(await reserve(100, new TestUser(venue, 0).address)).toMatchObject({ status: 'err' });
    expect(await reserve(19_901, user.address)).toMatchObject({ status: 'err' });
    expect(user.info('clearinghouseState')).toMatchObject({ withdrawable: '9.95' });
  });
});

describe('topping isolated margin up', () => {
  const topUp = (user: TestUser, leverage: string) => user.act({ type: 'topUpIsolatedOnlyMargin', asset: 1, leverage });
  const position = (user: TestUser) => user.info<State>('clearinghouseState').assetPositions[0]!.position;

  test('adds what takes the leverage down to the target, and takes nothing from it', async () => {
    const user = new TestUser(venue, 10_000);
    await user.act({ type: 'updateLeverage', asset: 1, isCross: false, leverage: 10 });
    await user.order({ size: 1, price: 5_000, tif: 'Ioc' });
    expect(await topUp(user, '2.5')).toEqual(done);
    const { marginUsed, positionValue } = position(user);
    expect(Number(positionValue) / Number(marginUsed)).toBeCloseTo(2.5, 6);
    for (const leverage of ['5', '0']) expect(await topUp(user, leverage)).toMatchObject({ status: 'err' });
    expect(position(user).marginUsed).toBe(marginUsed);
  });

  test('is refused beyond the balance, and where there is no isolated position', async () => {
    const user = new TestUser(venue, 1_000);
    expect(await topUp(user, '2')).toMatchObject({ status: 'err' });
    await user.act({ type: 'updateLeverage', asset: 1, isCross: false, leverage: 10 });
    await user.order({ size: 1, price: 5_000, tif: 'Ioc' });
    expect(await topUp(user, '0.1')).toEqual({ status: 'err', response: 'Insufficient margin.' });
  });
});
