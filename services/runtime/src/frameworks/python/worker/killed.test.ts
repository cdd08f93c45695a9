import { PassThrough } from 'node:stream';
import { expect, test } from '@jest/globals';
import type { IsolatedProcess, ProcessEnd } from '../../../runners/runner.js';
import { defaultBacktestLimits } from '../../index.js';
import { Worker } from './worker.js';

/** A process as the runner shows it: streams end before its end is known, and our own kill in between would be taken for it. */
class DyingProcess implements IsolatedProcess {
  readonly input = new PassThrough();
  readonly output = new PassThrough();
  readonly log = new PassThrough();
  readonly ended: Promise<ProcessEnd>;
  #reason: ProcessEnd | undefined;

  constructor(end: ProcessEnd, frames: string) {
    this.log.end();
    this.output.end(frames);
    this.ended = new Promise((resolve) => {
      this.output.on('end', () => setTimeout(() => resolve(this.#reason ?? end), 20));
    });
  }

  readonly processorMs = 0;
  readonly memoryBytes = 0;

  async setPaused(): Promise<void> {}

  kill(): void {
    this.#reason ??= { kind: 'killed' };
  }
}

function runOf(end: ProcessEnd, frames: string) {
  const { process: limits, run } = defaultBacktestLimits;
  const process = new DyingProcess(end, frames);
  const worker = new Worker(
    process,
    { process: { ...limits, cpuSeconds: 1 }, run },
    () => {},
    () => 0,
  );
  const connections = {
    signal: new AbortController().signal,
    onLine: () => {},
    onDropped: () => {},
    onWanted: async () => ({ files: [], reason: '' }),
    onTrades: async () => {},
    onProgress: () => {},
  };
  return worker.run({ header: () => ({}), files: [] }, connections);
}

const READY = '{"kind":"ready"}\n';
const STARTED = `${READY}{"kind":"started"}\n`;

test.each([
  ['before it is ready', '', 'platform_failed'],
  ['before it executes the strategy', READY, 'platform_failed'],
  ['while it executes the strategy', STARTED, 'strategy_failed'],
])('a worker that somebody kills %s says so', async (_when, frames, code) => {
  for (const signal of ['SIGKILL', '9'])
    expect(await runOf({ kind: 'signalled', signal }, frames)).toMatchObject({ code, claimed: false, killed: true });
  const own = await runOf({ kind: 'signalled', signal: '11' }, frames);
  expect(own).toMatchObject({ code, claimed: false });
  expect(own).not.toHaveProperty('killed');
});
