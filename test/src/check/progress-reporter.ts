/** The prefix of a check's progress lines; all its other output is kept for a failure. */
export const PROGRESS = 'progress: ';

/** The running counts of Jest. */
interface Counts {
  readonly numTotalTestSuites: number;
  readonly numPassedTestSuites: number;
  readonly numFailedTestSuites: number;
  readonly numPendingTestSuites: number;
  readonly numTotalTests: number;
}

/** A reporter of Jest: prints after each file how many are done. Jest creates it from the default export. */
export default class ProgressReporter {
  onRunStart(counts: Counts): void {
    say(counts);
  }

  onTestResult(_test: unknown, _result: unknown, counts: Counts): void {
    say(counts);
  }
}

function say(counts: Counts): void {
  const files = counts.numPassedTestSuites + counts.numFailedTestSuites + counts.numPendingTestSuites;
  process.stderr.write(`${PROGRESS}${files} of ${counts.numTotalTestSuites} files, ${counts.numTotalTests} tests\n`);
}
