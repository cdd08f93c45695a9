import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { systemClock, systemRandom } from '@platform/kit/clock';
import { ownerOfLock } from '@platform/kit/provisioning';
import { workloadFolder } from './folders.js';
import { LocalBotRunner } from './local-bot-runner.js';
import { botOf, describeBotRunner, type RunnerUnderTest, workloadOf } from './testing/contract.js';
import { contractProgram } from './testing/program.js';

const SOURCE = fileURLToPath(new URL('.', import.meta.url));
const SHIM = join(SOURCE, '..', '..', 'dist', 'bots', 'shim', 'main.js');

/** Longer than a process of bots is kept between two of them. */
const SLOW_LOOK_MS = 3_000;

/** A runner on this machine, with bots in a sandbox or not. */
async function make(isIsolated: boolean, clock = systemClock): Promise<RunnerUnderTest> {
  const folder = await mkdtemp(join(tmpdir(), 'bots-'));
  const options = { folder, shim: SHIM, feedSocket: () => join(folder, 'no-feed.sock') };
  const runnerAgain = () => new LocalBotRunner({ ...options, clock, random: systemRandom });
  const holderOf = (workloadId: string) => ownerOfLock(workloadFolder(join(folder, workloadId)).lock);
  return {
    runner: runnerAgain(),
    again: async () => runnerAgain(),
    program: await contractProgram(isIsolated),
    killBot: ({ processId }) => process.kill(processId ?? Number.NaN, 'SIGKILL'),
    killHolder: async (workloadId) => {
      const holder = await holderOf(workloadId);
      if (holder !== undefined) process.kill(holder.pid, 'SIGKILL');
    },
    separatesUsers: isIsolated && process.getuid?.() === 0,
    close: async () => {
      for (const name of await readdir(folder)) {
        const holder = await holderOf(name);
        if (holder !== undefined) process.kill(holder.pid, 'SIGKILL');
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

test('a process of bots waits for a machine that is slow to place the first one', async () => {
  const slowClock = { ...systemClock, sleep: () => systemClock.sleep(SLOW_LOOK_MS) };
  const tried = await make(false, slowClock);
  try {
    await tried.runner.place(workloadOf('shared-1', tried.program), botOf('dpl_1', {}));
    const [workload] = await tried.runner.observe('shared-1');
    expect(workload).toMatchObject({ state: 'running', bots: [{ deploymentId: 'dpl_1', ended: null }] });
  } finally {
    await tried.close();
  }
});

describeBotRunner('a runner on this machine, in a sandbox', () => make(true));
describeBotRunner('a runner on this machine, without a sandbox', () => make(false));
