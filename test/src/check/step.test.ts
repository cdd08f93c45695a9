import { describe, expect, test } from '@jest/globals';
import { firstLinesOf, repetitionOf, runStep } from './step.js';

const SCRIPT = `
const { default: ProgressReporter } = await import(process.argv[1]);
const counts = { numTotalTestSuites: 9, numPassedTestSuites: 2, numFailedTestSuites: 1, numPendingTestSuites: 1 };
new ProgressReporter().onTestResult(undefined, undefined, { ...counts, numTotalTests: 31 });
console.log('kept for when it fails');
`;

test('a check says how far it is while it runs, and keeps what else it prints', async () => {
  const reporter = new URL('progress-reporter.ts', import.meta.url).href;
  const reports: string[] = [];
  const outcome = await runStep(
    {
      name: 'some tests',
      command: [process.execPath, '--input-type=module', '--eval', SCRIPT, reporter],
      timeoutMs: 20_000,
    },
    process.cwd(),
    (line) => reports.push(line),
  );
  expect(reports).toEqual(['4 of 9 files, 31 tests']);
  expect([outcome.green, outcome.output]).toEqual([true, 'kept for when it fails\n']);
});

test('the end of a long output has the start of each failure', () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  expect(firstLinesOf(`why\n\n${lines.join('\n')}`).split('\n')).toEqual([
    '  why',
    ...lines.slice(0, 11).map((line) => `  ${line}`),
  ]);
});

describe('the command that repeats a failure', () => {
  const failure = { name: 'a.test.ts: costs (all) $1', file: 'a.test.ts', test: 'costs (all) $1', message: '' };
  const command = 'NODE_OPTIONS=--experimental-vm-modules npx jest a.test.ts';

  test('names the one test, with its sample', () => {
    expect(repetitionOf(failure, 'abc')).toBe(`SAMPLE_SEED=abc ${command} -t "^costs \\\\(all\\\\) \\\\$1$"`);
  });

  test('names the file alone where that could not be run, and no sample where every case was tried', () => {
    const { test: _named, ...whole } = failure;
    expect(repetitionOf(whole, undefined)).toBe(command);
  });
});
