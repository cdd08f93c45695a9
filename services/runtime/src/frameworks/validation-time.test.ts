import { expect, test } from '@jest/globals';
import { freqtradeForTests, SYMBOLS, strategyWith } from './freqtrade/freqtrade.fixture.js';

const freqtrade = freqtradeForTests();

test('a strategy is judged within a few hundred milliseconds of an idle machine', async () => {
  const durations = [];
  for (const attempt of ['first', 'second', 'third']) {
    const start = performance.now();
    const code = `${strategyWith({})}\n# a text of its own: ${attempt}\n`;
    expect(await freqtrade.framework.validate({ code, configJson: '{}', symbols: SYMBOLS })).toEqual({ kind: 'valid' });
    durations.push(performance.now() - start);
  }
  expect(Math.min(...durations)).toBeLessThan(1_000);
});
