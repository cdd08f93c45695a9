import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { fromCassette, hasRecordings, kindsOf } from '../shapes.js';
import { openTestVenue, payIn, TestUser, type TestVenue, wait } from '../testing/index.js';

let venue: TestVenue;
let user: TestUser;
/** The time of a read in between, and the perpetual account's value then. */
let worthThen: [number, string];

const worth = () =>
  user.info<{ marginSummary: { accountValue: string } }>('clearinghouseState').marginSummary.accountValue;

beforeAll(async () => {
  venue = await openTestVenue();
  user = new TestUser(venue, 10_000);
  wait(venue, 3_600, 3_600);
  await user.order({ size: 1, price: 5_000, tif: 'Ioc' });
  wait(venue, 3_600, 3_600);
  worthThen = [venue.clock.nowMs(), worth()];
  wait(venue, 3_600, 3_600);
  payIn(venue, user.address, 500);
  await user.act({ type: 'usdClassTransfer', amount: '100', toPerp: false });
  wait(venue, 3_600, 3_600);
});
afterAll(() => {
  venue.journal.close();
  rmSync(venue.directory, { recursive: true });
});

interface History {
  accountValueHistory: [number, string][];
  pnlHistory: [number, string][];
  vlm: string;
}

describe('a portfolio', () => {
  const shown = () => Object.fromEntries(user.info<[string, History][]>('portfolio'));

  test('ends with what the account is worth, with and without its spot balance', () => {
    const { day, perpDay } = shown();
    expect(perpDay!.accountValueHistory.at(-1)).toEqual([venue.clock.nowMs(), worth()]);
    expect(Number(day!.accountValueHistory.at(-1)![1])).toBeCloseTo(Number(worth()) + 100, 6);
  });

  test('shows as won what was not paid in, over time', () => {
    const { day, allTime } = shown();
    const [value, won] = [day!.accountValueHistory, day!.pnlHistory];
    expect(value).toHaveLength(13);
    expect([value[0]![1], won[0]![1]]).toEqual(['10000.0', '0.0']);
    for (const [index, [timeMs, amount]] of value.slice(0, 6).entries())
      expect([timeMs, Number(amount) - 10_000]).toEqual([won[index]![0], expect.closeTo(Number(won[index]![1]), 5)]);
    expect(Number(value.at(-1)![1]) - Number(won.at(-1)![1])).toBeCloseTo(10_500, 5);
    expect(Number(won.at(-1)![1])).not.toBe(0);
    expect(Number(allTime!.vlm)).toBeGreaterThan(1_000);
  });

  test('shows of the past what the account was worth then', () => {
    expect(shown()['perpDay']!.accountValueHistory).toContainEqual(worthThen);
  });

  test('is empty for who never was here', () => {
    const nobody = new TestUser(venue, 0).info<[string, History][]>('portfolio');
    expect(nobody.map(([name]) => name)).toEqual([
      'day',
      'week',
      'month',
      'allTime',
      'perpDay',
      'perpWeek',
      'perpMonth',
      'perpAllTime',
    ]);
    for (const [, history] of nobody) expect(history).toEqual({ accountValueHistory: [], pnlHistory: [], vlm: '0.0' });
  });

  (hasRecordings ? test : test.skip)('has the shape of the real venue’s', () => {
    expect(kindsOf(user.info('portfolio'))).toEqual(kindsOf(fromCassette('test_portfolio.yaml')));
  });
});
