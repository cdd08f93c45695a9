import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Rejected } from '../sequencer/rejected.js';
import { DEPOSIT, ETH, rejection, SIZE, TradedVenue } from './traded-venue.fixture.js';

const TENTH = 1_000;
const DOLLAR = 1_000_000n;
let venue: TradedVenue;

beforeEach(() => {
  venue = new TradedVenue();
});
afterEach(() => venue.close());

const isolate = (initialMarginFraction = TENTH) =>
  venue.send({ kind: 'updateLeverage', marketIndex: ETH, initialMarginFraction, marginMode: 'isolated' });
const move = (direction: 'add' | 'remove', amount: bigint) =>
  venue.send({ kind: 'updateMargin', marketIndex: ETH, amount, direction });
const allocated = () => venue.held().allocatedMicroUsdc;
/** What a tenth of the position's value is. */
const required = (size: number) => (BigInt(size) * BigInt(venue.price())) / 10n;

describe('an isolated position', () => {
  beforeEach(() => isolate());

  test('takes its margin from the account, and gives it back with what it has won', () => {
    venue.buy();
    const cost = venue.held().entryMicroUsdc - BigInt(SIZE) * BigInt(venue.price());
    expect(allocated()).toBe(required(SIZE) + cost);
    expect(venue.account().collateralMicroUsdc).toBe(DEPOSIT - allocated());
    expect(venue.shownPosition()).toMatchObject({
      ...{ margin_mode: 1, initial_margin_fraction: '10.00', position: '0.1000' },
      allocated_margin: (Number(allocated()) / 1e6).toFixed(6),
    });
    expect(venue.trades()[0]).toMatchObject({ taker_allocated_margin_usdc_after: Number(allocated()) });
    venue.sell();
    const { realizedMicroUsdc } = venue.held();
    expect(allocated()).toBe(0n);
    expect(venue.account().collateralMicroUsdc).toBe(DEPOSIT + realizedMicroUsdc);
  });

  test('keeps a share as it shrinks, and gets all of its margin again as it turns', () => {
    venue.buy(2 * SIZE);
    const before = allocated();
    venue.sell();
    expect(Number(allocated())).toBeCloseTo(Number(before) / 2, -6);
    venue.sell(3 * SIZE);
    expect(venue.held().size).toBe(BigInt(-2 * SIZE));
    const won = -venue.held().entryMicroUsdc - BigInt(2 * SIZE) * BigInt(venue.price());
    expect(allocated() + won).toBe(required(2 * SIZE));
  });

  test('has its liquidation price by its own margin: more of it moves it away', () => {
    venue.buy();
    const price = () => Number(venue.shownPosition()?.['liquidation_price']) * 100;
    const before = price();
    // A tenth is there, and 1.2 % have to be kept.
    expect(before / venue.price()).toBeCloseTo((1 - 0.1) / (1 - 0.012), 2);
    move('add', 10n * DOLLAR);
    expect(price()).toBeLessThan(before);
    venue.sell(2 * SIZE);
    expect(price()).toBeGreaterThan(venue.price());
  });

  test('is not counted where margin is shared, and is in the whole', () => {
    venue.buy();
    const shown = venue.shown();
    expect(shown).toMatchObject({ cross_initial_margin_requirement: '0.000000' });
    expect(shown['cross_asset_value']).toBe(shown['collateral']);
    const unrealized = Number(venue.shownPosition()?.['unrealized_pnl']);
    const whole = Number(shown['collateral']) + Number(allocated()) / 1e6 + unrealized;
    expect(Number(shown['total_asset_value'])).toBeCloseTo(whole, 5);
  });

  test('takes more margin and gives back what it does not need, and no more', () => {
    venue.buy();
    const before = allocated();
    move('add', 50n * DOLLAR);
    expect(allocated()).toBe(before + 50n * DOLLAR);
    expect(venue.account().collateralMicroUsdc).toBe(DEPOSIT - allocated());
    expect(rejection(() => move('remove', 51n * DOLLAR))).toMatchObject({ code: 21_508, usesNonce: true });
    move('remove', 50n * DOLLAR);
    expect(allocated()).toBe(before);
    expect(rejection(() => move('add', DEPOSIT))).toMatchObject({ code: 21_508 });
    expect(allocated()).toBe(before);
  });

  test('must be there to be given margin, of which there must be some', () => {
    expect(rejection(() => move('add', DOLLAR))).toMatchObject({ code: 21_614, message: 'no position found' });
    expect(rejection(() => move('add', 0n))).toMatchObject({ message: 'invalid param: USDCAmount' });
  });

  test('lowers its leverage only where its margin suffices', () => {
    venue.buy();
    expect(rejection(() => isolate(2_000))).toMatchObject({ code: 21_508 });
    move('add', required(SIZE) + DOLLAR);
    isolate(2_000);
    expect(venue.shownPosition()).toMatchObject({ initial_margin_fraction: '20.00' });
  });
});

test('a market’s margin mode changes while there is neither a position nor an order', () => {
  venue.place({ price: 1_000_00 });
  expect(rejection(isolate)).toMatchObject({ code: 21_613, message: 'invalid margin mode' });
  venue.send({ kind: 'cancelOrder', marketIndex: ETH, index: 1n });
  isolate();
  venue.buy();
  const cross = {
    kind: 'updateLeverage',
    marketIndex: ETH,
    initialMarginFraction: TENTH,
    marginMode: 'cross',
  } as const;
  expect(rejection(() => venue.send(cross))).toBeInstanceOf(Rejected);
  venue.sell();
  venue.send(cross);
  venue.buy();
  expect(venue.shownPosition()).toMatchObject({ margin_mode: 0, allocated_margin: '0.000000' });
  expect(rejection(() => move('add', DOLLAR))).toMatchObject({ code: 21_613 });
});

test('money is conserved: what is not in the account is in its position', () => {
  isolate();
  const step = fc.record({ isAsk: fc.boolean(), size: fc.integer({ min: 100, max: 20_000 }), seconds: fc.nat(5) });
  fc.assert(
    fc.property(fc.array(step, { minLength: 3, maxLength: 12 }), (steps) => {
      venue.accountIndex = venue.credited(`0x${venue.store.nextAccountIndex().toString(16).padStart(40, '0')}`);
      isolate();
      for (const { isAsk, size, seconds } of steps) {
        venue.pass(seconds);
        if (isAsk) venue.sell(size);
        else venue.buy(size);
      }
      const { collateralMicroUsdc } = venue.account();
      const { size, allocatedMicroUsdc, realizedMicroUsdc } = venue.held();
      expect(collateralMicroUsdc + allocatedMicroUsdc).toBe(DEPOSIT + realizedMicroUsdc);
      expect(size === 0n ? allocatedMicroUsdc : 0n).toBe(0n);
    }),
    { numRuns: 10, seed: 7 },
  );
});
