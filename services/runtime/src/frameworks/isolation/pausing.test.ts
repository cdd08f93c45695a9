import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { readProcessTree } from '../../runners/usage.js';
import { runOptions } from '../framework.fixture.js';
import { freqtradeForTests, strategyWith, workerProcesses } from '../freqtrade/freqtrade.fixture.js';
import { defaultBacktestLimits } from '../index.js';
import { PauseSwitch } from '../pause-switch.js';

const STALL_MS = 15_000;
const WALL_MS = 25_000;
/** No warm worker beside: every process of a strategy is one of the run that a test is about. */
const LIMITS = {
  ...defaultBacktestLimits,
  run: { ...defaultBacktestLimits.run, stallMs: STALL_MS, wallTimeMs: WALL_MS },
};
const freqtrade = freqtradeForTests(LIMITS, 0, 1);

let pauses: PauseSwitch;

beforeEach(() => {
  pauses = new PauseSwitch();
});

afterAll(async () => expect(await workerProcesses()).toBe(0));

/** Runs a strategy whose indicators are this code. */
function run(indicators: string, signal = new AbortController().signal) {
  return freqtrade.framework.run(freqtrade.market.job(strategyWith({ indicators })), runOptions({ pauses, signal }));
}

/** State and processor ticks of the strategy's own processes: those in a process tree of their own. */
async function strategyProcesses(): Promise<{ states: string; ticks: number }> {
  const ids = (await readProcessTree(process.pid)).filter((id) => id !== process.pid);
  const stats = await Promise.all(ids.map((id) => readFile(`/proc/${id}/stat`, 'utf8').catch(() => '')));
  const python = stats.filter((stat) => stat.includes('(python'));
  const fields = python.map((stat) => stat.slice(stat.lastIndexOf(')') + 2).split(' '));
  return {
    states: fields.map(([state]) => state).join(''),
    ticks: fields.reduce((sum, field) => sum + Number(field[11]) + Number(field[12]), 0),
  };
}

/** A worker that is still importing its framework looks like one that runs, and is paused when it is ready. */
const STATES_MS_MAX = 90_000;

/** Waits until all of the strategy's processes are in these states. */
async function untilStates(states: RegExp): Promise<void> {
  const startedAtMs = performance.now();
  for (;;) {
    const found = (await strategyProcesses()).states;
    if (states.test(found)) return;
    if (performance.now() - startedAtMs > STATES_MS_MAX) throw new Error(`the states are ${found}`);
    await sleep(50);
  }
}

const LOOP = 'while True: pass';

test('a paused run uses no processor, with all processes and threads that it started', async () => {
  const controller = new AbortController();
  const forking = `
import os, threading
def spin():
    while True: pass
def start():
    if os.fork() == 0: spin()
threading.Thread(target=start).start()
if os.fork() == 0: spin()
threading.Thread(target=spin, daemon=True).start()
${LOOP}`;
  const ended = run(forking, controller.signal);
  await untilStates(/^[RS]{3}$/);
  pauses.set(true);
  await untilStates(/^T{3}$/);
  const { ticks } = await strategyProcesses();
  await sleep(500);
  expect(await strategyProcesses()).toEqual({ states: 'TTT', ticks });
  pauses.set(false);
  await untilStates(/^[RS]{3}$/);
  controller.abort();
  expect(await ended).toMatchObject({ code: 'cancelled' });
  await untilStates(/^$/);
}, 240_000);

test('a run tells the memory that it holds, and the processor time that it uses, with what it starts, and none while it is paused', async () => {
  const controller = new AbortController();
  let usedMs = 0;
  const onProcessorTime = (ms: number) => {
    usedMs += ms;
  };
  const job = freqtrade.market.job(strategyWith({ indicators: `if os.fork() >= 0:\n    ${LOOP}` }));
  let heldBytes = 0;
  const onMemory = (bytes: number) => {
    heldBytes = bytes;
  };
  const options = runOptions({ pauses, signal: controller.signal, onProcessorTime, onMemory });
  const ended = freqtrade.framework.run(job, options);
  // A worker that is not warm imports its framework first.
  for (let waitedMs = 0; usedMs < 500 && waitedMs < 4 * STALL_MS; waitedMs += 50) await sleep(50);
  expect(usedMs).toBeGreaterThanOrEqual(500);
  pauses.set(true);
  await untilStates(/^TT$/);
  await sleep(1_500);
  const atPauseMs = usedMs;
  await sleep(1_500);
  expect(usedMs).toBe(atPauseMs);
  // More than an interpreter takes by itself.
  expect(heldBytes).toBeGreaterThan(50 * 1_024 ** 2);
  controller.abort();
  expect(await ended).toMatchObject({ code: 'cancelled' });
}, 240_000);

test('the time that a run is paused for counts neither as standing still nor as its wall time', async () => {
  const slow = 'import time\ntime.sleep(1)';
  const ended = run(slow);
  await sleep(3_000);
  pauses.set(true);
  await sleep(WALL_MS + 1_000);
  pauses.set(false);
  expect(await ended).toMatchObject({ kind: 'finished' });
}, 240_000);

test('a run that stood still before it was paused ends when its time is over afterwards', async () => {
  const ended = run(LOOP);
  await untilStates(/^R$/);
  await sleep(2_000);
  pauses.set(true);
  await sleep(STALL_MS + 1_000);
  await untilStates(/^T$/);
  pauses.set(false);
  expect(await ended).toMatchObject({ code: 'no_progress' });
}, 240_000);

test('a paused run that is cancelled is gone at once', async () => {
  const controller = new AbortController();
  const ended = run(LOOP, controller.signal);
  await untilStates(/^R$/);
  pauses.set(true);
  await untilStates(/^T$/);
  controller.abort();
  expect(await ended).toMatchObject({ code: 'cancelled' });
  await untilStates(/^$/);
}, 240_000);

test('a paused run is gone when its framework is closed', async () => {
  const ended = run(LOOP);
  await untilStates(/^R$/);
  pauses.set(true);
  await untilStates(/^T$/);
  await freqtrade.framework.close();
  expect(await ended).toMatchObject({ kind: 'error' });
  expect(await workerProcesses()).toBe(0);
}, 240_000);
