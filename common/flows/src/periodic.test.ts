import { expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { startPeriodic, startRepeated } from './periodic.js';

const INTERVAL_MS = 1_000;

function setUp() {
  const clock = new ManualClock(0);
  const logged: string[] = [];
  const logger = createLogger({ process: 'test', level: 'error' }, { write: (line: string) => void logged.push(line) });
  const pass = async () => {
    // The round under way ends first.
    await new Promise(setImmediate);
    clock.advance(INTERVAL_MS);
    await new Promise(setImmediate);
  };
  return { clock, logged, logger, pass };
}

test('work is done at once and then after each interval, until it is closed', async () => {
  const { clock, logger, pass } = setUp();
  let rounds = 0;
  const run = async () => {
    rounds += 1;
  };
  const work = startPeriodic({ name: 'work', intervalMs: INTERVAL_MS, run }, clock, logger);
  expect(rounds).toBe(1);
  await pass();
  expect(rounds).toBe(2);
  await work.close();
  await pass();
  expect(rounds).toBe(2);
});

test('work that starts later waits for the interval first', async () => {
  const { clock, logger, pass } = setUp();
  let rounds = 0;
  const run = async () => {
    rounds += 1;
  };
  const work = startPeriodic({ name: 'work', intervalMs: INTERVAL_MS, startsLater: true, run }, clock, logger);
  expect(rounds).toBe(0);
  await pass();
  expect(rounds).toBe(1);
  await work.close();
});

test('a round that fails is left to the next, and each new reason is logged once', async () => {
  const { clock, logged, logger, pass } = setUp();
  const reasons = ['down', 'down', 'up side down', undefined, 'down'];
  const run = async () => {
    const reason = reasons.shift();
    if (reason !== undefined) throw new Error(reason);
  };
  const work = startPeriodic({ name: 'work', intervalMs: INTERVAL_MS, run }, clock, logger);
  for (let round = 0; round < 4; round += 1) await pass();
  expect(logged.map((line) => JSON.parse(line).err.message)).toEqual(['down', 'up side down', 'down']);
  await work.close();
});

test('closing waits for the round under way', async () => {
  const { clock, logger } = setUp();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let isOver = false;
  const run = async () => {
    await released;
    isOver = true;
  };
  const work = startPeriodic({ name: 'work', intervalMs: INTERVAL_MS, run }, clock, logger);
  const closed = work.close();
  release();
  await closed;
  expect(isOver).toBe(true);
});

test('what is repeated ends when it is done', async () => {
  const { clock, logger, pass } = setUp();
  let rounds = 0;
  const run = async () => {
    rounds += 1;
    return rounds < 3 ? 'again' : 'done';
  };
  const { ended } = startRepeated({ name: 'work', intervalMs: INTERVAL_MS, run }, clock, logger);
  await pass();
  await pass();
  await ended;
  await pass();
  expect(rounds).toBe(3);
});
