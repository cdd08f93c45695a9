/** What `npm test` runs: every check of the repository, one line each; a failed one shows what it printed. */
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runStep } from './step.js';
import { preparedDirectory, steps } from './steps.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const only = process.argv.slice(2);
const total = { passed: 0, failed: 0 };

for (const step of steps.filter(({ name }) => only.length === 0 || only.includes(name))) {
  const outcome = await runStep(step, root);
  const counted = await step.count?.();
  total.passed += counted?.passed ?? Number(outcome.green);
  total.failed += counted?.failed || Number(!outcome.green);
  const tests = counted === undefined ? '' : `, ${counted.passed} tests`;
  say(`${outcome.green ? 'ok  ' : 'FAIL'} ${step.name} (${(outcome.durationMs / 1000).toFixed(1)} s${tests})`);
  if (!outcome.green) say(outcome.output);
}
await rm(preparedDirectory, { recursive: true, force: true });
say(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
