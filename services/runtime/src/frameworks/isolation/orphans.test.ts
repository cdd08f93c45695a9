import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { readProcessTree } from '../../runners/usage.js';
import { createTestFreqtrade, generateMarket, strategyWith, type TestMarket } from '../freqtrade/freqtrade.fixture.js';
import { startService } from '../service.fixture.js';

const PROVISIONING_MS = 10 * 60_000;
const TEST_MS = 180_000;
const LOOPING = 'the strategy loops';
const ENDLESS = strategyWith({
  imports: 'import logging',
  indicators: `logging.getLogger(__name__).warning("${LOOPING}")\nwhile True: pass`,
});

let market: TestMarket;
let service: ChildProcess | undefined;

beforeAll(async () => {
  market = await generateMarket();
  const framework = createTestFreqtrade();
  await framework.ensureReady();
  await framework.close();
}, PROVISIONING_MS);

afterAll(async () => {
  service?.kill('SIGKILL');
  await market.remove();
});

/** Names a process for good: its id alone is given to another one day. Undefined when it has ended. */
async function identify(processId: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${processId}/stat`, 'utf8').catch(() => undefined);
  const [state, ...fields] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? [];
  return state === undefined || state === 'Z' ? undefined : `${processId} ${fields[18]}`;
}

/** Those of a process's descendants that run Python, and all others between. */
async function descendants(processId: number): Promise<{ all: string[]; workers: number }> {
  const ids = (await readProcessTree(processId)).filter((id) => id !== processId);
  const commands = await Promise.all(ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  const identities = await Promise.all(ids.map(identify));
  return {
    all: identities.filter((identity) => identity !== undefined),
    workers: commands.filter((command) => /^[^\0]*python[^\0]*\0/.test(command)).length,
  };
}

/** Resolves once a line with this text was written. */
async function logged(output: Readable | null, text: string): Promise<void> {
  for await (const piece of output ?? []) if (String(piece).includes(text)) return;
  throw new Error(`the service ended before it wrote: ${text}`);
}

/** How many of these descendants are stopped. */
async function stopped(identities: readonly string[]): Promise<number> {
  const stats = await Promise.all(
    identities.map((identity) => readFile(`/proc/${identity.split(' ')[0]}/stat`, 'utf8').catch(() => '')),
  );
  return stats.filter((stat) => /\) T /.test(stat)).length;
}

test.each([
  ['running', ''],
  ['paused', LOOPING],
])(
  'a killed service leaves no strategy %s, nor a worker that waits for one',
  async (how, pausedAt) => {
    service = startService('freqtrade', market.job(ENDLESS), ['ignore', 'pipe', 'inherit'], pausedAt);
    const { pid = 0, stdout } = service;
    await logged(stdout, LOOPING);
    let found = await descendants(pid);
    while (found.workers < 2 || (how === 'paused' && (await stopped(found.all)) === 0)) {
      await sleep(100);
      found = await descendants(pid);
    }
    const gone = once(service, 'exit');
    service.kill('SIGKILL');
    await gone;
    const running = async () => {
      const now = await Promise.all(found.all.map((identity) => identify(Number(identity.split(' ')[0]))));
      return found.all.filter((identity) => now.includes(identity));
    };
    for (let waitedMs = 0; waitedMs < 60_000 && (await running()).length > 0; waitedMs += 100) await sleep(100);
    expect(await running()).toEqual([]);
  },
  TEST_MS,
);
