import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { openTestVenue, TestUser, type TestVenue, wait } from '../../testing/index.js';
import { formatUsdc, parseDecimal } from '../units.js';

let venue: TestVenue;

beforeAll(async () => {
  venue = await openTestVenue();
});
afterAll(() => {
  venue.journal.close();
  rmSync(venue.directory, { recursive: true });
});

const micro = (text: string) => (text.startsWith('-') ? -parseDecimal(text.slice(1), 6)! : parseDecimal(text, 6)!);
const sum = (amounts: readonly bigint[]) => amounts.reduce((all, amount) => all + amount, 0n);

interface Entry {
  delta: { type: string; usdc: string; fee?: string; toPerp?: boolean; fundingRate: string; szi: string; coin: string };
}

const priceOf = (coin: string) => Number(new TestUser(venue, 0).info<Record<string, string>>('allMids')[coin]);
const significant = (price: number) => String(Number(price.toPrecision(4)));

/** Buys or sells at once, at any price. */
const trade = (user: TestUser, asset: number, coin: string, signedSize: number) =>
  user.order({
    asset,
    buy: signedSize > 0,
    size: Math.abs(signedSize),
    price: significant(priceOf(coin) * (signedSize > 0 ? 1.05 : 0.95)),
    tif: 'Ioc',
  });

interface State {
  marginSummary: { accountValue: string; totalMarginUsed: string };
  crossMarginSummary: { accountValue: string };
  withdrawable: string;
  assetPositions: {
    position: {
      szi: string;
      unrealizedPnl: string;
      marginUsed: string;
      liquidationPx: string | null;
      leverage: { type: string; value: number };
      cumFunding: { allTime: string; sinceOpen: string };
    };
  }[];
}

describe('every millionth is accounted for', () => {
  test('whatever is traded: value = paid in + realised − fees + funding + unrealised', async () => {
    const step = fc.record({
      asset: fc.constantFrom(0, 1, 2),
      lots: fc.integer({ min: -400, max: 400 }),
      hours: fc.integer({ min: 0, max: 2 }),
    });
    const sizes = [0.00037, 0.0113, 0.23];
    const coins = ['BTC', 'ETH', 'SOL'];
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), fc.boolean(), async (steps, isCross) => {
        const user = new TestUser(venue, 20_000);
        for (const asset of [0, 1, 2]) await user.act({ type: 'updateLeverage', asset, isCross, leverage: 7 });
        for (const { asset, lots, hours } of steps) {
          const size = Number((sizes[asset]! * lots).toFixed([5, 4, 2][asset]));
          if (size !== 0) await trade(user, asset, coins[asset]!, size);
          wait(venue, hours * 3_600, 3_600);
        }
        const state = user.info<State>('clearinghouseState');
        const fills = user.info<{ closedPnl: string; fee: string }[]>('userFills');
        const fundings = user.info<Entry[]>('userFunding', { startTime: 0 });
        expect(micro(state.marginSummary.accountValue)).toBe(
          20_000_000_000n +
            sum(fills.map(({ closedPnl, fee }) => micro(closedPnl) - micro(fee))) +
            sum(fundings.map(({ delta }) => micro(delta.usdc))) +
            sum(state.assetPositions.map(({ position }) => micro(position.unrealizedPnl))),
        );
      }),
      { numRuns: 8 },
    );
  });
});

describe('funding', () => {
  test('is paid each hour on the position’s value, and not for the time before it was opened', async () => {
    const user = new TestUser(venue, 10_000);
    await trade(user, 0, 'BTC', 0.05);
    wait(venue, 2 * 3_600, 600);
    const fundings = user.info<Entry[]>('userFunding', { startTime: 0 });
    expect(fundings).toHaveLength(2);
    const rates = new TestUser(venue, 0).info<{ fundingRate: string }[]>('fundingHistory', {
      coin: 'BTC',
      startTime: venue.clock.nowMs() - 2 * 3_600_000,
    });
    expect(fundings.map(({ delta }) => delta.fundingRate)).toEqual(rates.map(({ fundingRate }) => fundingRate));
    for (const { delta } of fundings) {
      expect(delta).toMatchObject({ coin: 'BTC', szi: '0.05' });
      expect(Math.sign(Number(delta.usdc))).toBe(-Math.sign(Number(delta.fundingRate)));
    }
    const [held] = user.info<State>('clearinghouseState').assetPositions;
    expect(micro(held!.position.cumFunding.allTime)).toBe(-sum(fundings.map(({ delta }) => micro(delta.usdc))));
  });
});

describe('margin', () => {
  test('an isolated position takes its margin from the account, and more by request', async () => {
    const user = new TestUser(venue, 1_000);
    await user.act({ type: 'updateLeverage', asset: 1, isCross: false, leverage: 5 });
    await trade(user, 1, 'ETH', 0.1);
    const before = user.info<State>('clearinghouseState');
    expect(before.assetPositions[0]!.position.leverage).toMatchObject({ type: 'isolated', value: 5 });
    await user.act({ type: 'updateIsolatedMargin', asset: 1, isBuy: true, ntli: 50_000_000 });
    const after = user.info<State>('clearinghouseState');
    expect(micro(after.crossMarginSummary.accountValue)).toBe(
      micro(before.crossMarginSummary.accountValue) - 50_000_000n,
    );
    expect(after.marginSummary.accountValue).toBe(before.marginSummary.accountValue);
    expect(await user.act({ type: 'updateIsolatedMargin', asset: 1, isBuy: true, ntli: -200_000_000 })).toMatchObject({
      status: 'err',
    });
    expect(await user.act({ type: 'updateLeverage', asset: 1, isCross: true, leverage: 5 })).toEqual({
      status: 'err',
      response: 'Cannot switch leverage type with open position.',
    });
  });

  test('positions short of their maintenance margin are liquidated, near the reported price', async () => {
    const [long, short] = [new TestUser(venue, 1_000), new TestUser(venue, 1_000)];
    for (const user of [long, short]) await user.act({ type: 'updateLeverage', asset: 0, isCross: true, leverage: 40 });
    const size = Number((35_000 / priceOf('BTC')).toFixed(3));
    await trade(long, 0, 'BTC', size);
    await trade(short, 0, 'BTC', -size);
    const told = [long, short].map((user) =>
      Number(user.info<State>('clearinghouseState').assetPositions[0]!.position.liquidationPx),
    );
    expect(told[0]).toBeLessThan(priceOf('BTC'));
    expect(told[1]).toBeGreaterThan(priceOf('BTC'));
    const isOpen = (user: TestUser) => user.info<State>('clearinghouseState').assetPositions.length > 0;
    for (let hours = 0; hours < 24 * 60 && isOpen(long) && isOpen(short); hours += 1) wait(venue, 3_600, 900);
    const [loser, price] = isOpen(long) ? [short, told[1]!] : [long, told[0]!];
    const [fill] = loser.info<{ px: string; liquidation?: { liquidatedUser: string } }[]>('userFills');
    expect(fill!.liquidation).toMatchObject({ liquidatedUser: loser.address, method: 'market' });
    // Funding moved the price a little meanwhile, and the market passed it between two checks.
    expect(Math.abs(Number(fill!.px) / price - 1)).toBeLessThan(0.02);
    const ledger = loser.info<Entry[]>('userNonFundingLedgerUpdates', { startTime: 0 });
    expect(ledger.at(-1)!.delta).toMatchObject({ type: 'liquidation', leverageType: 'Cross' });
    expect(micro(loser.info<State>('clearinghouseState').withdrawable)).toBeGreaterThanOrEqual(0n);
  });
});

describe('moving USDC', () => {
  test('to another user, who is known from then on', async () => {
    const [user, receiver] = [new TestUser(venue, 100), new TestUser(venue, 0)];
    expect(receiver.info('userRole')).toEqual({ role: 'missing' });
    await user.act({ type: 'usdSend', destination: receiver.address, amount: '40.000001' });
    expect(receiver.info<State>('clearinghouseState').withdrawable).toBe('40.000001');
    expect(user.info<State>('clearinghouseState').withdrawable).toBe('59.999999');
    expect(await receiver.act({ type: 'noop' })).toMatchObject({ status: 'ok' });
  });

  test('between spot and perpetuals', async () => {
    const user = new TestUser(venue, 100);
    await user.act({ type: 'usdClassTransfer', amount: '30', toPerp: false });
    expect(user.info('spotClearinghouseState')).toMatchObject({ balances: [{ coin: 'USDC', total: '30.0' }] });
    expect(await user.act({ type: 'usdClassTransfer', amount: '31', toPerp: true })).toMatchObject({ status: 'err' });
    await user.act({ type: 'usdClassTransfer', amount: '30', toPerp: true });
    expect(user.info<State>('clearinghouseState').withdrawable).toBe('100.0');
  });

  test('out takes the fee, and never what positions need', async () => {
    const user = new TestUser(venue, 1_000);
    const refused = { status: 'err', response: 'Insufficient balance for withdrawal.' };
    const withdraw = (amount: string) => user.act({ type: 'withdraw3', destination: user.address, amount });
    expect(await withdraw('1000.000001')).toEqual(refused);
    expect(await withdraw('1')).toEqual(refused);
    expect(await withdraw('0')).toEqual({ status: 'err', response: 'Send amount cannot be zero' });
    expect(await withdraw('1e2')).toEqual({ status: 'err', response: 'Invalid decimal number' });
    await trade(user, 1, 'ETH', 1);
    const { withdrawable } = user.info<State>('clearinghouseState');
    expect(await withdraw(formatUsdc(micro(withdrawable) + 1n))).toEqual(refused);
    expect(await withdraw(withdrawable)).toMatchObject({ status: 'ok' });
    expect(user.info<State>('clearinghouseState').withdrawable).toBe('0.0');
    const [, entry] = user.info<Entry[]>('userNonFundingLedgerUpdates', { startTime: 0 });
    expect(entry!.delta).toMatchObject({
      type: 'withdraw',
      fee: '1.0',
      usdc: formatUsdc(micro(withdrawable) - 1_000_000n),
    });
  });
});
