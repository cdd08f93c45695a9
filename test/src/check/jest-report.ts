import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { z } from 'zod';
import type { Failure, TestReport } from './step.js';

const testFile = z.object({
  name: z.string(),
  status: z.string(),
  message: z.string(),
  assertionResults: z.array(
    z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
  ),
});
const jestReport = z.object({ numPassedTests: z.number(), testResults: z.array(testFile) });

/** Returns the report that Jest wrote with `--json`; nothing when it ended before it could. */
export async function readJestReport(file: string): Promise<TestReport | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { numPassedTests, testResults } = jestReport.parse(JSON.parse(text));
  return { passed: numPassedTests, failures: testResults.flatMap(failuresOf) };
}

/** A file fails by its tests, or as a whole when it could not be run. */
function failuresOf({ name, status, message, assertionResults }: z.infer<typeof testFile>): Failure[] {
  const file = relative(process.cwd(), name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [{ name: file, file, message }] : [];
  return failed.map(({ fullName, failureMessages }) => ({
    name: `${file}: ${fullName}`,
    file,
    test: fullName,
    message: failureMessages.join('\n'),
  }));
}
