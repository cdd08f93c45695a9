import { expect, test } from '@jest/globals';
import { IncidentKeeper } from './incident-keeper.js';

const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2026, 0, 1);

/** A keeper, and a clock that is moved by hand. */
function keeperAt(atMs: number) {
  const clock = { nowMs: atMs };
  return { keeper: new IncidentKeeper(() => clock.nowMs), clock };
}

test('a question without an answer for long is an incident of its market, from when it was asked to its first answer', () => {
  const { keeper, clock } = keeperAt(START_MS);
  clock.nowMs += 10_000;
  keeper.noteAnswer({ question: 'book', symbol: 'BTC', atMs: START_MS }, false);
  clock.nowMs += 5_000;
  keeper.noteAnswer({ question: 'book', symbol: 'BTC', atMs: clock.nowMs - 1_000 }, false);
  expect(keeper.silentSinceMs).toBe(START_MS);
  clock.nowMs += 105_000;
  keeper.noteAnswer({ question: 'book', symbol: 'BTC', atMs: clock.nowMs }, true);
  expect(keeper.silentSinceMs).toBeNull();
  expect(keeper.newest).toEqual([{ kind: 'feed_silent', symbol: 'BTC', fromMs: START_MS, toMs: START_MS + 120_000 }]);
});

test('an answer to one question, or about one market, ends the silence of no other', () => {
  const { keeper, clock } = keeperAt(START_MS);
  const candles = { question: 'candles', symbol: 'BTC', atMs: START_MS };
  keeper.noteAnswer(candles, false);
  clock.nowMs += 20_000;
  keeper.noteAnswer({ ...candles, question: 'book' }, true);
  keeper.noteAnswer({ ...candles, symbol: 'ETH' }, true);
  expect(keeper.silentSinceMs).toBe(START_MS);
  keeper.noteAnswer(candles, true);
  expect(keeper.newest).toEqual([{ kind: 'feed_silent', symbol: 'BTC', fromMs: START_MS, toMs: START_MS + 20_000 }]);
});

test('what is not asked any more is no silence', () => {
  const { keeper, clock } = keeperAt(START_MS);
  keeper.noteAnswer({ question: 'book', symbol: 'BTC', atMs: START_MS }, false);
  clock.nowMs += 2 * MINUTE_MS;
  expect(keeper.silentSinceMs).toBe(START_MS);
  clock.nowMs += 1;
  expect(keeper.silentSinceMs).toBeNull();
});

test('a silence of a few seconds is none', () => {
  const { keeper, clock } = keeperAt(START_MS);
  keeper.noteAnswer({ question: 'book', symbol: 'BTC', atMs: START_MS }, false);
  clock.nowMs += 9_999;
  keeper.noteAnswer({ question: 'book', symbol: 'BTC', atMs: clock.nowMs }, true);
  expect(keeper.newest).toEqual([]);
});

test('a candle that is told late is an incident from its end on, once it is told', () => {
  const { keeper, clock } = keeperAt(START_MS + 2_000);
  keeper.noteCandles('BTC', '1m', START_MS - 2 * MINUTE_MS);
  clock.nowMs += 38_000;
  keeper.noteCandles('BTC', '1m', START_MS - 2 * MINUTE_MS);
  expect(keeper.newest).toEqual([]);
  keeper.noteCandles('BTC', '1m', START_MS - MINUTE_MS);
  expect(keeper.newest).toEqual([{ kind: 'late_candle', symbol: 'BTC', fromMs: START_MS, toMs: START_MS + 40_000 }]);
});

test('a market without a candle for a while is late by no more than it was told', () => {
  const { keeper, clock } = keeperAt(START_MS + 1_000);
  keeper.noteCandles('BTC', '1m', undefined);
  clock.nowMs += 3_000;
  keeper.noteCandles('BTC', '1m', START_MS - MINUTE_MS);
  expect(keeper.newest).toEqual([]);
});

test('a candle that was corrected after the bot was told of it is an incident until its last correction', () => {
  const { keeper, clock } = keeperAt(START_MS + 2_000);
  const opened = START_MS - MINUTE_MS;
  keeper.noteCandles('BTC', '1m', opened, [[opened - MINUTE_MS, START_MS - 1]]);
  clock.nowMs += 20_000;
  keeper.noteCandles('BTC', '1m', opened, [[opened, START_MS + 15_000]]);
  clock.nowMs += 20_000;
  keeper.noteCandles('BTC', '1m', opened, [[opened, START_MS + 40_000]]);
  keeper.noteCandles('BTC', '1m', opened, [[opened, START_MS + 40_000]]);
  expect(keeper.newest).toEqual([{ kind: 'late_candle', symbol: 'BTC', fromMs: START_MS, toMs: START_MS + 40_000 }]);
});

test('a candle that was corrected before the bot was told of it is none', () => {
  const { keeper, clock } = keeperAt(START_MS + 2_000);
  keeper.noteCandles('BTC', '1m', START_MS - 2 * MINUTE_MS);
  clock.nowMs += 20_000;
  keeper.noteCandles('BTC', '1m', START_MS - MINUTE_MS, [[START_MS - MINUTE_MS, START_MS + 15_000]]);
  clock.nowMs += 20_000;
  keeper.noteCandles('BTC', '1m', START_MS - MINUTE_MS, [[START_MS - MINUTE_MS, START_MS + 15_000]]);
  expect(keeper.newest.map(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([[START_MS, START_MS + 22_000]]);
});
