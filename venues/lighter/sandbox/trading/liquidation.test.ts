import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { liquidateAccount } from './liquidation.js';
import { DEPOSIT, ETH, HOUR_MS, SIZE, TradedVenue } from './traded-venue.fixture.js';

const FIFTIETH = 200;
let venue: TradedVenue;

beforeEach(() => {
  venue = new TradedVenue();
});
afterEach(() => venue.close());

const leverage = (marginMode: 'cross' | 'isolated') =>
  venue.send({ kind: 'updateLeverage', marketIndex: ETH, initialMarginFraction: FIFTIETH, marginMode });
const worth = () => Number(venue.held().size) * venue.price();
/** Leaves the account with a share of its position's value, in ten thousandths, as losses would. */
const leave = (share: number) => {
  const { collateralMicroUsdc, ...account } = venue.account();
  const unrealized = BigInt(worth()) - venue.held().entryMicroUsdc;
  const left = BigInt(Math.round((worth() * share) / 10_000)) - unrealized;
  venue.store.saveAccount({ ...account, collateralMicroUsdc: left });
  return collateralMicroUsdc;
};
const total = () => Number(venue.shown()['total_asset_value']) * 1e6;

describe('a position', () => {
  test('is kept while its maintenance margin is there', () => {
    leverage('cross');
    venue.buy(10 * SIZE);
    leave(130);
    venue.pass(1);
    expect(venue.held().size).toBe(BigInt(10 * SIZE));
  });

  test('below it is closed against the book, after the account’s orders', () => {
    leverage('cross');
    venue.buy(10 * SIZE);
    venue.place({ price: 1_000_00, clientOrderIndex: 2 });
    leave(100);
    venue.pass(1);
    expect(venue.held().size).toBe(0n);
    expect(venue.found(2)?.status).toBe('canceled-liquidation');
    expect(venue.ended()[0]).toMatchObject({ type: 'liquidation', status: 'filled', clientIndex: 0 });
    expect(venue.trades()[0]).toMatchObject({ type: 'liquidation', ask_account_id: venue.accountIndex });
    expect(total()).toBeGreaterThan(0);
  });

  test('below the close-out margin is taken over at its zero price, which leaves nothing', () => {
    leverage('cross');
    venue.sell(10 * SIZE);
    const size = -Number(venue.held().size);
    const { collateralMicroUsdc: _spent, ...account } = venue.account();
    const unrealized = venue.held().size * BigInt(venue.price()) - venue.held().entryMicroUsdc;
    const collateralMicroUsdc = BigInt(Math.round((size * venue.price() * 50) / 10_000)) - unrealized;
    venue.store.saveAccount({ ...account, collateralMicroUsdc });
    venue.pass(1);
    expect(venue.held().size).toBe(0n);
    expect(venue.trades()[0]).toMatchObject({ type: 'deleverage', bid_account_id: venue.accountIndex });
    // Prices are whole: to a hundredth of a dollar per ether.
    expect(Math.abs(total())).toBeLessThan(20_000);
  });

  test('that is isolated is liquidated by its own margin, and leaves the rest alone', () => {
    leverage('isolated');
    venue.buy(10 * SIZE);
    const { positions, ...account } = venue.account();
    const unrealized = BigInt(worth()) - venue.held().entryMicroUsdc;
    const allocatedMicroUsdc = BigInt(Math.round(worth() / 100)) - unrealized;
    const { collateralMicroUsdc } = account;
    venue.store.saveAccount({
      ...account,
      positions: { ...positions, [ETH]: { ...venue.held(), allocatedMicroUsdc } },
    });
    venue.pass(1);
    expect(venue.held()).toMatchObject({ size: 0n, allocatedMicroUsdc: 0n });
    expect(venue.account().collateralMicroUsdc).toBeGreaterThan(collateralMicroUsdc);
  });
});

test('an account is liquidated on request', () => {
  venue.buy();
  venue.place({ price: 1_000_00, clientOrderIndex: 2 });
  const { store, markets, nowMs } = venue;
  liquidateAccount({ store, markets, nowMs }, venue.account().l1Address);
  expect(venue.held().size).toBe(0n);
  expect(venue.found(2)?.status).toBe('canceled-liquidation');
});

describe('funding', () => {
  const untilHour = () => (HOUR_MS - (venue.nowMs % HOUR_MS)) / 1_000;
  const paid = () => venue.store.fundings.of(venue.accountIndex, { limit: 10 });

  test('is paid by each position as its hour begins, by the rate that is shown', () => {
    venue.buy(10 * SIZE);
    const before = venue.account().collateralMicroUsdc;
    venue.pass(untilHour() - 1);
    expect(paid()).toEqual([]);
    venue.pass(1);
    const [settled] = venue.market().fundings(venue.nowMs, venue.nowMs);
    const change = Math.trunc(-(settled?.value ?? 0) * 1e6);
    expect(Math.abs(Number(venue.account().collateralMicroUsdc - before) - change)).toBeLessThanOrEqual(1);
    expect(paid()).toMatchObject([{ market_id: ETH, position_side: 'long', position_size: '1.0000', funding_id: 1 }]);
    expect(venue.shownPosition()).toMatchObject({ total_funding_paid_out: (-change / 1e6).toFixed(6) });
    venue.pass(1);
    expect(paid()).toHaveLength(1);
  });

  test('of an isolated position comes out of its own margin', () => {
    leverage('isolated');
    venue.sell(10 * SIZE);
    const { collateralMicroUsdc } = venue.account();
    const { allocatedMicroUsdc } = venue.held();
    venue.pass(untilHour());
    expect(venue.account().collateralMicroUsdc).toBe(collateralMicroUsdc);
    expect(venue.held().allocatedMicroUsdc - allocatedMicroUsdc).toBe(-venue.held().fundingPaidMicroUsdc);
    expect(venue.held().fundingPaidMicroUsdc).not.toBe(0n);
    expect(DEPOSIT).toBeGreaterThan(collateralMicroUsdc);
  });
});
