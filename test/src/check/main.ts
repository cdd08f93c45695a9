/** What `npm test` runs: every check of the repository, one line each, and how far it is meanwhile; a failed one shows what it printed. */
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { withProgress } from '@platform/provisioning';
import { runStep } from './step.js';
import { preparedDirectory, steps } from './steps.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const only = process.argv.slice(2);
let passed = 0;
const failures: string[] = [];

for (const step of steps.filter(({ name }) => only.length === 0 || only.includes(name))) {
  const outcome = await withProgress(process.stderr, step.name, (report) => runStep(step, root, report));
  const report = await step.report?.();
  passed += report?.passed ?? Number(outcome.green);
  const tests = report === undefined ? '' : `, ${report.passed} tests`;
  say(`${outcome.green ? 'ok  ' : 'FAIL'} ${step.name} (${(outcome.durationMs / 1000).toFixed(1)} s${tests})`);
  if (outcome.green) continue;
  const failed = report?.failures ?? [];
  for (const { name, message } of failed) say(`${name}\n${message}`);
  // Without a failed test the reason stands in the output alone.
  if (failed.length === 0) say(outcome.output);
  failures.push(...(failed.length === 0 ? [step.name] : failed.map(({ name }) => name)));
}
await rm(preparedDirectory, { recursive: true, force: true });
// Once more, where whoever sees only the end of a long output looks.
for (const name of failures) say(`failed: ${name}`);
say(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
