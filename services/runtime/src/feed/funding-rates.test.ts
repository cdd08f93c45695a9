import { beforeEach, describe, expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { type FundingRate, FundingRates } from './funding-rates.js';

const HOUR_MS = 3_600_000;
const START_MS = Date.UTC(2026, 0, 1);
/** The rate of the n-th hour, which its venue posts a second after it. */
const rate = (index: number): FundingRate => [START_MS + index * HOUR_MS + 1_000, index / 1e6];

let clock: ManualClock;
let readings: [string, number][];
let posted: FundingRate[];
let rates: FundingRates;

beforeEach(() => {
  clock = new ManualClock(START_MS + 10 * HOUR_MS + 20_000);
  readings = [];
  posted = Array.from({ length: 11 }, (_, index) => rate(index));
  rates = new FundingRates(async (symbol, fromMs) => {
    readings.push([symbol, fromMs]);
    return posted.filter(([atMs]) => atMs >= fromMs);
  }, clock);
});

describe('the funding rates of a market', () => {
  test('are read once for all who ask, whatever instant they ask from', async () => {
    const fromMs = START_MS + 4 * HOUR_MS;
    const answers = await Promise.all(Array.from({ length: 50 }, () => rates.from('BTC', fromMs)));
    for (const answer of answers) expect(answer).toEqual(posted.slice(4));
    expect(await rates.from('BTC', START_MS + 9 * HOUR_MS)).toEqual(posted.slice(9));
    expect(readings).toEqual([['BTC', fromMs]]);
    expect(await rates.from('BTC', START_MS)).toEqual(posted);
    expect(readings).toHaveLength(2);
  });

  test('are read on from the newest once another hour has begun, and again each minute until it is posted', async () => {
    await rates.from('BTC', START_MS);
    clock.advance(HOUR_MS);
    expect(await rates.from('BTC', START_MS)).toEqual(posted);
    clock.advance(30_000);
    await rates.from('BTC', START_MS);
    expect(readings).toHaveLength(2);
    posted.push(rate(11));
    clock.advance(30_000);
    expect(await rates.from('BTC', START_MS)).toEqual(posted);
    expect(readings.at(-1)).toEqual(['BTC', rate(10)[0] + 1]);
    clock.advance(5 * 60_000);
    await rates.from('BTC', START_MS);
    expect(readings).toHaveLength(3);
  });

  test('that reach further back than one reading does are read for the one who asks', async () => {
    await rates.from('BTC', START_MS);
    await rates.from('BTC', START_MS - 1_000 * HOUR_MS);
    await rates.from('BTC', START_MS);
    expect(readings).toHaveLength(2);
  });

  test('are read again by the next after a reading that failed', async () => {
    const failing = new FundingRates(async (symbol, fromMs) => {
      readings.push([symbol, fromMs]);
      if (readings.length === 1) throw new Error('the venue is down');
      return posted;
    }, clock);
    const first = [failing.from('BTC', START_MS), failing.from('BTC', START_MS)];
    for (const answer of first) await expect(answer).rejects.toThrow('the venue is down');
    expect(await failing.from('BTC', START_MS)).toEqual(posted);
  });

  test('are forgotten two hours after they were last asked for', async () => {
    await rates.from('BTC', START_MS);
    rates.sweep();
    await rates.from('BTC', START_MS);
    expect(readings).toHaveLength(1);
    clock.advance(2 * HOUR_MS);
    rates.sweep();
    await rates.from('BTC', START_MS + 5 * HOUR_MS);
    expect(readings.at(-1)).toEqual(['BTC', START_MS + 5 * HOUR_MS]);
  });
});
