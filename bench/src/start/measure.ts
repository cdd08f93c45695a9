import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Effort } from '../effort.js';
import { ofEach } from '../processes.js';
import { median, type Report } from '../report.js';
import { type Memory, memoryOf } from './memory.js';
import { withNpmStart } from './npm-start.js';

const STARTS = 3;
const IDLE_SECONDS = 75;
const KIB_A_MIB = 1_024;

/** Measures `npm start` until its descriptor, on an empty data directory and on a used one, and its memory when idle. */
export async function measureStart({ amount }: Effort): Promise<Report> {
  const [starts, idleSeconds] = [amount(STARTS, 1), amount(IDLE_SECONDS, 1)];
  const emptyMs: number[] = [];
  const usedMs: number[] = [];
  let memory: ReadonlyMap<string, Memory> = new Map();
  for (let start = 0; start < starts; start += 1) {
    const dataDirectory = await mkdtemp(join(tmpdir(), 'bench-start-'));
    try {
      await withNpmStart(dataDirectory, async ({ readyMs, processes }) => {
        emptyMs.push(readyMs);
        if (start > 0) return;
        await wait(idleSeconds * 1_000);
        memory = await ofEach(processes, memoryOf);
      });
      await withNpmStart(dataDirectory, async ({ readyMs }) => void usedMs.push(readyMs));
    } finally {
      await rm(dataDirectory, { recursive: true, force: true });
    }
  }
  return summarize({ emptyMs, usedMs, memory, idleSeconds });
}

interface Found {
  readonly emptyMs: readonly number[];
  readonly usedMs: readonly number[];
  readonly memory: ReadonlyMap<string, Memory>;
  readonly idleSeconds: number;
}

function summarize({ emptyMs, usedMs, memory, idleSeconds }: Found): Report {
  const rows = [...memory].sort(([, left], [, right]) => right.residentKib - left.residentKib);
  const sum = (of: (memory: Memory) => number) => rows.reduce((total, [, each]) => total + of(each), 0);
  const all = { residentKib: sum((each) => each.residentKib), proportionalKib: sum((each) => each.proportionalKib) };
  const seconds = (times: readonly number[]) => (median(times) / 1_000).toFixed(1);
  const mebibytes = (kib: number) => (kib / KIB_A_MIB).toFixed(0);
  return {
    title:
      `npm start to its descriptor, medians of ${emptyMs.length}: ${seconds(emptyMs)} s on an empty data directory, ` +
      `${seconds(usedMs)} s on a used one; its memory, idle for ${idleSeconds} s`,
    columns: ['process', 'resident MiB', 'proportional MiB'],
    rows: [...rows, ['all', all] as const].map(([name, { residentKib, proportionalKib }]) => [
      name,
      mebibytes(residentKib),
      mebibytes(proportionalKib),
    ]),
    notes: [
      'Required: 10 s, and 1.5 GB for all processes together. Resident counts a page that processes share, such as the code of',
      'Node, in each of them; proportional divides it among them, so that its sum is what the machine holds for all.',
    ],
  };
}
