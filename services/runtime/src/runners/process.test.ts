import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { systemRandom } from '@platform/kit/clock';
import { defaultCacheDirectory } from '@platform/kit/provisioning';
import { findInterpreter } from '../frameworks/python/interpreter.js';
import { findBubblewrap } from './bubblewrap.js';
import { ProcessRunner } from './process.js';
import type { ProcessEnd } from './runner.js';

const LIMITS = { memoryBytes: 256 * 1024 ** 2, folderBytes: 1024 ** 2, processes: 8, cpuSeconds: 10 };
/** From before it is executed until its sandbox stands, and beyond. */
const AFTER_MS = Array.from({ length: 40 }, (_, index) => index);
const AT_ONCE = 4;
const ENDED_MS_MAX = 20_000;

let runner: ProcessRunner;

beforeAll(async () => {
  const cacheDirectory = defaultCacheDirectory(process.env);
  const bubblewrap = await findBubblewrap({ cacheDirectory, environment: process.env, report: () => {} });
  const { executable: python } = await findInterpreter(process.env);
  runner = new ProcessRunner({ bubblewrap, python, random: systemRandom });
});

/** Starts what never ends by itself, kills it after a while, and gives how it ended. */
async function killedAfter(ms: number): Promise<ProcessEnd> {
  const started = runner.start(
    { command: ['/bin/sh', '-c', 'read answer'], readOnlyPaths: ['/bin/sh'], environment: {} },
    LIMITS,
  );
  for (const stream of [started.output, started.log]) stream.resume();
  await wait(ms);
  started.kill();
  const late = wait(ENDED_MS_MAX, undefined, { ref: false }).then(() => {
    throw new Error(`killed ${ms} ms after its start, it had not ended ${ENDED_MS_MAX} ms later`);
  });
  return Promise.race([started.ended, late]);
}

describe('a program in its sandbox', () => {
  test('ends when it is killed, however early', async () => {
    for (const ms of AFTER_MS) {
      const ends = await Promise.all(Array.from({ length: AT_ONCE }, () => killedAfter(ms)));
      expect(ends).toEqual(ends.map(() => ({ kind: 'killed' })));
    }
  });
});
