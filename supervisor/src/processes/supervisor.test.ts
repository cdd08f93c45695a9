import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { systemClock } from '@platform/kit/clock';
import { freePort } from '@platform/kit/ports';
import type { ProcessSpec, Stages } from './process-spec.js';
import { httpReady } from './readiness.js';
import { RunRecord } from './run-record.js';
import { Supervisor } from './supervisor.js';

/** Answers every request once it listens, and notes when it starts and when it is asked to stop. */
const SERVER = `
  const { appendFileSync } = require('node:fs');
  appendFileSync(process.env.JOURNAL, process.env.NAME + ' started\\n');
  process.on('SIGTERM', () => { appendFileSync(process.env.JOURNAL, process.env.NAME + ' stopped\\n'); process.exit(0); });
  require('node:http').createServer((request, response) => response.end()).listen(process.env.PORT, '127.0.0.1');
`;

/** Linux's number of the policy, and its place in /proc/<pid>/stat behind the name. */
const SCHED_BATCH = '3';
const PLACE_OF_POLICY = 38;

describe('the supervisor', () => {
  let dataDirectory: string;
  let record: RunRecord;
  let ready: string[];
  let said: string[];
  let supervisor: Supervisor | undefined;

  beforeEach(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'sandbox-supervisor-'));
    record = await RunRecord.open(dataDirectory);
    ready = [];
    said = [];
  });
  afterEach(async () => {
    await supervisor?.stop();
    await record.close();
    await rm(dataDirectory, { recursive: true });
  });

  const journal = async () => (await readFile(join(dataDirectory, 'journal'), 'utf8')).trim().split('\n');
  const server = async (name: string, needs: string[] = [], script = SERVER): Promise<ProcessSpec> => {
    const port = await freePort();
    return {
      name,
      command: () => ({ file: process.execPath, args: ['-e', script] }),
      environment: { NAME: name, PORT: String(port), JOURNAL: join(dataDirectory, 'journal') },
      awaitReady: httpReady(`http://127.0.0.1:${port}`),
      needs,
    };
  };
  const supervise = (stages: Stages) => {
    supervisor = new Supervisor({
      stages,
      dataDirectory,
      record,
      clock: systemClock,
      say: (line) => said.push(line),
      onReady: (name) => ready.push(name),
    });
    return supervisor;
  };
  const untilReady = async (count: number) => {
    for (let i = 0; ready.length < count; i += 1) {
      if (i > 200) throw new Error('not ready within 10 s');
      await sleep(50);
    }
  };

  test('starts each after what it needs and stops them stage by stage, last first', async () => {
    const running = supervise([[await server('store')], [await server('service', ['store']), await server('other')]]);
    await running.start();
    expect(Object.keys(running.processes).sort()).toEqual(['other', 'service', 'store']);
    expect(ready.indexOf('store')).toBeLessThan(ready.indexOf('service'));
    await running.stop();
    expect((await journal()).at(-1)).toBe('store stopped');
  });

  test('a killed process runs again within a second, under another id, and the others are left alone', async () => {
    const running = supervise([[await server('a')], [await server('b', ['a'])]]);
    await running.start();
    const { a, b } = running.processes;
    process.kill(a ?? 0, 'SIGKILL');
    await untilReady(3);
    expect(running.processes['a']).not.toBe(a);
    expect(running.processes['b']).toBe(b);
    expect(said).toEqual([expect.stringMatching(/^a was ended by SIGKILL .*: started again$/)]);
  });

  test('a process whose log can not be opened, as on a full disk, is started once it can', async () => {
    const running = supervise([[await server('a')]]);
    await running.start();
    const log = join(dataDirectory, 'logs', 'a.log');
    await rm(log);
    await mkdir(log);
    process.kill(running.processes['a'] ?? 0, 'SIGKILL');
    while (!said.some((line) => /^a could not be started: .*EISDIR.*: started again/.test(line))) await sleep(20);
    await rm(log, { recursive: true });
    await untilReady(2);
  });

  test('a process killed again and again is started every time', async () => {
    const running = supervise([[await server('a')]]);
    await running.start();
    for (let kills = 1; kills <= 4; kills += 1) {
      process.kill(running.processes['a'] ?? 0, 'SIGKILL');
      await untilReady(kills + 1);
    }
  });

  test('a process that cannot start ends the start, with the last lines it wrote', async () => {
    const broken = await server('broken', [], 'console.error("PORT: must be a whole number"); process.exit(1)');
    await expect(supervise([[await server('a')], [broken]]).start()).rejects.toThrow(
      /^broken exited with 1 [\s\S]*PORT: must be a whole number$/,
    );
  });

  test('a process whose settings or data somebody must change ends the start at once, with the one line that says so', async () => {
    const broken = await server(
      'broken',
      [],
      'console.log("{}"); console.error("Start with new data."); process.exit(78)',
    );
    await expect(supervise([[broken]]).start()).rejects.toThrow(/^Start with new data\.$/);
    expect(said).toEqual([]);
  });

  test('a program that does not exist is named', async () => {
    const missing = { ...(await server('missing')), command: () => ({ file: '/no/such/program', args: [] }) };
    await expect(supervise([[missing]]).start()).rejects.toThrow(
      /^missing exited with 127 [\s\S]*\/no\/such\/program: not found$/,
    );
  });

  test('nothing that runs may leave a core dump', async () => {
    const tell = `require('node:fs').writeFileSync(process.env.JOURNAL, JSON.stringify(process.report.getReport().userLimits));`;
    const running = supervise([[await server('a', [], `${tell} ${SERVER}`)]]);
    await running.start();
    const [limits = ''] = await journal();
    expect(limits).toContain('"core_file_size_blocks":{"soft":0,"hard":0}');
  });

  test('what wakes waits for its turn', async () => {
    const running = supervise([[await server('a')]]);
    await running.start();
    const stat = await readFile(`/proc/${running.processes['a']}/stat`, 'utf8');
    const [policy] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(PLACE_OF_POLICY);
    expect(policy).toBe(SCHED_BATCH);
  });

  test('a start that is interrupted leaves nothing running', async () => {
    const port = await freePort();
    const blocker = createServer((socket) => socket.end()).listen(port, '127.0.0.1');
    await once(blocker, 'listening');
    const never = { ...(await server('never')), awaitReady: httpReady(`http://127.0.0.1:${port}`) };
    const running = supervise([[await server('a'), never], [await server('b', ['never'])]]);
    void running.start();
    await untilReady(1);
    await running.stop();
    expect((await journal()).filter((line) => line.startsWith('b'))).toEqual([]);
    expect(JSON.parse(await readFile(join(dataDirectory, 'processes.json'), 'utf8'))).toEqual([]);
    blocker.close();
  });
});
