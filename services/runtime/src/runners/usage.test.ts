import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { ProcessorMeter, readProcessTree } from './usage.js';

const LOOK_INTERVAL_MS = 100;
const started: ChildProcess[] = [];

afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

/** Six children of 0.4 s of processor time each, one after the other; a last line as all have ended. */
const successive = (reaping: string) => `
import os, signal, sys, time
${reaping}
for _ in range(6):
    child = os.fork()
    if child == 0:
        while time.process_time() < 0.4: pass
        os._exit(0)
    try:
        os.waitpid(child, 0)
    except ChildProcessError:
        pass
print("done", flush=True)
sys.stdin.read()
`;

/** What a meter has seen of such a program when its children have ended. */
async function metered(reaping: string): Promise<number> {
  const child = spawn('python3', ['-c', successive(reaping)], { stdio: ['pipe', 'pipe', 'inherit'] });
  started.push(child);
  const meter = new ProcessorMeter();
  let isDone = false;
  void once(child.stdout, 'data').then(() => {
    isDone = true;
  });
  while (!isDone) {
    await meter.look(await readProcessTree(child.pid ?? 0));
    await sleep(LOOK_INTERVAL_MS);
  }
  await meter.look(await readProcessTree(child.pid ?? 0));
  return meter.usedMs;
}

describe('the processor time of a tree', () => {
  test('has what its children used that nobody waited for, one after the other', async () => {
    // The last moments of each are not seen.
    const usedMs = await metered('signal.signal(signal.SIGCHLD, signal.SIG_IGN)');
    expect(usedMs).toBeGreaterThan(1_200);
    expect(usedMs).toBeLessThan(4_000);
  });

  test('has what its children used that were waited for once', async () => {
    const usedMs = await metered('');
    expect(usedMs).toBeGreaterThan(2_300);
    expect(usedMs).toBeLessThan(4_000);
  });
});
