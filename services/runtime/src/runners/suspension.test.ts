import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, jest, test } from '@jest/globals';
import { Suspension } from './suspension.js';
import { readChildren } from './usage.js';

let outermost: ChildProcess | undefined;

afterEach(() => {
  jest.restoreAllMocks();
  if (outermost?.pid !== undefined) process.kill(-outermost.pid, 'SIGKILL');
});

/** The outermost process of a tree with one other, which starts one more for each line that it is given. */
const STARTING_MORE = 'sleep 60 & while read line; do sleep 60 & done';
const BUSY = 4;
const ROUNDS = 30;

/** Starts a tree of processes; gives the ids of the outermost and of its first child. */
async function begin(commands = STARTING_MORE): Promise<[outermostId: number, insideId: number]> {
  outermost = spawn('/bin/sh', ['-c', commands], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  const id = outermost.pid ?? 0;
  for (;;) {
    const [inside] = await readChildren(id);
    if (inside !== undefined) return [id, inside];
    await sleep(10);
  }
}

const countChildren = (id: number) => readFileSync(`/proc/${id}/task/${id}/children`, 'utf8').trim().split(' ').length;

const stateOf = (id: number) => readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]?.[0];

/** Before each stop of a process, or instead of it. */
function atEachStop(act: () => void) {
  const kill = process.kill.bind(process);
  jest.spyOn(process, 'kill').mockImplementation((id, signal) => {
    if (signal === 'SIGSTOP') act();
    return kill(id, signal);
  });
}

async function expectGoingOn(suspension: Suspension, id: number) {
  jest.restoreAllMocks();
  await suspension.set(true);
  expect(stateOf(id)).toBe('T');
  await suspension.set(false);
  // It may be awake for a moment.
  expect(stateOf(id)).not.toBe('T');
}

test('a tree that grows at every look is not taken for one that stands still', async () => {
  const [id, inside] = await begin();
  const suspension = new Suspension(id);
  atEachStop(() => {
    const before = countChildren(id);
    outermost?.stdin?.write('\n');
    // The next look finds it: nothing else goes on here meanwhile.
    while (countChildren(id) === before) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  });
  await expect(suspension.set(true)).rejects.toThrow('could not be paused');
  await expectGoingOn(suspension, inside);
});

test('once a call is settled nothing of the tree runs, even where others have the processors', async () => {
  const loops = `for i in $(seq ${BUSY}); do (while :; do :; done) & done; wait`;
  const [id] = await begin(loops);
  while (countChildren(id) < BUSY) await sleep(10);
  for (const child of await readChildren(id)) setPriority(child, constants.priority.PRIORITY_LOW);
  const others = spawn('/bin/sh', ['-c', loops], { detached: true, stdio: 'ignore' });
  try {
    const suspension = new Suspension(id);
    for (let round = 0; round < ROUNDS; round += 1) {
      await suspension.set(true);
      const states = (await readChildren(id)).map(stateOf);
      expect(states).toEqual(Array(BUSY).fill('T'));
      await suspension.set(false);
    }
  } finally {
    process.kill(-(others.pid ?? 0), 'SIGKILL');
  }
});

test('what is asked after a call that failed is done all the same', async () => {
  const [id, inside] = await begin();
  const suspension = new Suspension(id);
  atEachStop(() => {
    throw new Error('not permitted');
  });
  await expect(suspension.set(true)).rejects.toThrow('not permitted');
  await expectGoingOn(suspension, inside);
});
