import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';

const SLOWEST = 10;
/** Of the kernel's counters, in every Linux that Node runs on. */
const MS_A_TICK = 10;

const cost = z.object({ file: z.string(), wallMs: z.number(), processorMs: z.number() });

/** The cost of a test file: wall-clock time, and processor time of its worker and its child processes. */
export type FileCost = z.infer<typeof cost>;

/** The cost of a step. */
export interface StepCost {
  readonly name: string;
  readonly wallMs: number;
  readonly processorMs: number;
}

/** Processor time of every process that this one has started and seen end, with theirs, in milliseconds. */
export function processorMsOfChildren(): number {
  // The name of the program, in brackets, may hold spaces: see proc(5).
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[13]) + Number(fields[14])) * MS_A_TICK;
}

/** Returns the costs that test files wrote (`test/measured-environment.js`), the slowest first; none where no test ran. */
export async function readFileCosts(path: string, root: string): Promise<readonly FileCost[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const costs = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => cost.parse(JSON.parse(line)));
  return costs
    .map((each) => ({ ...each, file: relative(root, each.file) }))
    .sort((left, right) => right.wallMs - left.wallMs);
}

/** Returns why platforms were started, one reason per start. */
export async function readStarts(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').filter((line) => line !== '');
}

/** Returns the slowest test files, one line each. */
export function slowest(files: readonly FileCost[]): readonly string[] {
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`;
  return files
    .slice(0, SLOWEST)
    .map(({ file, wallMs, processorMs }) => `${seconds(wallMs)} (processor ${seconds(processorMs)}) ${file}`);
}

/** Keeps the costs of a run as `test/results/<time>.json`; CONTRIBUTING.md says how to read it. */
export async function keepCosts(
  root: string,
  now: Date,
  costs: {
    readonly seed: string | undefined;
    readonly steps: readonly StepCost[];
    readonly files: readonly FileCost[];
    readonly platformStarts: readonly string[];
  },
): Promise<string> {
  const directory = join(root, 'test/results');
  await mkdir(directory, { recursive: true });
  const file = join(directory, `${now.toISOString().replaceAll(':', '-')}.json`);
  await writeFile(file, `${JSON.stringify(costs, null, 2)}\n`);
  return relative(root, file);
}
