import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from '@jest/globals';
import { until } from '@platform/test/platform';
import { ComingAndGoing } from './workers.js';

/** Works, says so, and waits for its end. */
const WORK = `const until = Date.now() + 300; while (Date.now() < until); console.log('done'); setInterval(() => {}, 1_000)`;

const started = new Set<ReturnType<typeof spawn>>();

afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
});

async function work(...args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, ['-e', WORK, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  started.add(child);
  await once(child.stdout, 'data');
}

test('processes that run backtests are counted, and those that hold bots are not', async () => {
  await work('/lib/bot-shim/main.js');
  await using workers = new ComingAndGoing(process.pid);
  await work();
  const counted = await until(
    'what the worker used',
    async () => workers.seconds,
    (seconds) => seconds > 0,
  );
  for (const child of started) child.kill('SIGKILL');
  // With the other it would be more than a worker took since it began.
  expect(counted).toBeLessThan(0.6);
});
