import { expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { startSweeper } from './sweeper.js';

const TEN_MINUTES_MS = 600_000;

test('sweeps every ten minutes, past a part that fails, until it is closed', async () => {
  const clock = new ManualClock(0);
  const logged: string[] = [];
  const logger = createLogger(
    { process: 'identity', level: 'error' },
    { write: (line: string) => void logged.push(line) },
  );
  let swept = 0;
  const failing = { sweep: () => Promise.reject(new Error('store is down')) };
  const counting = {
    sweep: async () => {
      swept += 1;
    },
  };
  const sweeper = startSweeper([failing, counting], clock, logger);

  for (let round = 1; round <= 3; round += 1) {
    clock.advance(TEN_MINUTES_MS);
    await new Promise(setImmediate);
    expect(swept).toBe(round);
    expect(logged).toHaveLength(round);
  }
  await sweeper.close();
  clock.advance(TEN_MINUTES_MS);
  await new Promise(setImmediate);
  expect(swept).toBe(3);
});
