import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Framework } from './framework.js';
import { createTestFreqtrade, SYMBOLS, strategyWith } from './freqtrade.fixture.js';

let framework: Framework;

beforeAll(async () => {
  framework = createTestFreqtrade();
  await framework.ensureReady();
}, 10 * 60_000);

afterAll(() => framework.close());

test('a strategy is judged within a few hundred milliseconds of an idle machine', async () => {
  const durations = [];
  for (const attempt of ['first', 'second', 'third']) {
    const start = performance.now();
    const code = `${strategyWith({})}\n# a text of its own: ${attempt}\n`;
    expect(await framework.validate({ code, configJson: '{}', symbols: SYMBOLS })).toEqual({ kind: 'valid' });
    durations.push(performance.now() - start);
  }
  expect(Math.min(...durations)).toBeLessThan(1_000);
});
