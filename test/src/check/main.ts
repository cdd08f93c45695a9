/**
 * The command behind `npm test`: every check of the repository, one line each, with its progress; a failed one shows its output. Exhaustive
 * suites are sampled: by the commit's hash, or by `SAMPLE_SEED` where it is set. `--all` tries every case, `--quick` checks what changed.
 */
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { systemClock } from '@platform/kit/clock';
import { withProgress } from '@platform/kit/provisioning';
import { keepCosts, processorMsOfChildren, readFileCosts, readStarts, type StepCost, slowest } from './costs.js';
import { drawnAreas } from './long-suites.js';
import { changedFiles, commitHash } from './repository.js';
import { type Failure, firstLinesOf, repetitionOf, runStep, type Step } from './step.js';
import { allSteps, fileCosts, platformStarts, preparedDirectory, quickSteps } from './steps.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const isWhole = process.argv.includes('--all');
const isQuick = process.argv.includes('--quick');
const seed = isWhole ? undefined : (process.env['SAMPLE_SEED'] ?? (await commitHash(root)));
const steps: readonly Step[] = isQuick ? quickSteps(await changedFiles(root)) : allSteps(seed);
let passed = 0;
const failures: Pick<Failure, 'name' | 'message'>[] = [];
const costs: StepCost[] = [];

if (seed === undefined) {
  say('every case of every suite');
  delete process.env['SAMPLE_SEED'];
} else {
  say(`SAMPLE_SEED=${seed} draws the cases of exhaustive suites${isQuick ? '' : ', and of the long ones by area:'}`);
  if (!isQuick) for (const { name, files, of } of drawnAreas(seed)) say(`  ${name}, of ${of}: ${files.join(' ')}`);
  process.env['SAMPLE_SEED'] = seed;
}
for (const step of steps.filter(({ name }) => only.length === 0 || only.includes(name))) {
  const before = processorMsOfChildren();
  const outcome = await withProgress(process.stderr, step.name, (report) => runStep(step, root, report));
  const processorMs = processorMsOfChildren() - before;
  costs.push({ name: step.name, wallMs: Math.round(outcome.durationMs), processorMs });
  const report = await step.report?.();
  passed += report?.passed ?? Number(outcome.green);
  const tests = report === undefined ? '' : `, ${report.passed} tests`;
  const time = `${seconds(outcome.durationMs)}, processor ${seconds(processorMs)}`;
  say(`${outcome.green ? 'ok  ' : 'FAIL'} ${step.name} (${time}${tests})`);
  if (outcome.green) continue;
  const failed = report?.failures ?? [];
  for (const failure of failed) say(`${failure.name}\n${failure.message}\nagain: ${repetitionOf(failure, seed)}`);
  // Without a failed test only the output has the reason.
  if (failed.length === 0) say(outcome.output);
  failures.push(...(failed.length === 0 ? [{ name: step.name, message: '' }] : failed));
}
const files = await readFileCosts(fileCosts, root);
const starts = await readStarts(platformStarts);
if (files.length > 0) {
  say('the slowest files:');
  for (const line of slowest(files)) say(`  ${line}`);
  say(`platforms started: ${starts.length}`);
}
say(
  `what each step and file has cost: ${await keepCosts(root, systemClock.now(), { seed, steps: costs, files, platformStarts: starts })}`,
);
await rm(preparedDirectory, { recursive: true, force: true });
// Once more, for those who see only the end of a long output.
for (const { name, message } of failures) say(`failed: ${name}\n${firstLinesOf(message)}`);
say(`${passed} passed, ${failures.length} failed`);
process.exitCode = failures.length === 0 ? 0 : 1;

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
