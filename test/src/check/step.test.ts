import { expect, test } from '@jest/globals';
import { runStep } from './step.js';

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
