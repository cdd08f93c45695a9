import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { keepCosts, processorMsOfChildren, readFileCosts, readStarts, slowest } from './costs.js';
import { runStep } from './step.js';

let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'costs-'));
});

afterEach(() => rm(directory, { recursive: true }));

describe('the costs of test files', () => {
  test('are read with the slowest first, by their places in the repository', async () => {
    const lines = [
      { file: '/repository/a.test.ts', wallMs: 1_500, processorMs: 700 },
      { file: '/repository/b.test.ts', wallMs: 2_500, processorMs: 3_000 },
    ];
    const path = join(directory, 'costs.jsonl');
    await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const costs = await readFileCosts(path, '/repository');
    expect(slowest(costs)).toEqual(['2.5 s (processor 3.0 s) b.test.ts', '1.5 s (processor 0.7 s) a.test.ts']);
  });

  test('are none where no test ran', async () => {
    expect(await readFileCosts(join(directory, 'nothing'), '/repository')).toEqual([]);
    expect(await readStarts(join(directory, 'nothing'))).toEqual([]);
  });

  test('of more than ten files are shown of the slowest ten', () => {
    const files = Array.from({ length: 12 }, (_, index) => ({ file: `${index}`, wallMs: 12 - index, processorMs: 0 }));
    expect(slowest(files)).toHaveLength(10);
  });
});

test('a step is charged for what its processes compute', async () => {
  const before = processorMsOfChildren();
  const busy = 'while (process.cpuUsage().user < 300_000);';
  await runStep(
    { name: 'busy', command: [process.execPath, '--eval', busy], timeoutMs: 20_000 },
    process.cwd(),
    () => {},
  );
  expect(processorMsOfChildren() - before).toBeGreaterThanOrEqual(200);
});

test('what a run has cost is kept under the time of the run', async () => {
  const costs = { seed: 'abc', steps: [], files: [], platformStarts: ['it is killed'] };
  const file = await keepCosts(directory, new Date('2026-11-24T10:00:00Z'), costs);
  expect(file).toBe('test/results/2026-11-24T10-00-00.000Z.json');
  expect(JSON.parse(await readFile(join(directory, file), 'utf8'))).toEqual(costs);
});
