/** What begins a line of a check that says how far it is; everything else that it prints is kept for when it fails. */
export const PROGRESS = 'progress: ';

/** What Jest counts as it goes on. */
interface Counts {
  readonly numTotalTestSuites: number;
  readonly numPassedTestSuites: number;
  readonly numFailedTestSuites: number;
  readonly numPendingTestSuites: number;
  readonly numTotalTests: number;
}

/** A reporter of Jest: says after each file how many are done. Jest makes it by its default export. */
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
