import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Report } from '@platform/kit/provisioning';
import { PROGRESS } from './progress-reporter.js';

/** One check of `npm test`: a command that must end with 0. */
export interface Step {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly environment?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Returns the results of its tests, read after it; without tests, or without a report, the step counts as one test. */
  readonly report?: () => Promise<TestReport | undefined>;
}

/** The results of a step's tests. */
export interface TestReport {
  readonly passed: number;
  readonly failures: readonly Failure[];
}

/** A test that failed, or a file of tests that could not be run. */
export interface Failure {
  /** The file, and the test in it. */
  readonly name: string;
  readonly file: string;
  /** The test's full name; absent: the whole file. */
  readonly test?: string;
  /** Why, as Jest shows it. */
  readonly message: string;
}

/** The outcome of a step. */
export interface StepOutcome {
  readonly green: boolean;
  readonly durationMs: number;
  /** Everything it printed, for showing when it failed. */
  readonly output: string;
}

const OUTPUT_BYTES_MAX = 1024 * 1024;
const MESSAGE_LINES_MAX = 12;

/** Runs a step in the repository root; its output is kept, and only its progress is shown. */
export function runStep(step: Step, root: string, report: Report): Promise<StepOutcome> {
  const startedAtMs = performance.now();
  const [program, ...args] = step.command;
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, {
      cwd: root,
      env: { ...process.env, ...step.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const timer = setTimeout(() => {
      output += `\nstopped after ${step.timeoutMs} ms\n`;
      child.kill('SIGKILL');
    }, step.timeoutMs);
    const keep = (line: string) => {
      if (line.startsWith(PROGRESS)) report(line.slice(PROGRESS.length));
      else output = `${output}${line}\n`.slice(-OUTPUT_BYTES_MAX);
    };
    for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', keep);
    const end = (green: boolean) => {
      clearTimeout(timer);
      resolve({ green, durationMs: performance.now() - startedAtMs, output });
    };
    child.on('error', (error) => {
      output += error.message;
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

/** Returns the start of a failure's message, indented: enough to know the reason from the end of a long output. */
export function firstLinesOf(message: string): string {
  const lines = message.split('\n').filter((line) => line.trim() !== '');
  return lines
    .slice(0, MESSAGE_LINES_MAX)
    .map((line) => `  ${line}`)
    .join('\n');
}

/** Returns the command that repeats a failed test, with the sample that it was in. */
export function repetitionOf({ file, test }: Failure, seed: string | undefined): string {
  const named = test === undefined ? '' : ` -t ${JSON.stringify(`^${test.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)}`;
  const sample = seed === undefined ? '' : `SAMPLE_SEED=${seed} `;
  return `${sample}NODE_OPTIONS=--experimental-vm-modules npx jest ${file}${named}`;
}
