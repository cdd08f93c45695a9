import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, test } from '@jest/globals';
import { until } from '@platform/test/platform';
import { ComingAndGoing } from './workers.js';

const [BOT_SECONDS, WORKER_SECONDS] = [2, 0.3];

/** Takes a processor for so long, says so, and waits for its end. */
function program(seconds: number): string {
  return `const used = () => { const { user, system } = process.cpuUsage(); return user + system; };
    while (used() < ${seconds * 1e6}); console.log('done'); setInterval(() => {}, 1_000)`;
}

const started = new Set<ReturnType<typeof spawn>>();

afterEach(() => {
  for (const child of started) child.kill('SIGKILL');
  started.clear();
});

async function work(seconds: number, ...args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, ['-e', program(seconds), ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  started.add(child);
  await once(child.stdout, 'data');
}

test('processes that run backtests are counted, and those that hold bots are not', async () => {
  await work(BOT_SECONDS, '/lib/bot-shim/main.js');
  await using workers = new ComingAndGoing(process.pid);
  await work(WORKER_SECONDS);
  const counted = await until(
    'what the worker used',
    async () => workers.seconds,
    (seconds) => seconds > 0,
  );
  for (const child of started) child.kill('SIGKILL');
  expect(counted).toBeLessThan(BOT_SECONDS);
});
