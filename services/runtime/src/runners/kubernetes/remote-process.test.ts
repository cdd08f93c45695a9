import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { systemRandom } from '@platform/kit/clock';
import { freePort } from '@platform/kit/ports';
import { findInterpreter } from '../../frameworks/python/interpreter.js';
import type { ProcessEnd } from '../runner.js';
import { hold } from './holder/hold.js';
import { type LinkName, openLink } from './links.js';
import { type ProgramPod, RemoteProcess } from './remote-process.js';

const LIMITS = { memoryBytes: 256 * 1024 ** 2, folderBytes: 1024 ** 2, processes: 8, cpuSeconds: 10 };
const HOST = '127.0.0.1';
const LOST: ProcessEnd = { kind: 'signalled', signal: 'SIGKILL' };
const CUT_AFTER_MS = 300;

let python: string;
beforeAll(async () => {
  ({ executable: python } = await findInterpreter(process.env));
});

let port: number;
let key: Buffer;
let told: AbortController;
let held: Promise<boolean>;
let removed: number;
beforeEach(async () => {
  [port, key, told, removed] = [await freePort(), systemRandom.bytes(32), new AbortController(), 0];
  held = hold({ host: HOST, port, identity: 'run-1', key }, told.signal);
});
afterEach(async () => {
  told.abort();
  await held;
});

/** The pod, as somebody reaches it who has a key. */
async function podBy(known: Buffer): Promise<ProgramPod> {
  return {
    open: (name: LinkName) => openLink(name, { host: HOST, port, identity: 'run-1', key: known }),
    lost: async () => LOST,
    remove: () => {
      removed += 1;
    },
  };
}

/** Starts a shell's script in the pod. */
function started(script: string, pod: Promise<ProgramPod> = podBy(key)): RemoteProcess {
  return new RemoteProcess(pod, {
    kind: 'start',
    program: { command: ['/bin/sh', '-c', script], readOnlyPaths: [], environment: { GREETING: 'hello' } },
    limits: LIMITS,
    isolation: { bubblewrap: null, python },
  });
}

test('a program elsewhere reads what it is sent, and is read to its end', async () => {
  const program = started('read name; echo "$GREETING $name"; echo careful >&2; exit 3');
  program.input.end('pod\n');
  const [output, log, end] = await Promise.all([text(program.output), text(program.log), program.ended]);
  expect({ output, log, end }).toEqual({
    output: 'hello pod\n',
    log: 'careful\n',
    end: { kind: 'exited', exitCode: 3 },
  });
  expect([await held, removed]).toEqual([true, 1]);
});

test('as much as two megabytes each way arrives, while nobody reads the log', async () => {
  const program = started('head -c 2000000 /dev/zero >&2 & cat; wait');
  const sent = 'x'.repeat(2_000_000);
  program.input.end(sent);
  expect((await text(program.output)) === sent).toBe(true);
  expect((await text(program.log)).length).toBe(2_000_000);
  expect(await program.ended).toEqual({ kind: 'exited', exitCode: 0 });
});

test('it ends when it is killed before it began', async () => {
  const early = started('sleep 60');
  early.kill();
  expect(await early.ended).toEqual({ kind: 'killed' });
});

test('it ends when it is killed while it runs', async () => {
  const program = started('echo begun; sleep 60');
  await new Promise((resolve) => program.output.once('data', resolve));
  program.kill();
  expect(await program.ended).toEqual({ kind: 'killed' });
  expect(await held).toBe(true);
});

test('a limit that it exceeds is told as on this machine', async () => {
  const program = started('ulimit -S -t 1; while :; do :; done');
  expect(await program.ended).toEqual({ kind: 'limit_exceeded', limit: 'time_limit_exceeded' });
  expect(program.processorMs).toBeGreaterThan(500);
});

test('a pod that ends without a word has lost its program', async () => {
  const program = started('echo begun; sleep 60');
  await new Promise((resolve) => program.output.once('data', resolve));
  told.abort();
  expect(await program.ended).toEqual(LOST);
});

test('who loses the links ends the program in the pod', async () => {
  const links: { destroy(): void }[] = [];
  const pod = await podBy(key);
  const open: ProgramPod['open'] = async (name) => {
    const link = await pod.open(name);
    links.push(link);
    return link;
  };
  const program = started('echo begun; sleep 60', Promise.resolve({ ...pod, open }));
  await new Promise((resolve) => program.output.once('data', resolve));
  await wait(CUT_AFTER_MS);
  for (const link of links) link.destroy();
  expect(await program.ended).toEqual(LOST);
  expect(await held).toBe(false);
});

test('nobody without the key is let in', async () => {
  const program = started('echo begun', podBy(systemRandom.bytes(32)));
  expect(await program.ended).toMatchObject({ kind: 'not_started', reason: expect.stringMatching(/alert|handshake/i) });
  expect(removed).toBe(1);
});

test('a pod that there will not be is told as a start that failed', async () => {
  const program = started('echo begun', Promise.reject(new Error('no room')));
  expect(await program.ended).toEqual({ kind: 'not_started', reason: 'no room' });
});
