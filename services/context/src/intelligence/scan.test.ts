import { describe, expect, test } from '@jest/globals';
import { analyse } from './analysis.js';
import { candlesOf, HOUR_MS, historyOf, wave } from './judged.fixture.js';
import { best, ranked, resultsOf } from './ranking.js';

const HOURS = 1_000;
const calm = (count: number) => Array.from({ length: count }, (_, index) => 100 + (index % 2));
const findingsOf = (...args: Parameters<typeof historyOf>) => analyse(historyOf(...args)).findings;
const found = (category: string, ...args: Parameters<typeof historyOf>) =>
  findingsOf(...args).find((finding) => finding.category === category);

describe('a market is noticed for', () => {
  test('momentum, by its return beside what chance gives', () => {
    const rising = calm(HOURS).map((price, index) => price + Math.max(0, index - 900));
    const finding = found('momentum', candlesOf(rising));
    expect(finding).toMatchObject({
      evidence: { direction: 'up', close: 200, return_7d_pct: expect.closeTo(98.02, 2) },
    });
    expect(finding?.score).toBeGreaterThan(50);
    expect(found('momentum', candlesOf(calm(HOURS)))?.score ?? 0).toBeLessThan(10);
  });

  test('reverting to the mean, in a range alone', () => {
    const fallen = [...calm(HOURS), 94];
    expect(found('mean_reversion', candlesOf(fallen, 2))).toMatchObject({
      evidence: { direction: 'up', distance_from_mean: expect.any(Number) },
    });
    const falling = Array.from({ length: HOURS }, (_, index) => 200 - index / 20);
    expect(found('mean_reversion', candlesOf(falling, 0))).toBeUndefined();
  });

  test('breaking out, for a day', () => {
    const up = [...calm(HOURS), ...Array(10).fill(110)];
    const finding = found('breakout', candlesOf(up));
    expect(finding?.evidence).toMatchObject({ direction: 'up', channel_high: 101.5, channel_low: 99.5 });
    expect(found('breakout', candlesOf([...up, ...Array(200).fill(110)]))).toBeUndefined();
    expect(found('breakout', candlesOf([...calm(HOURS), 90]))?.evidence['direction']).toBe('down');
  });

  test('volume, beside that of the 30 days before: twice as much scores 50', () => {
    const volumes = [...Array(HOURS - 24).fill(10), ...Array(24).fill(20)];
    expect(found('volume', candlesOf(calm(HOURS), 1, volumes))).toMatchObject({
      ...{ score: 50, evidence: { volume_ratio: 2, hourly_volume_24h: 20, hourly_volume_30d: 10 } },
    });
    const enormous = [...Array(HOURS - 24).fill(1), ...Array(24).fill(1e9)];
    expect(found('volume', candlesOf(calm(HOURS), 1, enormous))?.score).toBe(99.9);
    const unknown = candlesOf(calm(HOURS), 1, volumes).map((candle) => ({ ...candle, volume: undefined }));
    expect(found('volume', unknown)).toBeUndefined();
  });
});

describe('a market is not noticed', () => {
  const busy = candlesOf(wave(HOURS));

  test('with too few candles, or where prices stand still', () => {
    expect(findingsOf([])).toEqual([]);
    expect(findingsOf(candlesOf(wave(20)))).toEqual([]);
    expect(findingsOf(candlesOf(Array(HOURS).fill(1), 0))).toEqual([]);
  });

  test('when its last candle is older than a day', () => {
    const old = busy.map((candle) => ({ ...candle, timeMs: candle.timeMs - 25 * HOUR_MS }));
    expect([findingsOf(busy).length > 0, findingsOf(old)]).toEqual([true, []]);
  });

  test('when it is a prediction', () => {
    expect(findingsOf(busy, { kind: 'prediction' })).toEqual([]);
  });
});

describe('a scan', () => {
  const names = ['BTC', 'eth', 'SOL', 'AAA', 'BBB', 'CCC'];
  const results = names.flatMap((name, index) => {
    const instrument = { symbol: `${name}/USDC`, name, builderDex: name === 'CCC' ? 'dex' : undefined };
    const history = historyOf(candlesOf(wave(HOURS + index)), instrument);
    return resultsOf(history, analyse(history));
  });

  test('says no more digits than its numbers mean', () => {
    const findings = candlesOf(wave(HOURS).map((price, index) => price + Math.max(0, index - 900) / 7));
    const judged = analyse(historyOf(findings)).findings;
    expect(judged.length).toBeGreaterThan(0);
    for (const { score, evidence } of judged) {
      expect(String(score)).toMatch(/^\d{1,2}(\.\d)?$/);
      const { close: _close, ...computed } = evidence;
      for (const value of Object.values(computed).filter((each) => typeof each === 'number'))
        expect(String(value).replace(/^-?[0.]*|\.|e.*/g, '').length).toBeLessThanOrEqual(8);
      for (const [name, value] of Object.entries(computed).filter(([each]) =>
        /_pct$|_ratio$|^distance|^adx/.test(each),
      ))
        expect([name, String(value).replace(/^-?[0.]*|\.|e.*/g, '').length <= 4]).toEqual([name, true]);
    }
  });

  test('has no majors', () => {
    expect([...new Set(results.map(({ symbol }) => symbol))]).toEqual(['AAA/USDC', 'BBB/USDC', 'CCC/USDC']);
  });

  test('is narrowed to builder-deployed exchanges, whose markets say that no backtest can run on them', () => {
    const hip3 = best(results, { bucket: 'hip3' }, 50);
    expect(new Set(hip3.map(({ symbol }) => symbol))).toEqual(new Set(['CCC/USDC']));
    for (const { evidence } of hip3) expect(evidence).toMatchObject({ builder_dex: 'dex', backtest_ready: false });
    for (const { evidence } of best(results, { bucket: 'alts' }, 50))
      expect(evidence['backtest_ready']).toBeUndefined();
  });

  test('begins with the highest score, and shows as many as are asked for', () => {
    const scores = best(results, {}, 50).map(({ score }) => score);
    expect(scores.toSorted((left, right) => right - left)).toEqual(scores);
    expect(best(results, {}, 2)).toEqual(best(results, {}, 50).slice(0, 2));
    for (const { category } of best(results, { category: 'momentum' }, 50)) expect(category).toBe('momentum');
  });

  test('has the same bytes from the same history, in whatever order the markets come', () => {
    const again = names.toReversed().flatMap((name) => {
      const index = names.indexOf(name);
      const instrument = { symbol: `${name}/USDC`, name, builderDex: name === 'CCC' ? 'dex' : undefined };
      const history = historyOf(candlesOf(wave(HOURS + index)), instrument);
      return resultsOf(history, analyse(history));
    });
    expect(JSON.stringify(ranked(again))).toBe(JSON.stringify(ranked(results)));
  });
});
