import { expect, test } from '@jest/globals';
import { ManualClock } from '@platform/kit/clock';
import { createLogger } from '@platform/observability/logging';
import { startReturningMemory } from './memory.js';

const MEBIBYTE = 1024 ** 2;
const logger = createLogger({ process: 'test', level: 'silent' });

/** Returns how often a process with this memory and busy share at each check returned memory. */
async function givenBack(
  looks: readonly { readonly mebibytes: number; readonly busyShare: number }[],
): Promise<number> {
  const clock = new ManualClock(0);
  let now = quiet(100);
  let given = 0;
  let asked = 0;
  const memory = {
    residentBytes: () => now.mebibytes * MEBIBYTE,
    busyShare: () => {
      asked += 1;
      return now.busyShare;
    },
    collectGarbage: () => {
      given += 1;
      now = { mebibytes: 150, busyShare: 0 };
    },
  };
  const work = startReturningMemory(memory, clock, logger);
  for (const [index, look] of looks.entries()) {
    now = look;
    while (asked <= index) {
      clock.advance(15_000);
      await Promise.resolve();
    }
  }
  await work.close();
  return given;
}

const quiet = (mebibytes: number) => ({ mebibytes, busyShare: 0.02 });
const busy = (mebibytes: number) => ({ mebibytes, busyShare: 0.6 });

test('memory is given back once, when the process is quiet after it has grown', async () => {
  expect(await givenBack([busy(200), busy(300), quiet(310), quiet(151), quiet(152)])).toBe(1);
});

test('it is given back again after it has grown again', async () => {
  expect(await givenBack([quiet(300), quiet(170), busy(290), quiet(290)])).toBe(2);
});

test('a process that is busy, or grows little, is left alone', async () => {
  expect(await givenBack([busy(200), busy(400), busy(600)])).toBe(0);
  expect(await givenBack([quiet(300), quiet(160), quiet(170), quiet(181)])).toBe(1);
});
