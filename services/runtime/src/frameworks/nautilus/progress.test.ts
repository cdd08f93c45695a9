import { expect, test } from '@jest/globals';
import { BTC, barType, configOf, FROM_MS, finished, nautilusForTests, path, strategyWith } from './nautilus.fixture.js';

const nautilus = nautilusForTests();
const MINUTE_MS = 60_000;

test('a run whose bars are slow says how far it has come at each of them', async () => {
  const hours = 84;
  const closes = Array.from({ length: hours * 60 }, (_, minute) => 100 + (minute % 2));
  const run = await nautilus().run({
    code: strategyWith('import time\nif self.count <= 5: time.sleep(0.6)'),
    config: configOf(barType(BTC, '1-MINUTE')),
    tables: [{ symbol: BTC, timeframe: '1m', candles: path(...closes) }],
    hours,
  });
  expect(finished(run).trades).toBe(0);
  const minutes = run.progress.map(({ simulatedMs }) => (simulatedMs - FROM_MS) / MINUTE_MS);
  expect(minutes.filter((minute) => minute <= 5)).toEqual([1, 2, 3, 4, 5]);
});
